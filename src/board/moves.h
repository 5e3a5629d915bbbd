/* board/moves.h - legal moves and potential moves, for the CPU level of this build.
 *
 * Parallel prefix (Kogge-Stone): runs of opponents are grown from the player's
 * discs by 1, 2, 4 and 6 steps in each of eight directions, then one step more.
 * Masks of the inner columns stop runs at the board's edge. */
#ifndef BOARD_MOVES_H
#define BOARD_MOVES_H

#include <stdint.h>
#include "isa/isa.h"

#define MOVES_INNER_COLUMNS UINT64_C(0x7E7E7E7E7E7E7E7E)

#if HAVE_AVX2
#include <immintrin.h>

static inline uint64_t moves_legal(uint64_t player, uint64_t opponent)
{
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i mask = _mm256_set_epi64x((long long)MOVES_INNER_COLUMNS,
                                           (long long)MOVES_INNER_COLUMNS, -1,
                                           (long long)MOVES_INNER_COLUMNS);
    __m256i p = _mm256_set1_epi64x((long long)player);
    __m256i o = _mm256_and_si256(_mm256_set1_epi64x((long long)opponent), mask);
    __m256i left = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
    __m256i right = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
    left = _mm256_or_si256(left, _mm256_and_si256(o, _mm256_sllv_epi64(left, step)));
    right = _mm256_or_si256(right, _mm256_and_si256(o, _mm256_srlv_epi64(right, step)));
    __m256i pair_left = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
    __m256i pair_right = _mm256_srlv_epi64(pair_left, step);
    left = _mm256_or_si256(left, _mm256_and_si256(pair_left, _mm256_sllv_epi64(left, step2)));
    right = _mm256_or_si256(right, _mm256_and_si256(pair_right, _mm256_srlv_epi64(right, step2)));
    left = _mm256_or_si256(left, _mm256_and_si256(pair_left, _mm256_sllv_epi64(left, step2)));
    right = _mm256_or_si256(right, _mm256_and_si256(pair_right, _mm256_srlv_epi64(right, step2)));
    __m256i all = _mm256_or_si256(_mm256_sllv_epi64(left, step), _mm256_srlv_epi64(right, step));
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half) & ~(player | opponent);
}

#else

static inline uint64_t moves_along(uint64_t p, uint64_t o, int step)
{
    uint64_t left = o & (p << step), right = o & (p >> step);
    left |= o & (left << step);
    right |= o & (right >> step);
    uint64_t pair_left = o & (o << step), pair_right = pair_left >> step;
    left |= pair_left & (left << 2 * step);
    right |= pair_right & (right >> 2 * step);
    left |= pair_left & (left << 2 * step);
    right |= pair_right & (right >> 2 * step);
    return (left << step) | (right >> step);
}

static inline uint64_t moves_legal(uint64_t player, uint64_t opponent)
{
    uint64_t inner = opponent & MOVES_INNER_COLUMNS;
    return (moves_along(player, inner, 1) | moves_along(player, opponent, 8) |
            moves_along(player, inner, 7) | moves_along(player, inner, 9)) &
           ~(player | opponent);
}

#endif

/* Empty squares next to an opponent's disc, in any of eight directions. */
static inline uint64_t moves_potential(uint64_t player, uint64_t opponent)
{
    uint64_t west_east = (opponent << 1 & UINT64_C(0xFEFEFEFEFEFEFEFE)) |
                         (opponent >> 1 & UINT64_C(0x7F7F7F7F7F7F7F7F));
    uint64_t rows = opponent | west_east;
    return (west_east | rows << 8 | rows >> 8) & ~(player | opponent);
}

#endif
