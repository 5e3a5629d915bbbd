/* eval/network_avx512.h - the embedding network in vectors of 64 bytes (network_run.h).
 *
 * A row is one vector: lane t of 16 bytes holds turns t (even bytes) and 4 + t (odd ones), so
 * a turn of a pattern is an exchange of lanes. In the tail an input vector has four
 * channels of all eight turns in each half; turn_product(h, way) in place of h is a
 * permutation, and every output is a sum over the eight ways. */
#ifndef EVAL_NETWORK_AVX512_H
#define EVAL_NETWORK_AVX512_H

#include <immintrin.h>
#include "board/moves.h"
#include "eval/network.h"

/* Of the instances laid by one turn: the even sums and 256 times the odd ones, and the odd ones. */
struct network_sums { __m512i both, odd; };

static inline __m512i network_row(const uint8_t *rows, uint32_t at)
{
    return _mm512_load_si512((const void *)(rows + at));
}

/* Two rows at a time: their bytes do not overflow. Unrolled, or half the time goes into
 * finding rows. */
__attribute__((always_inline)) static inline struct network_sums
network_add(const uint8_t *rows, const uint32_t *at, int turn)
{
    static const uint8_t lanes[] = PATTERN_LANES_BY_TURN, first[] = PATTERN_TURN_FIRST;
    struct network_sums sums = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    const int end = first[turn + 1];
    UNROLLED
    for (int i = first[turn]; i < end; i += 2) {
        __m512i x = network_row(rows, at[lanes[i]]);
        if (i + 1 < end)
            x = _mm512_add_epi8(x, network_row(rows, at[lanes[i + 1]]));
        sums.both = _mm512_add_epi16(sums.both, x);
        sums.odd = _mm512_add_epi16(sums.odd, _mm512_srli_epi16(x, 8));
    }
    return sums;
}

/* x + y with its lanes exchanged: lane t takes that of 2 bits each in `from`. */
#define NETWORK_ADD_TURNED(x, y, from)                                                   \
    ((struct network_sums){                                                              \
        _mm512_add_epi16((x).both, _mm512_shuffle_i64x2((y).both, (y).both, (from))),    \
        _mm512_add_epi16((x).odd, _mm512_shuffle_i64x2((y).odd, (y).odd, (from)))})
enum { COLUMNS_MIRRORED = 0xB1, ROWS_MIRRORED = 0x4E, MIRRORS_EXCHANGED = 0xD8 };

/* S: turns 0..3 and turns 4..7. */
struct network_turns { __m512i even, odd; };

static inline struct network_turns network_sum(const uint8_t *rows, const uint32_t *at,
                                               network_v8 start)
{
    struct network_sums plain = NETWORK_ADD_TURNED(network_add(rows, at, 2),
                                                   network_add(rows, at, 3), COLUMNS_MIRRORED);
    plain = NETWORK_ADD_TURNED(network_add(rows, at, 0), plain, ROWS_MIRRORED);
    plain = NETWORK_ADD_TURNED(plain, network_add(rows, at, 1), COLUMNS_MIRRORED);
    /* Behind the exchange mirrors of columns and rows change their names. */
    struct network_sums crossed = NETWORK_ADD_TURNED(
        network_add(rows, at, 5), network_add(rows, at, 7), COLUMNS_MIRRORED);
    crossed = NETWORK_ADD_TURNED(network_add(rows, at, 4), crossed, ROWS_MIRRORED);
    crossed = NETWORK_ADD_TURNED(crossed, network_add(rows, at, 6), COLUMNS_MIRRORED);
    __m512i even = _mm512_sub_epi16(plain.both, _mm512_slli_epi16(plain.odd, 8));
    __m512i crossed_even = _mm512_sub_epi16(crossed.both, _mm512_slli_epi16(crossed.odd, 8));
    const __m512i all = _mm512_broadcast_i32x4((__m128i)start);
    even = _mm512_add_epi16(even, all);
    __m512i odd = _mm512_add_epi16(plain.odd, all);
    return (struct network_turns){
        _mm512_add_epi16(even,
                         _mm512_shuffle_i64x2(crossed.odd, crossed.odd, MIRRORS_EXCHANGED)),
        _mm512_add_epi16(odd,
                         _mm512_shuffle_i64x2(crossed_even, crossed_even, MIRRORS_EXCHANGED))};
}

/* The Walsh transform over the lanes; of words, of dwords. */
static inline __m512i network_walsh16(__m512i x)
{
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_add_epi16(_mm512_shuffle_i64x2(x, x, COLUMNS_MIRRORED),
                         _mm512_mask_sub_epi16(x, 0xFF00FF00, zero, x));
    return _mm512_add_epi16(_mm512_shuffle_i64x2(x, x, ROWS_MIRRORED),
                            _mm512_mask_sub_epi16(x, 0xFFFF0000, zero, x));
}

static inline __m512i network_walsh32(__m512i x)
{
    const __m512i zero = _mm512_setzero_si512();
    x = _mm512_add_epi32(_mm512_shuffle_i64x2(x, x, COLUMNS_MIRRORED),
                         _mm512_mask_sub_epi32(x, 0xF0F0, zero, x));
    return _mm512_add_epi32(_mm512_shuffle_i64x2(x, x, ROWS_MIRRORED),
                            _mm512_mask_sub_epi32(x, 0xFF00, zero, x));
}

/* In words, transformed. */
static inline __m512i network_active(__m512i s)
{
    __m512i x = _mm512_max_epi16(s, _mm512_setzero_si512());
    x = _mm512_slli_epi16(_mm512_min_epi16(x, _mm512_set1_epi16(1023)), NETWORK_ACTIVE_SHIFT);
    return network_walsh16(_mm512_mulhrs_epi16(x, x));
}

/* Products with dwords 0..3 of each lane of `in`, pairs of channels, for all four outputs; of
 * several positions. u[exchange of the output]. */
__attribute__((always_inline)) static inline void
network_multiply(__m512i (*sum)[2], const __m512i *in, int n, const void *u0, const void *u1)
{
#define PAIR(i)                                                                              \
    for (int p = 0; p < n; p++) {                                                            \
        const __m512i x = _mm512_shuffle_epi32(in[p], (i) * 0x55);                           \
        sum[p][0] = _mm512_add_epi32(sum[p][0],                                              \
                                     _mm512_madd_epi16(x, ((const __m512i *)u0)[i]));        \
        sum[p][1] = _mm512_add_epi32(sum[p][1],                                              \
                                     _mm512_madd_epi16(x, ((const __m512i *)u1)[i]));        \
    }
    PAIR(0) PAIR(1) PAIR(2) PAIR(3)
#undef PAIR
}

/* clamp((bias + sum) >> NETWORK_WEIGHT_BITS, 0, NETWORK_ACTIVE) in words: a lane holds both
 * exchanges. */
static inline __m512i network_finish(const __m512i sum[2], const int32_t *bias)
{
    const __m512i b = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)bias));
    const int shift = NETWORK_WEIGHT_BITS + 2;
    __m512i x = _mm512_srai_epi32(_mm512_add_epi32(network_walsh32(sum[0]), b), shift);
    __m512i y = _mm512_srai_epi32(_mm512_add_epi32(network_walsh32(sum[1]), b), shift);
    return _mm512_min_epu16(_mm512_packus_epi32(x, y), _mm512_set1_epi16(NETWORK_ACTIVE));
}

static inline __m128i network_fold(__m512i x)
{
    __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64(x, 1));
    return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

/* Of 1, 2 or 4 positions of one ply: one's steps wait for each other, those of several do not. */
enum { NETWORK_TOGETHER = 4 };

__attribute__((always_inline)) static inline void
network_tail(const struct network_ply *ply, const struct network_turns *s, int n, int *values)
{
    const __m512i skip = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)ply->skip));
    const __m512i v = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)ply->v));
    __m512i total[NETWORK_TOGETHER] UNINITIALIZED, even[NETWORK_TOGETHER] UNINITIALIZED;
    __m512i odd[NETWORK_TOGETHER] UNINITIALIZED;
    __m512i y[NETWORK_TOGETHER][2] UNINITIALIZED, z[NETWORK_TOGETHER][2] UNINITIALIZED;
    for (int p = 0; p < n; p++) {
        total[p] = _mm512_add_epi32(_mm512_madd_epi16(s[p].even, skip),
                                    _mm512_madd_epi16(s[p].odd, skip));
        even[p] = network_active(s[p].even);
        odd[p] = network_active(s[p].odd);
        y[p][0] = y[p][1] = z[p][0] = z[p][1] = _mm512_setzero_si512();
    }
    network_multiply(y, even, n, ply->u1[0][0], ply->u1[1][0]);
    network_multiply(y, odd, n, ply->u1[0][1], ply->u1[1][1]);
    for (int p = 0; p < n; p++)
        even[p] = network_walsh16(network_finish(y[p], ply->b1));
    network_multiply(z, even, n, ply->u2[0], ply->u2[1]);
    __m128i sum[NETWORK_TOGETHER] UNINITIALIZED;
    for (int p = 0; p < n; p++)
        sum[p] = network_fold(_mm512_add_epi32(
            total[p], _mm512_madd_epi16(network_finish(z[p], ply->b2), v)));
    for (int p = n; p < NETWORK_TOGETHER; p++)
        sum[p] = sum[0];
    __m128i all = _mm_hadd_epi32(_mm_hadd_epi32(sum[0], sum[1]), _mm_hadd_epi32(sum[2], sum[3]));
    all = _mm_add_epi32(all, _mm_set1_epi32(ply->bias));
    _Alignas(16) int out[4] UNINITIALIZED;
    _mm_store_si128((__m128i *)out, all);
    for (int p = 0; p < n; p++)
        values[p] = out[p];
}

#endif
