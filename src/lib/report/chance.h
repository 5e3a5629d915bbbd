/* report/chance.h - what a value is worth: the expected score of a game between players who err.
 *
 * The expected score counts a win as 1, a draw as 1/2 and a loss as 0. It depends on the value in
 * discs and on how many squares are empty: a lead of 4 discs is worth more near the end.
 *
 *     E(v, e) = share * result(v) + (1 - share) * logistic((v - bias(e)) / spread(e))
 *
 * `share` of the games end as perfect play would; the others scatter, the more the more is left to
 * play. An estimate is not surely won or lost: result(v) is smoothed by the error of the search.
 * Where the constants come from: docs/lab/review.md, "Chances".
 *
 * Threads: functions touch only their arguments.
 */
#ifndef REPORT_CHANCE_H
#define REPORT_CHANCE_H

#include <stdbool.h>

/* A value for the side to move: 1/100 disc, whether it is proven, plies of the search behind it. */
struct chance_value {
    int score_cd;
    bool is_exact;
    int depth;
};

/* The expected score of the side to move, 0..1. */
double chance_of(struct chance_value value, int empties);

/* Standard error in discs of a value that a search of `depth` plies found; 0 if it is proven. */
double chance_error(struct chance_value value, int empties);

#endif
