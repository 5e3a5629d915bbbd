/* protocol/log.h - the lines of a session in a file (--log).
 *
 * The file has the form of a written session: "! args" and how the program was started, then
 * "> line" for each line it got, "< line" for each it sent, and "! end" at the end of the input. A
 * byte that is no visible text is \xHH, and so is the backslash before an 'x'. "outflank replay"
 * plays it again.
 *
 * Threads: the functions may be called from any thread; lines never mix.
 */
#ifndef PROTOCOL_LOG_H
#define PROTOCOL_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct log;

/* Begins a new file. NULL, with a sentence on stderr, if it cannot be written. `command` is how the
 * program was started, without its name. */
struct log *log_open(const char *path, const char *command);

/* Ends the file; a last line that was not ended is written as if it was. NULL: nothing. */
void log_close(struct log *log);

/* A line that came; `is_cut`: it was too long, and this is its beginning. NULL: nothing. */
void log_received(struct log *log, const char *text, size_t length, bool is_cut);

/* The input has ended. NULL: nothing. */
void log_ended(struct log *log);

/* Text that was sent, whole lines or not. NULL: nothing. */
void log_sent(struct log *log, const char *text, size_t length);

#endif
