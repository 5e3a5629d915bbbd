/* eval/classical_at.h - the terms of a board, for cold code (by the kernel in force). */
#ifndef EVAL_CLASSICAL_AT_H
#define EVAL_CLASSICAL_AT_H

#include "eval/classical_terms.h"
#include "isa/kernel.h"

static inline struct classical_terms classical_terms_at(ofl_board board)
{
    const struct kernel *k = kernel();
    const ofl_board swapped = {board.opponent, board.player};
    const ofl_board holes = {0, ~(board.player | board.opponent)};
    const struct classical_sets sets = {
        .moves = {k->legal_moves(board), k->legal_moves(swapped)},
        .potential = {k->potential_moves(board), k->potential_moves(swapped)},
        .stable = {k->stable_discs(board), k->stable_discs(swapped)},
        .border = k->potential_moves(holes),
    };
    return classical_terms_of(board, &sets);
}

#endif
