/* eval/classical.c - the classical evaluation, one build per CPU level.
 *
 * A sum of table values, all integers: every level, compiler and optimisation
 * gives the same result. */
#include "board/moves.h"
#include "board/stability.h"
#include "eval/classical_terms.h"
#include "eval/eval.h"
#include "eval/score.h"

int ISA_FN(eval_classical)(ofl_board board)
{
    const uint64_t own = board.player, other = board.opponent;
    struct classical_sets sets = {
        .moves = {moves_legal(own, other), moves_legal(other, own)},
        .potential = {moves_potential(own, other), moves_potential(other, own)},
        .border = moves_potential(0, ~(own | other)),
    };
    stability_both(own, other, sets.stable);
    const struct classical_terms t = classical_terms_of(board, &sets);
    int sum = classical_parity_weights[t.empties][t.odd_quadrants];
    for (int term = 0; term < CLASSICAL_N_COUNTS; term++)
        sum += classical_count_sum(&t, term);
    sum *= CLASSICAL_SHAPE_STEP;
    sum += classical_shape_sum(classical_edge_weights, t.edge, 4, t.empties);
    sum += classical_shape_sum(classical_block_weights, t.block, 4, t.empties);
    sum += classical_shape_sum(classical_second_weights, t.second, 4, t.empties);
    sum += classical_shape_sum(classical_diagonal_weights, t.diagonal, 2, t.empties);
    return score_bound(classical_round(sum));
}
