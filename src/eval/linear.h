/* eval/linear.h - pattern ids updated move by move, and the linear
 * evaluation over them (hot files only).
 *
 * Vectors of the compiler, so one source serves every CPU level; only the table
 * reads differ (gather instructions where the level has them). All integers:
 * every level gives the same value. */
#ifndef EVAL_LINEAR_H
#define EVAL_LINEAR_H

#include "base/bits.h"
#include "board/moves.h"
#include "eval/pattern_rows.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "isa/isa.h"

#if HAVE_AVX2
#include <immintrin.h>
#endif

#if HAVE_AVX512
typedef uint16_t linear_lanes __attribute__((vector_size(64), aligned(64)));
#else
typedef uint16_t linear_lanes __attribute__((vector_size(32), aligned(32)));
#endif
enum { LINEAR_VECTORS = PATTERN_LANES * sizeof(uint16_t) / sizeof(linear_lanes) };

/* `to` = `from` after a disc on `square` turned `flips`. Discs of the colour the ids are kept for
 * (side 0) count nothing, the other's twice what an empty square does: its moves subtract. */
static inline void linear_update(struct pattern_ids *to, const struct pattern_ids *from,
                                 int square, uint64_t flips, int side)
{
    linear_lanes sum[LINEAR_VECTORS] UNINITIALIZED;
    UNROLLED
    for (int v = 0; v < LINEAR_VECTORS; v++)
        sum[v] = (linear_lanes){0};
    for (; flips; flips = bit_drop(flips)) {
        const linear_lanes *digits = (const linear_lanes *)pattern_square_digits[bit_first(flips)];
        UNROLLED
        for (int v = 0; v < LINEAR_VECTORS; v++)
            sum[v] += digits[v];
    }
    const linear_lanes *placed = (const linear_lanes *)pattern_square_digits[square];
    const linear_lanes *old = (const linear_lanes *)from->id;
    linear_lanes *new = (linear_lanes *)to->id;
    UNROLLED
    for (int v = 0; v < LINEAR_VECTORS; v++) {
        linear_lanes change = sum[v] + sum[v] + placed[v];
        new[v] = side ? old[v] + change : old[v] - change;
    }
}

/* Where the weights lie, in bytes: pattern_find_rows() of rows of one weight. */
enum { LINEAR_SHIFT = 1 };

#if HAVE_AVX512

static inline int linear_sum(const int16_t *weights, const uint32_t *at)
{
    __m512i sum = _mm512_setzero_si512();
    for (int lane = 0; lane < PATTERN_LANES; lane += 16) {
        __m512i pair = _mm512_i32gather_epi32(_mm512_load_si512(at + lane), weights, 1);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(pair, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
}

#elif HAVE_AVX2

static inline int linear_sum(const int16_t *weights, const uint32_t *at)
{
    __m256i sum = _mm256_setzero_si256();
    for (int lane = 0; lane < PATTERN_LANES; lane += 8) {
        __m256i place = _mm256_load_si256((const __m256i *)(at + lane));
        __m256i pair = _mm256_i32gather_epi32((const int *)weights, place, 1);
        sum = _mm256_add_epi32(sum, _mm256_srai_epi32(_mm256_slli_epi32(pair, 16), 16));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

#else

static inline int linear_sum(const int16_t *weights, const uint32_t *at)
{
    int sum = 0;
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
        sum += weights[at[lane] >> LINEAR_SHIFT];
    return sum;
}

#endif

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
static inline int linear_evaluate(const struct weights *weights, uint64_t player,
                                  uint64_t opponent, const struct pattern_ids *ids, int side)
{
    int ply = bit_count(player | opponent) - 4;
    const struct weights_ply *w = &weights->plies[ply < 0 ? 0 : ply];
    const struct moves_sides moves = moves_both(player, opponent);
    _Alignas(64) uint32_t at[PATTERN_LANES] UNINITIALIZED;
    pattern_find_rows((struct pattern_place){ids, side, moves.own, moves.other}, LINEAR_SHIFT, at);
    return score_bound(linear_sum(w->pattern, at) + w->own_mobility[bit_count(moves.own)] +
                       w->other_mobility[bit_count(moves.other)]);
}

#endif
