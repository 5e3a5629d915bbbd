/* protocol/output.h - the one writer of a session.
 *
 * A reply is handed over whole, and the system has it when the call returns. The writer waits for a
 * slow reader, but a signal ends the wait. After the first failure it writes nothing more: no reply
 * is cut and then continued.
 *
 * Threads: output_write() from any thread; whole texts never mix.
 */
#ifndef PROTOCOL_OUTPUT_H
#define PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stddef.h>

#include "protocol/log.h"

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
    struct log *log;  /* what is written goes there, too; or NULL. The session's */
};

bool output_init(struct output *output, int fd);
void output_finish(struct output *output);

/* False if the output cannot be written (any more), or a signal came while it waited. */
bool output_write(struct output *output, const char *text, size_t length);

#endif
