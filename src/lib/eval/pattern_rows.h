/* eval/pattern_rows.h - where in a table of rows, one a configuration, those of a board lie (hot
 * files only). */
#ifndef EVAL_PATTERN_ROWS_H
#define EVAL_PATTERN_ROWS_H

#include <assert.h>

#include "eval/pattern.h"
#include "eval/pattern_moves.h"
#include "isa/isa.h"

#if HAVE_AVX512
#include <immintrin.h>
#endif

/* A position whose rows are wanted. `side`: 0 if the ids are kept for the mover's colour; legal
 * moves of the side to move and of the other. */
struct pattern_place { const struct pattern_ids *ids; int side; uint64_t own, other; };

#if HAVE_AVX512

_Static_assert(PATTERN_MOVE_LANES == 16 && PATTERN_LANES % 32 == 0, "half of the last vector");
_Static_assert(PATTERN_MOVE_SQUARES % 2 == 0, "two digits of all lanes at a time");

/* What the moves add to the last 16 of 32 lanes. The moves as words by square are two vectors; one
 * permutation picks the squares of two digits of all lanes out of them. */
static inline __m512i pattern_moves_added(uint64_t own, uint64_t other)
{
    const __m512i one = _mm512_set1_epi16(1);
    __m512i low = _mm512_maskz_mov_epi16((__mmask32)other, one);
    __m512i high = _mm512_maskz_mov_epi16((__mmask32)(other >> 32), one);
    low = _mm512_mask_sub_epi16(low, (__mmask32)own, low, one);
    high = _mm512_mask_sub_epi16(high, (__mmask32)(own >> 32), high, one);
    __m512i sum = _mm512_setzero_si512();
    UNROLLED
    for (int k = 0; k < PATTERN_MOVE_SQUARES; k += 2) {
        const __m512i digits =
            _mm512_permutex2var_epi16(low, _mm512_load_si512(pattern_move_squares[k]), high);
        sum = _mm512_add_epi16(
            sum, _mm512_mullo_epi16(digits, _mm512_load_si512(pattern_move_worth[k])));
    }
    const __m512i even = _mm512_maskz_shuffle_i64x2(0xF0, sum, sum, 0x44);
    return _mm512_add_epi16(even, _mm512_maskz_mov_epi64(0xF0, sum));
}

#endif

/* By lane, in bytes from the first row; rows of 2^shift bytes. */
static inline void pattern_find_rows(struct pattern_place place, unsigned shift,
                                     uint32_t at[static PATTERN_LANES])
{
    const uint16_t *ids = place.ids->id;
    assert(place.side == 0 || place.side == 1);
    for (int lane = 0; lane < PATTERN_LANES; lane++)
        assert(ids[lane] <= pattern_lane_max[lane]);
#if HAVE_AVX512
    const __mmask32 is_mirrored = place.side ? ~(__mmask32)0 : 0;
    UNROLLED
    for (int lane = 0; lane < PATTERN_LANES; lane += 32) {
        __m512i id = _mm512_load_si512(ids + lane);
        id = _mm512_mask_sub_epi16(id, is_mirrored, _mm512_load_si512(pattern_lane_max + lane),
                                   id);
        if (lane + 32 > PATTERN_FIRST_MOVE_LANE)
            id = _mm512_add_epi16(id, pattern_moves_added(place.own, place.other));
        for (int half = 0; half < 2; half++) {
            __m512i config = _mm512_add_epi32(
                _mm512_cvtepu16_epi32(half ? _mm512_extracti64x4_epi64(id, 1)
                                           : _mm512_castsi512_si256(id)),
                _mm512_load_si512(pattern_lane_offsets + lane + 16 * half));
            _mm512_store_si512(at + lane + 16 * half, _mm512_slli_epi32(config, shift));
        }
    }
#else
    _Alignas(64) uint16_t configs[PATTERN_LANES] UNINITIALIZED;
    for (int lane = 0; lane < PATTERN_LANES; lane++)
        configs[lane] = place.side ? (uint16_t)(pattern_lane_max[lane] - ids[lane]) : ids[lane];
    pattern_add_moves(place.own, place.other, configs + PATTERN_FIRST_MOVE_LANE);
    for (int lane = 0; lane < PATTERN_LANES; lane++)
        at[lane] = (configs[lane] + pattern_lane_offsets[lane]) << shift;
#endif
}

_Static_assert(PATTERN_LANES == PATTERN_FIRST_MOVE_LANE + PATTERN_MOVE_LANES, "the last lanes");

#endif
