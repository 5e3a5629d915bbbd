/* match/runner_worker.h - the pool of jobs that plays the games of a match.
 *
 * Threads: the functions belong to the thread that counts the games.
 */
#ifndef MATCH_RUNNER_WORKER_H
#define MATCH_RUNNER_WORKER_H

#include "match/runner_state.h"

enum { RUNNER_GAMES_EACH = 4 }; /* given at a time, for each worker */

/* Makes runner->jobs, whose jobs are a `struct runner_game` each. */
bool runner_begin_jobs(struct runner *runner, struct reason *reason);
void runner_free_jobs(struct runner *runner);

/* Starts every engine once; false and a sentence if one is not there or refuses
 * what the match asks of it. */
bool runner_check_players(struct runner *runner, struct reason *reason);

#endif
