/* protocol/output.h - the one writer of a session.
 *
 * A reply is handed over whole and is with the system when the call returns.
 * A slow reader is waited for, but a signal ends the wait. After the first
 * failure nothing more is written, so a reply is never cut and continued.
 *
 * Threads: output_write() from any thread; whole texts never mix.
 */
#ifndef PROTOCOL_OUTPUT_H
#define PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stddef.h>

enum output_state {
    OUTPUT_OK = 0,
    OUTPUT_GONE,  /* nobody reads any more (EPIPE) */
    OUTPUT_FAILED /* any other error, e.g. a full disk; `error` is its errno */
};

struct output {
    int fd;
    pthread_mutex_t lock;
    atomic_int state; /* enum output_state */
    int error;
};

bool output_init(struct output *output, int fd);
void output_finish(struct output *output);

/* False if the output is, or now became, unusable, or a signal came meanwhile. */
bool output_write(struct output *output, const char *text, size_t length);

/* Someone else has found out that the reader went away. */
void output_set_gone(struct output *output);

#endif
