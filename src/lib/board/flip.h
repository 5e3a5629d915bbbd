/* board/flip.h - discs turned by a move, for the CPU level of this build.
 *
 * A ray from the square is settled by its nearest square that is not the
 * opponent's: if the mover has a disc there, all before it turn.
 * Rays to higher squares: the nearest is found by a carry through the
 * opponent's discs; rays to lower squares: by counting leading zeros.
 * Source: carry and lzcnt ideas of T. Okuhara's edax-reversi-AVX (read, not copied).
 * `flip` wants an empty square; on an occupied one it may return rubbish. */
#ifndef BOARD_FLIP_H
#define BOARD_FLIP_H

#include "board/tables.h"
#include "isa/isa.h"

#if HAVE_AVX2
#include <immintrin.h>

static inline uint64_t flip_reduce(__m256i v)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}
#endif

/* What turns along a ray to lower squares. */
static inline uint64_t flip_down(uint64_t player, uint64_t opponent, uint64_t ray)
{
    /* "| 1" only matters when the whole ray is the opponent's; a1 is then no anchor. */
    uint64_t nearest = (UINT64_C(1) << 63) >> __builtin_clzll((~opponent & ray) | 1);
    uint64_t anchor = nearest & ray & player;
    return (0 - 2 * anchor) & ray;
}

#if HAVE_AVX512

/* Four partial results, to be or-ed together; who only tests for zero saves the reduction. */
static inline __m256i flip_lanes(__m256i player, __m256i opponent, int square)
{
    const __m256i up = _mm256_load_si256((const __m256i *)ray_masks[square]);
    const __m256i down = _mm256_load_si256((const __m256i *)(ray_masks[square] + 4));
    /* Lower squares: nearest = highest bit of ray & ~opponent. */
    __m256i near_down = _mm256_srlv_epi64(_mm256_set1_epi64x((long long)(UINT64_C(1) << 63)),
                                          _mm256_lzcnt_epi64(_mm256_andnot_si256(opponent, down)));
    __m256i anchor = _mm256_and_si256(near_down, player);
    __m256i above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(anchor, anchor));
    /* Higher squares: adding 1 carries through everything that is not a hole in the ray. */
    __m256i filled = _mm256_ternarylogic_epi64(opponent, up, up, 0xF3); /* opponent | ~up */
    __m256i carried = _mm256_sub_epi64(filled, _mm256_set1_epi64x(-1));
    __mmask8 held = _mm256_test_epi64_mask(_mm256_and_si256(carried, up), player);
    __m256i run = _mm256_maskz_andnot_epi64(held, carried, _mm256_and_si256(opponent, up));
    /* (above & down) | run */
    return _mm256_ternarylogic_epi64(above, down, run, 0xEA);
}

static inline uint64_t flip(uint64_t player, uint64_t opponent, int square)
{
    return flip_reduce(flip_lanes(_mm256_set1_epi64x((long long)player),
                                  _mm256_set1_epi64x((long long)opponent), square));
}

#elif HAVE_AVX2

static inline __m256i flip_lanes(__m256i player, __m256i opponent, int square)
{
    const __m256i up = _mm256_load_si256((const __m256i *)ray_masks[square]);
    const __m256i down = _mm256_load_si256((const __m256i *)(ray_masks[square] + 4));
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const __m256i step2 = _mm256_add_epi64(step, step), step4 = _mm256_add_epi64(step2, step2);
    const __m256i zero = _mm256_setzero_si256();
    /* Lower squares, without lzcnt: smear the non-opponents away from the square; what stays clear
     * is the run of opponents next to it. It ends at a disc of the player if the highest
     * non-opponent is one, so if his discs are the larger number: that is known before the smear
     * is (bit 63 is in no such ray). */
    const __m256i others = _mm256_andnot_si256(opponent, down);
    const __m256i is_held = _mm256_cmpgt_epi64(_mm256_and_si256(others, player),
                                               _mm256_andnot_si256(player, others));
    __m256i smear = _mm256_or_si256(others, _mm256_srlv_epi64(others, step));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, step2));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, step4));
    const __m256i below = _mm256_andnot_si256(smear, _mm256_and_si256(down, is_held));
    /* Higher squares: carry. */
    __m256i filled = _mm256_or_si256(opponent, _mm256_xor_si256(up, _mm256_set1_epi64x(-1)));
    __m256i carried = _mm256_sub_epi64(filled, _mm256_set1_epi64x(-1));
    __m256i anchor = _mm256_and_si256(_mm256_and_si256(carried, up), player);
    __m256i run = _mm256_andnot_si256(carried, _mm256_and_si256(opponent, up));
    run = _mm256_andnot_si256(_mm256_cmpeq_epi64(anchor, zero), run);
    return _mm256_or_si256(below, run);
}

static inline uint64_t flip(uint64_t player, uint64_t opponent, int square)
{
    return flip_reduce(flip_lanes(_mm256_set1_epi64x((long long)player),
                                  _mm256_set1_epi64x((long long)opponent), square));
}

#elif HAVE_NEON
#include "board/pair_neon.h"

static inline uint64_t flip(uint64_t player, uint64_t opponent, int square)
{
    return pair_merged(pair_flip(pair_of(player), pair_of(opponent), square));
}

#elif HAVE_SIMD128
#include <wasm_simd128.h>

/* What turns along two rays to higher squares. */
static inline v128_t flip_up(v128_t player, v128_t opponent, v128_t ray)
{
    const v128_t others = wasm_v128_andnot(ray, opponent);
    const v128_t less = wasm_i64x2_add(others, wasm_i64x2_const_splat(-1));
    const v128_t anchor = wasm_v128_and(wasm_v128_andnot(others, less), player);
    const v128_t run = wasm_v128_and(wasm_v128_andnot(less, others), ray);
    return wasm_v128_andnot(run, wasm_i64x2_eq(anchor, wasm_i64x2_const_splat(0)));
}

/* Rays to lower squares are numbers: vectors cannot count zeros. */
static inline uint64_t flip(uint64_t player, uint64_t opponent, int square)
{
    const uint64_t *ray = ray_masks[square];
    const v128_t p = wasm_i64x2_splat((int64_t)player), o = wasm_i64x2_splat((int64_t)opponent);
    const v128_t up = wasm_v128_or(flip_up(p, o, wasm_v128_load(ray)),
                                   flip_up(p, o, wasm_v128_load(ray + 2)));
    uint64_t flips = 0;
    UNROLLED
    for (int d = 4; d < 8; d++)
        flips |= flip_down(player, opponent, ray[d]);
    return flips | (uint64_t)wasm_i64x2_extract_lane(up, 0) |
           (uint64_t)wasm_i64x2_extract_lane(up, 1);
}

#else

static inline uint64_t flip(uint64_t player, uint64_t opponent, int square)
{
    const uint64_t *ray = ray_masks[square];
    uint64_t flips = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t anchor = ((opponent | ~ray[d]) + 1) & ray[d] & player;
        flips |= (anchor - (anchor != 0)) & ray[d];
    }
    for (int d = 4; d < 8; d++)
        flips |= flip_down(player, opponent, ray[d]);
    return flips;
}

#endif
#endif
