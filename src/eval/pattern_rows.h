/* eval/pattern_rows.h - where in a table of rows, one a configuration, those of a board lie (hot
 * files only). */
#ifndef EVAL_PATTERN_ROWS_H
#define EVAL_PATTERN_ROWS_H

#include "eval/pattern.h"
#include "isa/isa.h"

#if HAVE_AVX512
#include <immintrin.h>
#endif

/* By lane, in bytes from the first row; rows of 2^shift bytes. `side`: 0 if the ids are kept for
 * the mover's colour. */
static inline void pattern_find_rows(const struct pattern_ids *ids, int side, unsigned shift,
                                     uint32_t at[static PATTERN_LANES])
{
#if HAVE_AVX512
    const __mmask32 is_mirrored = side ? ~(__mmask32)0 : 0;
    for (int lane = 0; lane < PATTERN_LANES; lane += 32) {
        __m512i id = _mm512_load_si512(ids->id + lane);
        id = _mm512_mask_sub_epi16(id, is_mirrored, _mm512_load_si512(pattern_lane_max + lane),
                                   id);
        for (int half = 0; half < 2; half++) {
            __m512i config = _mm512_add_epi32(
                _mm512_cvtepu16_epi32(half ? _mm512_extracti64x4_epi64(id, 1)
                                           : _mm512_castsi512_si256(id)),
                _mm512_load_si512(pattern_lane_offsets + lane + 16 * half));
            _mm512_store_si512(at + lane + 16 * half, _mm512_slli_epi32(config, shift));
        }
    }
#else
    for (int lane = 0; lane < PATTERN_LANES; lane++) {
        uint16_t id = ids->id[lane];
        id = side ? (uint16_t)(pattern_lane_max[lane] - id) : id;
        at[lane] = (id + pattern_lane_offsets[lane]) << shift;
    }
#endif
}

#endif
