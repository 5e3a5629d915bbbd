/* board/squares.h - sets of squares that several modules speak of, and how many plies there are. */
#ifndef BOARD_SQUARES_H
#define BOARD_SQUARES_H

#include <stdint.h>

#include "base/bits.h"

/* Numbers of empty squares, 0..60, and of plies from the start, which has 60. */
enum { BOARD_PLIES = 61 };

#define SQUARES_CORNERS UINT64_C(0x8100000000000081)
#define SQUARES_X UINT64_C(0x0042000000004200) /* b2 g2 b7 g7 */

/* One bit, the lowest, for each 4x4 quadrant with an odd number of squares of the set. */
static inline uint64_t squares_odd_quadrant_bits(uint64_t set)
{
    /* Parity of each half row, folded over the four rows of a quadrant. */
    uint64_t p = set ^ set >> 16;
    p ^= p >> 8;
    p &= UINT64_C(0x000000FF000000FF);
    p ^= p >> 2;
    p ^= p >> 1;
    return p & UINT64_C(0x0000001100000011);
}

/* The squares of the set in such quadrants. */
static inline uint64_t squares_in_odd_quadrants(uint64_t set)
{
    return squares_odd_quadrant_bits(set) * UINT64_C(0x0F0F0F0F) & set;
}

/* The number of moves, corners counted twice: what fastest-first orders by. */
static inline int squares_mobility(uint64_t moves)
{
    return bit_count(moves) + bit_count(moves & SQUARES_CORNERS);
}

#endif
