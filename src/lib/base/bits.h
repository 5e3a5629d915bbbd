/* base/bits.h - the few bit operations every module shares. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

static inline int bit_count(uint64_t b) { return __builtin_popcountll(b); }

/* Index of the lowest / highest set bit; b must not be 0. */
static inline int bit_first(uint64_t b) { return __builtin_ctzll(b); }
static inline int bit_last(uint64_t b) { return 63 - __builtin_clzll(b); }

static inline uint64_t bit_of(int square) { return UINT64_C(1) << square; }

/* for (int sq; b; b &= b - 1) with the index at hand:
 *     for (uint64_t left = moves; left; left = bit_drop(left)) { int sq = bit_first(left); ... } */
static inline uint64_t bit_drop(uint64_t b) { return b & (b - 1); }

/* Rows 1..8 to rows 8..1. */
static inline uint64_t bit_mirror_rows(uint64_t b) { return __builtin_bswap64(b); }

/* Columns a..h to columns h..a. */
static inline uint64_t bit_mirror_columns(uint64_t b)
{
    b = ((b >> 1) & UINT64_C(0x5555555555555555)) | ((b & UINT64_C(0x5555555555555555)) << 1);
    b = ((b >> 2) & UINT64_C(0x3333333333333333)) | ((b & UINT64_C(0x3333333333333333)) << 2);
    b = ((b >> 4) & UINT64_C(0x0F0F0F0F0F0F0F0F)) | ((b & UINT64_C(0x0F0F0F0F0F0F0F0F)) << 4);
    return b;
}

/* Exchanges rows and columns (mirror at the a1-h8 diagonal). */
static inline uint64_t bit_transpose(uint64_t b)
{
    uint64_t t = (b ^ (b >> 7)) & UINT64_C(0x00AA00AA00AA00AA);
    b ^= t ^ (t << 7);
    t = (b ^ (b >> 14)) & UINT64_C(0x0000CCCC0000CCCC);
    b ^= t ^ (t << 14);
    t = (b ^ (b >> 28)) & UINT64_C(0x00000000F0F0F0F0);
    return b ^ t ^ (t << 28);
}

#endif
