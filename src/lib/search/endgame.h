/* search/endgame.h - exact null-window search of 1..ENDGAME_EMPTIES empties, and of small
 * trees with more (hot files only). */
#ifndef SEARCH_ENDGAME_H
#define SEARCH_ENDGAME_H

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

/* Discs; a result <= alpha is an upper bound, a result > alpha a lower bound. */
int ISA_FN(endgame_nws)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                        int n_empties);

/* The same of a position with more empties and these moves, whose tree is likely to be small
 * (smalltree_is_likely()): its player is taken to be `margin` (1/128 disc) ahead of alpha. Exact
 * searches only, since the cache that keeps the bounds knows no selectivity. The position has its
 * ids, and they are read until the search returns. worker->smalltree is overwritten. */
int ISA_FN(endgame_smalltree)(struct worker *worker, const struct position *position,
                              uint64_t moves, int alpha, int margin);

/* Upper bound of the score, in discs, from the opponent's stable discs; only
 * worth its time when alpha is high, so it returns 64 below a threshold. */
int ISA_FN(endgame_stability_bound)(uint64_t player, uint64_t opponent, int alpha, int n_empties);

#endif
