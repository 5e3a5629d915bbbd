/* search/timeman.h - how long to think. Pure functions of clock and position. */
#ifndef SEARCH_TIMEMAN_H
#define SEARCH_TIMEMAN_H

#include <stdint.h>
#include <outflank/engine.h>

/* From the start of the search, in ms; INT64_MAX when there is no time limit. */
struct time_plan {
    int64_t soft_ms; /* no new iteration is begun after this: it would not be finished */
    int64_t hard_ms; /* the search is stopped here */
};

/* Never plans more than the clock holds less a margin; with nothing left it
 * still allows 1 ms, in which a legal move is found. */
struct time_plan timeman_plan(const struct ofl_limits *limits, int n_empties);

#endif
