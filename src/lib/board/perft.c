/* board/perft.c - counts the leaves of the move tree (hot; one build per CPU level).
 *
 * The last ply is counted by the number of moves (bulk counting). Convention A
 * has its own function: it is the one that is timed. */
#include <outflank/board.h>

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/perft.h"
#include "isa/isa.h"

/* Two plies from the end in one loop without calls: the moves of one child are
 * counted while the flips of the next are on their way (+12 % leaves/s). */
static inline uint64_t count_a2(uint64_t player, uint64_t opponent, uint64_t moves)
{
    uint64_t leaves = 0;
    for (; moves; moves = bit_drop(moves)) {
        int square = bit_first(moves);
        uint64_t flips = flip(player, opponent, square);
        uint64_t replies = moves_legal(opponent ^ flips, player ^ flips ^ bit_of(square));
        /* No reply: the pass, or the finished game, is the one leaf. */
        leaves += replies ? (uint64_t)bit_count(replies) : 1;
    }
    return leaves;
}

static uint64_t count_a(uint64_t player, uint64_t opponent, int depth)
{
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (depth == 1 || !moves_legal(opponent, player))
            return 1; /* the pass, or the finished game */
        return count_a(opponent, player, depth - 1);
    }
    if (depth == 1)
        return (uint64_t)bit_count(moves);
    if (depth == 2)
        return count_a2(player, opponent, moves);
    uint64_t leaves = 0;
    for (; moves; moves = bit_drop(moves)) {
        int square = bit_first(moves);
        uint64_t flips = flip(player, opponent, square);
        leaves += count_a(opponent ^ flips, player ^ flips ^ bit_of(square), depth - 1);
    }
    return leaves;
}

static uint64_t count(uint64_t player, uint64_t opponent, int depth, enum ofl_perft_rule rule)
{
    if (depth == 0)
        return 1;
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (moves_legal(opponent, player)) {
            bool is_ply = rule == OFL_PERFT_B || rule == OFL_PERFT_E;
            return count(opponent, player, depth - is_ply, rule);
        }
        return rule == OFL_PERFT_D || (rule == OFL_PERFT_E && depth == 1);
    }
    uint64_t leaves = 0;
    for (; moves; moves = bit_drop(moves)) {
        int square = bit_first(moves);
        uint64_t flips = flip(player, opponent, square);
        leaves += count(opponent ^ flips, player ^ flips ^ bit_of(square), depth - 1, rule);
    }
    return leaves;
}

uint64_t ISA_FN(perft)(ofl_board board, int depth, enum ofl_perft_rule rule)
{
    if (depth <= 0)
        return 1;
    return rule == OFL_PERFT_A ? count_a(board.player, board.opponent, depth)
                               : count(board.player, board.opponent, depth, rule);
}
