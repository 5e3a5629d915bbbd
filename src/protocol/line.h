/* protocol/line.h - lines of input, read by a thread of their own.
 *
 * The reader hands lines over through a queue that is bounded in lines and
 * bytes; when it is full, nothing more is read (back-pressure). It also looks
 * at each line as it arrives: for one that must end the running search it gives
 * the order to stop at once, long before the protocol gets to see it. Order decides, not
 * timing: a line that follows a command in the input ends the search of that
 * command even when it was read before the search began.
 *
 * End of input stops only an unbounded search; a signal, or an output whose
 * reader went away, stops any.
 *
 * Threads: all functions are for the one thread that runs the protocol.
 */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/output.h"
#include "protocol/stop.h"

enum {
    LINE_MAX_BYTES = 64 << 10,      /* longest line, without its end */
    LINE_MAX_BYTES_LONG = 1 << 20,  /* where the rules allow it */
    LINE_PREFIX = 64,               /* what is kept of a line that is too long */
    LINE_CLASSES = 4
};

struct line {
    struct line *next;
    uint64_t number; /* in the order of the input, from 1 */
    bool is_too_long; /* `text` holds only the first LINE_PREFIX bytes */
    size_t length;
    char text[]; /* without LF or CR LF; may hold NULs; a NUL follows */
};

/* What the lines of a protocol mean to the reader. */
struct line_rules {
    /* The classes (bits 0..LINE_CLASSES-1) of searches that this line ends. */
    unsigned (*stops)(const char *text, size_t length);
    /* True if a line that begins so may have LINE_MAX_BYTES_LONG bytes. */
    bool (*may_be_long)(const char *prefix, size_t length);
};

struct line_source;

/* Starts the reader. `is_idle_quiet`: read only while a search runs (between
 * searches someone else reads the terminal). NULL if out of memory or threads. */
struct line_source *line_source_create(int fd, bool is_idle_quiet, struct stop *stop,
                                       struct output *output);
void line_source_destroy(struct line_source *source);

/* From now on, and for the lines that already wait. */
void line_set_rules(struct line_source *source, struct line_rules rules);

/* The next line, to be free()d by the caller; waits for it. NULL when there will
 * be none: end of input (after the last line), a signal, output gone. With
 * is_idle_quiet it never waits, and NULL only says that no line is there. */
struct line *line_next(struct line_source *source);

/* Ends is_idle_quiet: from now on all input is read here. */
void line_read_always(struct line_source *source);

/* The number for a line that the caller got elsewhere (line editing). */
uint64_t line_take_number(struct line_source *source);

/* Around each search. The search belongs to the last line handed out and ends with
 * any later line of one of the classes in `stops`. The first takes back an old order to stop. */
void line_search_begin(struct line_source *source, unsigned stops, bool is_bounded);
void line_search_end(struct line_source *source);

/* True once a signal came or the output's reader went away. */
bool line_is_ending(const struct line_source *source);

/* True if the input has ended; waits up to `wait_ms` for it. */
bool line_at_end(struct line_source *source, int wait_ms);

#endif
