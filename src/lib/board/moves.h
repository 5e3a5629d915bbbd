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

/* Moves of the player, and of the opponent if it were their turn. */
struct moves_sides { uint64_t own, other; };

#if HAVE_AVX2
#include <immintrin.h>

/* Four partial results, to be or-ed together, occupied squares included. All four lanes of a side
 * are alike. */
static inline __m256i moves_lanes(__m256i p, __m256i opponent)
{
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_set_epi64x(18, 14, 16, 2);
    const long long inner = (long long)MOVES_INNER_COLUMNS;
    const __m256i o = _mm256_and_si256(opponent, _mm256_set_epi64x(inner, inner, -1, inner));
    __m256i left = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
    __m256i right = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
    left = _mm256_or_si256(left, _mm256_and_si256(o, _mm256_sllv_epi64(left, step)));
    right = _mm256_or_si256(right, _mm256_and_si256(o, _mm256_srlv_epi64(right, step)));
    const __m256i pair_left = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
    const __m256i pair_right = _mm256_srlv_epi64(pair_left, step);
    for (int i = 0; i < 2; i++) {
        left = _mm256_or_si256(left, _mm256_and_si256(pair_left, _mm256_sllv_epi64(left, step2)));
        right = _mm256_or_si256(right,
                                _mm256_and_si256(pair_right, _mm256_srlv_epi64(right, step2)));
    }
    return _mm256_or_si256(_mm256_sllv_epi64(left, step), _mm256_srlv_epi64(right, step));
}

static inline uint64_t moves_legal(uint64_t player, uint64_t opponent)
{
    const __m256i all = moves_lanes(_mm256_set1_epi64x((long long)player),
                                    _mm256_set1_epi64x((long long)opponent));
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half) & ~(player | opponent);
}

#else

#if HAVE_NEON
#include "board/pair_neon.h"

static inline uint64_t moves_legal(uint64_t player, uint64_t opponent)
{
    return pair_merged(pair_moves(pair_of(player), pair_of(opponent))) & ~(player | opponent);
}

#else
#if HAVE_SIMD128
#include "board/moves_simd128.h"
#endif

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

/* To the left a carry runs through the opponents. It leaves others of them in the result, which are
 * occupied squares. */
static inline uint64_t moves_along_rows(uint64_t p, uint64_t inner)
{
    uint64_t right = inner & p >> 1, pair = inner & inner >> 1;
    right |= inner & right >> 1;
    right |= pair & right >> 2;
    right |= pair & right >> 2;
    return ((inner & p << 1) + inner) | right >> 1;
}

static inline uint64_t moves_legal(uint64_t player, uint64_t opponent)
{
    uint64_t inner = opponent & MOVES_INNER_COLUMNS;
    return (moves_along_rows(player, inner) | moves_along(player, opponent, 8) |
            moves_along(player, inner, 7) | moves_along(player, inner, 9)) &
           ~(player | opponent);
}

#endif
#endif

#if HAVE_AVX512

/* Both sides at once, a half of the vectors each. */
static inline struct moves_sides moves_both(uint64_t player, uint64_t opponent)
{
    const __m512i step = _mm512_set_epi64(9, 7, 8, 1, 9, 7, 8, 1);
    const __m512i step2 = _mm512_slli_epi64(step, 1);
    const long long inner = (long long)MOVES_INNER_COLUMNS;
    const __m512i mask = _mm512_set_epi64(inner, inner, -1, inner, inner, inner, -1, inner);
    __m512i p = _mm512_inserti64x4(_mm512_set1_epi64((long long)player),
                                   _mm256_set1_epi64x((long long)opponent), 1);
    __m512i o = _mm512_and_si512(_mm512_shuffle_i64x2(p, p, 0x4E), mask);
    __m512i left = _mm512_and_si512(o, _mm512_sllv_epi64(p, step));
    __m512i right = _mm512_and_si512(o, _mm512_srlv_epi64(p, step));
    left = _mm512_or_si512(left, _mm512_and_si512(o, _mm512_sllv_epi64(left, step)));
    right = _mm512_or_si512(right, _mm512_and_si512(o, _mm512_srlv_epi64(right, step)));
    __m512i pair_left = _mm512_and_si512(o, _mm512_sllv_epi64(o, step));
    __m512i pair_right = _mm512_srlv_epi64(pair_left, step);
    for (int i = 0; i < 2; i++) {
        left = _mm512_or_si512(left, _mm512_and_si512(pair_left, _mm512_sllv_epi64(left, step2)));
        right = _mm512_or_si512(right,
                                _mm512_and_si512(pair_right, _mm512_srlv_epi64(right, step2)));
    }
    __m512i all = _mm512_or_si512(_mm512_sllv_epi64(left, step), _mm512_srlv_epi64(right, step));
    all = _mm512_or_si512(all, _mm512_shuffle_i64x2(all, all, 0xB1));
    all = _mm512_or_si512(all, _mm512_shuffle_epi32(all, 0x4E));
    const uint64_t empty = ~(player | opponent);
    uint64_t own = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(all));
    uint64_t other = (uint64_t)_mm_cvtsi128_si64(_mm512_extracti64x2_epi64(all, 2));
    return (struct moves_sides){own & empty, other & empty};
}

#elif !HAVE_SIMD128
static inline struct moves_sides moves_both(uint64_t player, uint64_t opponent)
{
    return (struct moves_sides){moves_legal(player, opponent), moves_legal(opponent, player)};
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
