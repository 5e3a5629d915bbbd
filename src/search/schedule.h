/* search/schedule.h - which iterations a search makes: how deep, and when it turns to the end.
 * Pure functions. */
#ifndef SEARCH_SCHEDULE_H
#define SEARCH_SCHEDULE_H

#include <outflank/engine.h>

struct schedule {
    int max_depth;      /* of iterations that do not reach the end */
    int solve_empties;  /* with so many empties or fewer the end is searched early, */
    int pass_empties;   /* or with so many, in selective passes as far as the limits allow */
};

/* hard_ms: time that must not be exceeded, INT64_MAX if there is none; n_moves: legal ones. */
struct schedule schedule_make(const struct ofl_limits *limits, int level, int64_t hard_ms,
                              int n_moves);

/* Depth from which the leap to the end is made: enough to order the moves well, and in play, when
 * time may run out on the way, to move well. */
int schedule_leap_depth(int n_empties, bool is_play);

/* Depth and number of empties solved exactly at a level. */
void schedule_level(int level, int *depth, int *solve_empties);

#endif
