/* search/schedule.h - which iterations a search makes: how deep, and when it turns to the end.
 * Pure functions. */
#ifndef SEARCH_SCHEDULE_H
#define SEARCH_SCHEDULE_H

#include <outflank/engine.h>

struct schedule {
    int max_depth;       /* of iterations that do not reach the end */
    int instead_of_87;   /* selectivity of these where the option says 87 % (the default) */
    int end_empties;     /* with so many empties or fewer the end is searched early, in passes */
    int end_selectivity; /* of the last pass to the end */
};
_Static_assert(sizeof(struct schedule) == 4 * sizeof(int), "no padding: tests compare it");

/* hard_ms: time that must not be exceeded, in the opponent's time that of the move to come,
 * INT64_MAX if there is none; n_moves: legal ones. */
struct schedule schedule_make(const struct ofl_limits *limits, int level, int n_empties,
                              int64_t hard_ms, int n_moves);

/* Depth from which the leap to the end is made: enough to order the moves well, and in play, when
 * time may run out on the way, to move well. */
int schedule_leap_depth(int n_empties, bool is_play);

/* Depth of play at a level, 0..60. */
int schedule_level_depth(int level);

/* At a level the end is searched from so many empties, at least as surely as `selectivity`. */
int schedule_level_empties(int level, int selectivity);

#endif
