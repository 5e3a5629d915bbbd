/* match/cancel.h - one order to everybody: abandon what you are doing.
 *
 * Raised by Ctrl-C (from the signal handler) or by the runner when a match is
 * decided. Whoever waits for an engine polls `fd` beside the engine's pipe.
 *
 * Threads: cancel_raise() and cancel_is_raised() from any thread or handler.
 */
#ifndef MATCH_CANCEL_H
#define MATCH_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>

struct cancel {
    atomic_bool is_raised;
    int fd;       /* readable for ever once raised */
    int write_fd;
};

bool cancel_init(struct cancel *cancel);
void cancel_finish(struct cancel *cancel);
void cancel_raise(struct cancel *cancel); /* async-signal-safe */
bool cancel_is_raised(struct cancel *cancel);

#endif
