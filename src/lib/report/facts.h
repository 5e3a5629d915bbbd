/* report/facts.h - what can be counted of a move and of the board behind it.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include <outflank/board.h>

/* Of a move by `own`; sets of squares and counts on the board behind it. */
struct move_facts {
    int square;
    int n_flips;
    uint64_t own, other;              /* discs */
    uint64_t moves_other, moves_own;  /* own's as if other passed */
    uint64_t stable_own, stable_other;
    int n_frontier;                   /* own discs with an empty square beside them */
    int n_potential;                  /* empty squares with an own disc beside them */
    int n_region;                     /* empty squares joined with `square` before the move, itself
                                         among them, along rows, columns and diagonals */
};

struct move_facts facts_of(ofl_board before, int square);

/* The squares of `empty` that are joined with one of them. */
uint64_t facts_region(uint64_t empty, int square);

/* `set` and its neighbours in all eight directions. */
uint64_t facts_grow(uint64_t set);

#endif
