/* cli/selftest.c - implements selftest.h.
 *
 * Half of the boards are met in random games; the others are random bits, sparse
 * to full, which no game ever reaches but every kernel must treat alike. */
#include "cli/selftest.h"

#include <stddef.h>

#include "base/bits.h"
#include "base/rng.h"

enum { PERFT_DEPTH = 6, PERFT_LEAVES = 8200 };

static ofl_board random_bits(struct rng *rng)
{
    uint64_t discs = rng_next(rng);
    uint32_t density = rng_below(rng, 3);
    if (density == 0)
        discs &= rng_next(rng);
    else if (density == 2)
        discs |= rng_next(rng);
    uint64_t mine = rng_next(rng) & discs;
    return (ofl_board){.player = mine, .opponent = discs & ~mine};
}

/* One move further by the rules of plain C; a new game when this one is over. */
static ofl_board random_step(struct rng *rng, ofl_board board)
{
    const struct kernel *plain = kernel_at(0);
    uint64_t moves = plain->legal_moves(board);
    if (!moves) {
        board = ofl_swap(board);
        return plain->legal_moves(board) ? board : ofl_position_start().board;
    }
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip; skip--)
        moves = bit_drop(moves);
    int square = bit_first(moves);
    uint64_t flips = plain->flips(board, square);
    return (ofl_board){.player = board.opponent & ~flips,
                       .opponent = board.player | flips | bit_of(square)};
}

static const char *compare(const struct kernel *kernel, const struct weights *weights,
                           ofl_board board)
{
    const struct kernel *plain = kernel_at(0);
    if (kernel->legal_moves(board) != plain->legal_moves(board))
        return "legal moves differ from plain C";
    if (kernel->potential_moves(board) != plain->potential_moves(board))
        return "potential moves differ from plain C";
    if (kernel->stable_discs(board) != plain->stable_discs(board))
        return "stable discs differ from plain C";
    if (kernel->evaluate(board) != plain->evaluate(board))
        return "classical evaluations differ from plain C";
    if (weights &&
        kernel->evaluate_trained(weights, board) != plain->evaluate_trained(weights, board))
        return "trained evaluations differ from plain C";
    for (uint64_t left = ~(board.player | board.opponent); left; left = bit_drop(left)) {
        int square = bit_first(left);
        if (kernel->flips(board, square) != plain->flips(board, square))
            return "flips differ from plain C";
        if (kernel->last_flip_counts(board.player, square) !=
            plain->last_flip_counts(board.player, square))
            return "flip counts of the last move differ from plain C";
    }
    return NULL;
}

const char *selftest_kernel(const struct kernel *kernel, const struct weights *weights,
                            uint64_t seed, int n_boards)
{
    struct rng rng = rng_seeded(seed);
    ofl_board board = ofl_position_start().board;
    const char *fault = NULL;
    for (int i = 0; !fault && i < n_boards; i++) {
        board = random_step(&rng, board);
        fault = compare(kernel, weights, i & 1 ? random_bits(&rng) : board);
    }
    ofl_board start = ofl_position_start().board;
    if (!fault && kernel->perft(start, PERFT_DEPTH, OFL_PERFT_A) != PERFT_LEAVES)
        fault = "perft 6 is not 8200";
    return fault;
}
