/* expand/crew.h - workers that answer tasks: a thread and an engine each.
 *
 * Tasks wait in a short queue, so that a worker goes on at once when the owner is busy or, on a
 * machine with much to do, not woken for a while.
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

enum { CREW_QUEUE = 4 }; /* tasks that wait, for each worker */

/* Puts a task at the end of the queue; false if it is full. */
bool crew_give(struct crew *crew, const struct task *task);

/* Waits up to `wait_ms` for an answer and takes one: 1 taken, 0 none there, -1 with a reason if a
 * worker failed. */
int crew_take(struct crew *crew, int wait_ms, struct answer *answer, struct reason *reason);

/* The number of their network, as answerer_network() has it. */
uint32_t crew_network(const struct crew *crew);

/* Tasks that were given and whose answers were not taken. */
int crew_count_busy(struct crew *crew);

#endif
