/* search/worth.h - from what searches with contempt find to what is told. Pure functions.
 *
 * With contempt a search finds worths (search/contempt.h). What is told are scores: a draw as 0.
 * The proved worth of a move is its score as well, unless it lies where contempt has moved the draw
 * to, or between that and 0: there either side may have given up discs to have a draw or to avoid
 * one. `draw` is what a draw is worth to the side that the worth is of, 1/128 disc; 0: without
 * contempt all worths are scores. */
#ifndef SEARCH_WORTH_H
#define SEARCH_WORTH_H

#include <stdbool.h>
#include <outflank/engine.h>

/* What a draw is worth with this contempt, 1/100 disc: no whole number of discs, so that it is told
 * from scores. */
int worth_of_draw(int contempt_cd);

/* May the score of a move of this proved worth (1/100 disc) be another? */
bool worth_is_open(int draw, enum ofl_score_rule rule, int worth_cd);

/* Proved bounds, 1/128 disc, of the worth to those of the score. */
void worth_tell_bounds(int draw, int *low, int *high);

#endif
