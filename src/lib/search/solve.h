/* search/solve.h - exact null-window search of the last empties (hot files only).
 *
 * All scores are discs for the side to move; a result <= alpha is an upper
 * bound, a result > alpha a lower bound. Squares are the empty ones. */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include "board/board_check.h"
#include "board/splat.h"
#include "isa/isa.h"
#include "search/search.h"

/* Less than any score, in discs: no move has been searched, or the move turns nothing. */
enum { SOLVE_NO_MOVE = -65 };

/* Score of a game that ends with `own` and `other` discs. */
static inline int solve_final(const struct worker *worker, int own, int other)
{
    assert(own >= 0 && other >= 0 && own + other <= 64);
    int difference = own - other;
    if (difference && !worker->raw_score)
        difference += difference > 0 ? 64 - own - other : own + other - 64;
    return difference;
}

/* Any position with n_empties <= LAST_EMPTIES. */
int ISA_FN(solve_last)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                       int n_empties);

/* The same with 4 empties. */
int ISA_FN(solve_4)(struct worker *worker, splat player, splat opponent, uint64_t empty, int alpha);

#endif
