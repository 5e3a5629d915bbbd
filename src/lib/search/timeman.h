/* search/timeman.h - how long to think. Pure functions of clock and position. */
#ifndef SEARCH_TIMEMAN_H
#define SEARCH_TIMEMAN_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/engine.h>

/* From the start of the search, in ms; INT64_MAX when there is no time limit. */
struct time_plan {
    int64_t soft_ms; /* no new iteration is begun after about this: timeman_is_enough() */
    int64_t hard_ms; /* the search is stopped here */
    bool use_all;    /* what is left over is lost: nothing is saved for later moves */
};

/* What a move costs besides its search. */
struct time_loss {
    int overhead_ms; /* on its way: the option "move-overhead" */
    int late_ms;     /* searches of late ended so much after their time: see timeman_late_ms() */
};

/* Never plans more than the clock holds less a margin; with nothing left it
 * still allows 1 ms, in which a legal move is found. */
struct time_plan timeman_plan(const struct ofl_limits *limits, int n_empties,
                              struct time_loss loss);

/* The new late_ms after a search that ended so much after its time: on a busy machine the next one
 * may do so, too. */
int timeman_late_ms(int late_ms, int64_t after_ms);

/* After an iteration: should none be begun any more? `n_stable`: how many iterations before this
 * one, in a row, found the same best move. */
bool timeman_is_enough(struct time_plan plan, int64_t elapsed_ms, int n_stable);

#endif
