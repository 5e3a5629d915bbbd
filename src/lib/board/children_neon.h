/* board/children_neon.h - one child at a time (board/children.h), its board a pair, ARM64. */
#ifndef BOARD_CHILDREN_NEON_H
#define BOARD_CHILDREN_NEON_H

#include "base/bits.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/splat.h"

enum { CHILDREN_STEP = 1 };
struct children_of { splat player, opponent; };

static inline struct children_of children_of(uint64_t player, uint64_t opponent)
{
    return (struct children_of){splat_of(player), splat_of(opponent)};
}

static inline uint64_t children_step(const struct children_of *board, uint64_t moves,
                                     struct child to[CHILDREN_STEP])
{
    const int square = bit_first(moves);
    const splat flips = splat_all(splat_flip(board->player, board->opponent, square));
    const splat next_player = veorq_u64(board->opponent, flips);
    const splat next_opponent = veorq_u64(splat_placed(board->player, square), flips);
    const uint64x2_t replies = pair_moves(next_player, next_opponent);
    const uint64x2_t potential = pair_neighbours(next_opponent);
    /* Both sets are merged at once. */
    const uint64x2_t both = vorrq_u64(vzip1q_u64(replies, potential),
                                      pair_reversed(vzip2q_u64(replies, potential)));
    const uint64x2_t occupied = vdupq_laneq_u64(vorrq_u64(next_player, next_opponent), 0);
    to->flips = splat_discs(flips);
    vst1q_u64(&to->replies, vbicq_u64(both, occupied));
    to->square = (uint64_t)square;
    return bit_drop(moves);
}

#endif
