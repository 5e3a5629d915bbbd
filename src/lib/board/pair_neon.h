/* board/pair_neon.h - flips and moves of a pair: a board and, in the second lane, the same with the
 * order of its 64 bits reversed. ARM64.
 *
 * What goes to lower squares goes to higher ones in the reverse. So both lanes do the same, lines
 * towards lower squares have the carry, too, and all shifts are by constants. */
#ifndef BOARD_PAIR_NEON_H
#define BOARD_PAIR_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>
#include "board/tables.h"

/* Each lane reversed. */
static inline uint64x2_t pair_reversed(uint64x2_t lanes)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(lanes))));
}

static inline uint64x2_t pair_of(uint64_t discs)
{
    const uint64x2_t both = vdupq_n_u64(discs);
    return vzip1q_u64(both, pair_reversed(both));
}

/* The lanes change places and are reversed: for a pair the same. */
static inline uint64x2_t pair_turned(uint64x2_t lanes)
{
    lanes = pair_reversed(lanes);
    return vextq_u64(lanes, lanes, 1);
}

/* The squares in either lane, as a board. */
static inline uint64_t pair_merged(uint64x2_t lanes)
{
    return vgetq_lane_u64(vorrq_u64(lanes, pair_turned(lanes)), 0);
}

static inline bool pair_any(uint64x2_t lanes)
{
    return vmaxvq_u32(vreinterpretq_u32_u64(lanes)) != 0;
}

/* What turns along one ray to higher squares: a borrow runs to its first square that is not the
 * opponent's. */
static inline uint64x2_t pair_flip_ray(uint64x2_t player, uint64x2_t opponent, const uint64_t *at)
{
    const uint64x2_t ray = vld1q_u64(at), others = vbicq_u64(ray, opponent);
    const uint64x2_t less = vaddq_u64(others, vdupq_n_u64(UINT64_MAX));
    const uint64x2_t is_held = vtstq_u64(vbicq_u64(others, less), player);
    return vandq_u64(vandq_u64(vbicq_u64(less, others), ray), is_held);
}

/* Each lane has what turns along its four rays; who only tests for zero needs no more. */
static inline uint64x2_t pair_flip(uint64x2_t player, uint64x2_t opponent, int square)
{
    const uint64_t (*rays)[2] = ray_pairs[square];
    return vorrq_u64(vorrq_u64(pair_flip_ray(player, opponent, rays[0]),
                               pair_flip_ray(player, opponent, rays[1])),
                     vorrq_u64(pair_flip_ray(player, opponent, rays[2]),
                               pair_flip_ray(player, opponent, rays[3])));
}

/* Moves along one direction (moves_along() in board/moves.h). */
static inline uint64x2_t pair_moves_along(uint64x2_t p, uint64x2_t o, int step)
{
    uint64x2_t run = o & p << step;
    run |= o & run << step;
    const uint64x2_t two = o & o << step;
    run |= two & run << 2 * step;
    run |= two & run << 2 * step;
    return run << step;
}

/* Legal moves, occupied squares included, those of four directions in each lane. */
static inline uint64x2_t pair_moves(uint64x2_t p, uint64x2_t o)
{
    const uint64x2_t inner = vandq_u64(o, vdupq_n_u64(UINT64_C(0x7E7E7E7E7E7E7E7E)));
    /* Along rows a carry runs through the opponents; it leaves some of them in the result. */
    const uint64x2_t rows = vaddq_u64(vandq_u64(inner, vshlq_n_u64(p, 1)), inner);
    return vorrq_u64(vorrq_u64(rows, pair_moves_along(p, o, 8)),
                     vorrq_u64(pair_moves_along(p, inner, 7), pair_moves_along(p, inner, 9)));
}

/* Neighbours of discs, occupied squares included, those of four directions in each lane. */
static inline uint64x2_t pair_neighbours(uint64x2_t discs)
{
    const uint64x2_t not_a = vdupq_n_u64(UINT64_C(0xFEFEFEFEFEFEFEFE));
    const uint64x2_t not_h = vdupq_n_u64(UINT64_C(0x7F7F7F7F7F7F7F7F));
    const uint64x2_t next = vandq_u64(vshlq_n_u64(discs, 1), not_a);
    return vorrq_u64(vorrq_u64(next, vshlq_n_u64(vorrq_u64(discs, next), 8)),
                     vandq_u64(vshlq_n_u64(discs, 7), not_h));
}

#endif
