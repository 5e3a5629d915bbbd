/* cli/checked_output.h - checked writing: a full disc or a closed pipe is never missed. */
#ifndef CLI_CHECKED_OUTPUT_H
#define CLI_CHECKED_OUTPUT_H

#include <stdbool.h>

#include "base/reason.h"
#include "base/strbuf.h"

/* To stdout, buffered; failures are kept until the next flush. */
__attribute__((format(printf, 1, 2))) void out_printf(const char *format, ...);

/* Prints a text, or writes it as a whole file ("-": stdout); frees it. Returns 0, or the exit code
 * after saying why, 71 if memory was short. */
int out_text(struct strbuf *text);
int out_file(const char *path, struct strbuf *text);

/* Sends what is buffered. Returns 0, or the exit code: 74 (said on stderr, once),
 * 141 if the reader went away, 128+N after signal N (said by nobody). */
int out_flush(void);

/* A line on the terminal behind stderr, in place of the last one; "" takes it away, and so does
 * what is printed there. */
void out_progress(const char *text);

/* "outflank: ..." and a line end, to stderr. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* The exit code of a failure: 74 if the system failed, 65 if it was what was given. */
int code_of(const struct reason *reason);

/* How a file or a text is called in what is printed: "stdin" for "-". */
const char *out_input_name(const char *path);

/* Says so where a person has to type what is read: `path` is "-", and stdin is a terminal. `what`:
 * "games are". */
void out_say_awaited(const char *path, const char *what);

#endif
