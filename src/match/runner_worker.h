/* match/runner_worker.h - the threads that play the games of a match.
 *
 * Threads: the functions belong to the thread that counts the games.
 */
#ifndef MATCH_RUNNER_WORKER_H
#define MATCH_RUNNER_WORKER_H

#include "match/runner_state.h"

bool runner_start_workers(struct runner *runner, struct reason *reason);
void runner_stop_workers(struct runner *runner);

/* Starts every engine once; false and a sentence if one is not there or refuses
 * what the match asks of it. */
bool runner_check_players(struct runner *runner, struct reason *reason);

#endif
