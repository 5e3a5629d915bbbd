/* cli/output.h - checked writing: a full disc or a closed pipe is never missed. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>

/* To stdout, buffered; failures are kept until the next flush. */
__attribute__((format(printf, 1, 2))) void out_printf(const char *format, ...);

/* Sends what is buffered. Returns 0, or the exit code: 74 (said on stderr, once),
 * 141 if the reader went away, 128+N after signal N (said by nobody). */
int out_flush(void);

/* "outflank: ..." and a line end, to stderr. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* Says so where a person has to type what is read: `path` is "-", and stdin is a terminal. `what`
 * is a plural. */
void out_say_awaited(const char *path, const char *what);

#endif
