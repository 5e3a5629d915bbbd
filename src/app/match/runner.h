/* match/runner.h - plays a whole match: workers, journal, reports, decisions.
 *
 * One thread (the caller) journals, counts and prints; `concurrency` workers
 * each play one game at a time with players of their own. Games are handed out
 * and counted in schedule order, so the result of a match does not depend on
 * how many workers there are or who is faster.
 */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "match/match_config.h"

/* Plays the match; returns the exit code of match_main(). */
int runner_play(struct match_config *config);

#endif
