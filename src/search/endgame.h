/* search/endgame.h - exact null-window search of 1..ENDGAME_EMPTIES empties (hot files only). */
#ifndef SEARCH_ENDGAME_H
#define SEARCH_ENDGAME_H

#include "isa/isa.h"
#include "search/search.h"

/* Discs; a result <= alpha is an upper bound, a result > alpha a lower bound. */
int ISA_FN(endgame_nws)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                        int n_empties);

/* Upper bound of the score, in discs, from the opponent's stable discs; only
 * worth its time when alpha is high, so it returns 64 below a threshold. */
int ISA_FN(endgame_stability_bound)(uint64_t player, uint64_t opponent, int alpha, int n_empties);

#endif
