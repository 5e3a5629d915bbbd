/* match/process.h - an engine as a child process, talked to by lines.
 *
 * The child has its own process group and working directory; its stdin and
 * stdout are pipes. Nothing here blocks longer than the caller's deadline: what
 * the child does not read waits in a bounded queue, what it writes is read into
 * a bounded buffer, and the rest of an over-long line is dropped.
 *
 * Threads: one process belongs to one thread. SIGPIPE must be ignored.
 */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "match/cancel.h"
#include "match/subprocess.h"

enum {
    PROCESS_LINE_SIZE = 65536,  /* longest line kept, with its NUL */
    PROCESS_QUEUE_SIZE = 65536, /* most bytes waiting for the child to read */
    PROCESS_FLOOD = 8 << 20     /* bytes since process_begin() */
};

enum process_status {
    PROCESS_OK,
    PROCESS_TIMEOUT,   /* the deadline has passed */
    PROCESS_GONE,      /* end of its stdout, or its stdin was closed */
    PROCESS_FLOODED,   /* more than PROCESS_FLOOD bytes since process_begin() */
    PROCESS_CLOGGED,   /* it does not read, and the queue is full */
    PROCESS_CANCELLED
};

struct process {
    struct subprocess child;
    int to_child, from_child;
    struct cancel *cancel;         /* may be NULL */
    size_t queued;
    size_t filled, scanned;        /* bytes in `buffer`, and of them without LF */
    uint64_t n_bytes;              /* read since process_begin() */
    bool is_dropping;              /* inside the rest of an over-long line */
    bool is_eof;
    char prompt;                   /* what ends in it, and waits for input, is a line; 0: none */
    bool is_prompt;                /* the last line was such a one */
    bool was_killed;               /* process_finish() had to */
    char *queue, *buffer;          /* owned */
};

/* Starts argv[0] (searched in PATH if it has no slash; a relative path with a
 * slash is taken from `dir` if it is there, else from the current folder) in
 * `dir` (NULL: the current one); stderr goes to the file (NULL: nowhere;
 * "stdout": mixed into its stdout). False and one sentence on failure. */
bool process_start(struct process *process, char *const argv[], const char *dir,
                   const char *stderr_path, struct cancel *cancel, struct reason *reason);

/* Queues bytes for the child and sends what it takes at once. */
enum process_status process_send(struct process *process, const char *text, size_t length);

/* Next line without CR and LF, valid until the next call. Sends the queue while
 * waiting. A deadline in the past still takes what lies ready. */
enum process_status process_read_line(struct process *process, int64_t deadline_us,
                                      char **line, size_t *length);

/* Before a new question: drops what lies unread, and counts from 0 again. */
enum process_status process_begin(struct process *process);

/* Waits for it to end by itself; false if it does not within the time. What it
 * still writes is thrown away. process_finish() is due in any case. */
bool process_wait(struct process *process, int timeout_ms);

/* Closes its stdin, gives it `grace_ms` to end, then kills its process group. */
void process_finish(struct process *process, int grace_ms);

/* "exit status 3", "killed by signal 11 (Segmentation fault)", after the end. */
void process_describe_end(const struct process *process, char *out, size_t size);

#endif
