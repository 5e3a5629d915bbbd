/* protocol/line.h - lines of input, read by a thread of their own.
 *
 * The reader puts lines into a queue that is bounded in lines and bytes. When the queue is full it
 * reads no more, so that the writer has to wait. It looks at each line as it arrives: if the line
 * ends the running search, it gives the order to stop at once. The protocol sees that line later,
 * in its turn.
 *
 * Which search a line ends depends on the order of the lines, not on time. A line ends only
 * searches of commands before it, and it does so even if it was read before the search began.
 *
 * The end of the input stops only a search that has no end of its own. A signal, or an output that
 * nobody reads any more, stops any search. So does an interrupt (signals.h); without a search it
 * comes as an empty line, so that a prompt follows. With `is_shared` it is the line editor's then.
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
    LINE_PREFIX = 64,               /* bytes that are kept of a line that is too long */
    LINE_CLASSES = 4                /* kinds of lines that end searches, for line_rules */
};

struct line {
    struct line *next;
    uint64_t number; /* in the order of the input, from 1 */
    int64_t read_us; /* when it was read, on the monotonic clock */
    bool is_too_long; /* `text` holds only the first LINE_PREFIX bytes */
    size_t length;
    char text[]; /* without LF or CR LF; may hold NULs; a NUL follows */
};

/* What the reader must know of the lines of a protocol. It calls these in its own thread. */
struct line_rules {
    /* The classes of this line: bits 0..LINE_CLASSES-1. A search says which classes end it. */
    unsigned (*stops)(const char *text, size_t length);
    /* True if a line that begins so may have LINE_MAX_BYTES_LONG bytes. */
    bool (*may_be_long)(const char *prefix, size_t length);
};

struct line_source;

/* Starts the reader. `is_shared`: between searches the line editor reads the terminal, so this one
 * reads only while a search runs. NULL if there is no memory or thread. */
struct line_source *line_source_create(int fd, bool is_shared, struct stop *stop,
                                       struct output *output);
void line_source_destroy(struct line_source *source);

/* From now on, and for the lines that already wait. */
void line_set_rules(struct line_source *source, struct line_rules rules);

/* Waits for the next line, which the caller must free(). NULL if there will be none: the input has
 * ended, a signal came, or nobody reads the output. With `is_shared` it never waits, and NULL only
 * says that no line is there. */
struct line *line_next(struct line_source *source);

/* True if line_next() has a line without waiting. */
bool line_is_waiting(struct line_source *source);

/* Ends `is_shared`: from now on all input is read here. */
void line_read_always(struct line_source *source);

/* With `is_shared`, between searches: the beginning of a line that a search ended in the midst of, for
 * the line editor; NULL if there is none. The caller must free() it. */
char *line_take_partial(struct line_source *source);

/* The number for a line that the line editor has read. */
uint64_t line_take_number(struct line_source *source);

/* Around each search. The search belongs to the last line handed out and ends with
 * any later line of one of the classes in `stops`. The first takes back an old order to stop. */
void line_search_begin(struct line_source *source, unsigned stops, bool is_bounded);
void line_search_end(struct line_source *source);

/* During a search: waits until it is to end, or the input has ended. */
void line_wait_stop(struct line_source *source);

/* True once a signal came or the output's reader went away. */
bool line_is_ending(const struct line_source *source);

/* True if the input has ended; waits up to `wait_ms` for it. */
bool line_at_end(struct line_source *source, int wait_ms);

/* Why the input could not be read to its end (errno), or 0. */
int line_read_error(struct line_source *source);

#endif
