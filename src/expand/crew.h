/* expand/crew.h - workers that answer tasks: a thread and an engine each.
 *
 * Threads: all functions belong to the thread that began the crew.
 */
#ifndef EXPAND_CREW_H
#define EXPAND_CREW_H

#include "expand/answerer.h"

struct crew;

/* Starts `n` workers with engines from `make_engine`. NULL with a reason. */
struct crew *crew_begin(int n, ofl_engine *(*make_engine)(void *user, struct reason *reason),
                        void *user, struct reason *reason);
/* Stops what is searched and ends the threads. */
void crew_end(struct crew *crew);

/* Gives a task to a worker that is idle; false if none is. */
bool crew_give(struct crew *crew, const struct task *task);

/* Waits up to `wait_ms` for an answer and takes one: 1 taken, 0 none there, -1 with a reason if a
 * worker failed. */
int crew_take(struct crew *crew, int wait_ms, struct answer *answer, struct reason *reason);

/* Workers that search. */
int crew_count_busy(struct crew *crew);

#endif
