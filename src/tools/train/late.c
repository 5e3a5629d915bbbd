/* train/late.c - a plain alpha-beta to the end of the game.
 *
 * Simple on purpose: labels must not depend on the search they help to train.
 * Moves that leave the opponent the fewest moves come first. */
#include "train/late.h"

#include "base/bits.h"
#include "isa/kernel.h"

struct late_move { ofl_board after; int mobility; };

static ofl_board played(ofl_board board, int square)
{
    const uint64_t flips = kernel()->flips(board, square);
    return (ofl_board){board.opponent & ~flips, board.player | flips | bit_of(square)};
}

/* The moves, the opponent's mobility rising. */
static int ordered_moves(ofl_board board, uint64_t moves, struct late_move *list)
{
    int n = 0;
    for (; moves; moves = bit_drop(moves)) {
        const ofl_board after = played(board, bit_first(moves));
        const int mobility = bit_count(kernel()->legal_moves(after));
        int at = n++;
        for (; at > 0 && list[at - 1].mobility > mobility; at--)
            list[at] = list[at - 1];
        list[at] = (struct late_move){after, mobility};
    }
    return n;
}

int late_search(ofl_board board, int alpha, int beta)
{
    const uint64_t moves = kernel()->legal_moves(board);
    if (!moves) {
        const ofl_board swapped = ofl_swap(board);
        if (kernel()->legal_moves(swapped))
            return -late_search(swapped, -beta, -alpha);
        return ofl_score(board, OFL_SCORE_TOURNAMENT);
    }
    struct late_move list[OFL_MAX_MOVES];
    const int n = ordered_moves(board, moves, list);
    int best = -64;
    for (int i = 0; i < n && best < beta; i++) {
        const int value = -late_search(list[i].after, -beta, best > alpha ? -best : -alpha);
        if (value > best)
            best = value;
    }
    return best;
}
