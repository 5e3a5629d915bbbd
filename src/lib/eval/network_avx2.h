/* eval/network_avx2.h - the embedding network in vectors of 32 bytes (network_run.h): two of
 * them for what network_avx512.h has in one. A mirror of the rows exchanges vectors, one of the
 * columns their halves. */
#ifndef EVAL_NETWORK_AVX2_H
#define EVAL_NETWORK_AVX2_H

#include <immintrin.h>
#include "eval/network.h"

typedef uint16_t network_v16 __attribute__((vector_size(32), aligned(32)));
typedef uint8_t network_bytes __attribute__((vector_size(32), aligned(32)));

/* By mirror of the rows; `both` is the even sum and 256 times the odd. */
struct network_sums { network_v16 both[2], odd[2]; };

static inline network_v16 network_swap_halves(network_v16 x)
{
    return __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}

static inline void network_add_bytes(struct network_sums *sums, int j, network_v16 x)
{
    sums->both[j] += x;
    sums->odd[j] += x >> 8;
}

/* Adds the rows of the instances laid by one turn, their turns mirrored in rows (0, 1).
 * Two rows at a time: their bytes do not overflow. `at`: bytes from `rows`. Unrolled, or
 * half the time goes into finding rows. */
static inline void network_add(struct network_sums *sums, const uint8_t *rows, const uint32_t *at,
                               int turn, int mirror)
{
    static const uint8_t lanes[] = PATTERN_LANES_BY_TURN, first[] = PATTERN_TURN_FIRST;
    const int end = first[turn + 1];
    int i = first[turn];
    UNROLLED
    for (; i + 1 < end; i += 2) {
        const network_bytes *x = (const network_bytes *)(rows + at[lanes[i]]);
        const network_bytes *y = (const network_bytes *)(rows + at[lanes[i + 1]]);
        for (int j = 0; j < 2; j++)
            network_add_bytes(sums, j ^ mirror, (network_v16)(x[j] + y[j]));
    }
    if (i < end) {
        const network_v16 *x = (const network_v16 *)(rows + at[lanes[i]]);
        for (int j = 0; j < 2; j++)
            network_add_bytes(sums, j ^ mirror, x[j]);
    }
}

static inline void network_mirror_columns(struct network_sums *sums)
{
    for (int j = 0; j < 2; j++) {
        sums->both[j] = network_swap_halves(sums->both[j]);
        sums->odd[j] = network_swap_halves(sums->odd[j]);
    }
}

/* Turn k becomes turn T k, T the exchange of rows and columns. */
static inline void network_exchange(struct network_sums *sums)
{
    network_v16 even[2], odd[2];
    for (int j = 0; j < 2; j++) {
        odd[j] = sums->odd[j];
        even[j] = sums->both[j] - (odd[j] << 8);
    }
#define LOW(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, \
                                          16, 17, 18, 19, 20, 21, 22, 23)
#define HIGH(x, y) __builtin_shufflevector(x, y, 8, 9, 10, 11, 12, 13, 14, 15, \
                                           24, 25, 26, 27, 28, 29, 30, 31)
    sums->odd[0] = LOW(even[0], even[1]);
    sums->odd[1] = HIGH(even[0], even[1]);
    sums->both[0] = LOW(odd[0], odd[1]) + (sums->odd[0] << 8);
    sums->both[1] = HIGH(odd[0], odd[1]) + (sums->odd[1] << 8);
#undef LOW
#undef HIGH
}

/* S: turns 2 i and 2 i + 1 each. */
struct network_turns { network_v16 of[TURNS / 2]; };

static inline struct network_turns network_sum(const uint8_t *rows, const uint32_t *at,
                                               network_v8 start)
{
    struct network_sums sums = {0};
    /* Behind the exchange mirrors of columns and rows change their names. */
    network_add(&sums, rows, at, TURN_EXCHANGE + 2, 0);
    network_add(&sums, rows, at, TURN_EXCHANGE + 3, 1);
    network_mirror_columns(&sums);
    network_add(&sums, rows, at, TURN_EXCHANGE + 0, 0);
    network_add(&sums, rows, at, TURN_EXCHANGE + 1, 1);
    network_exchange(&sums);
    network_mirror_columns(&sums);
    network_add(&sums, rows, at, 1, 0);
    network_add(&sums, rows, at, 3, 1);
    network_mirror_columns(&sums);
    network_add(&sums, rows, at, 0, 0);
    network_add(&sums, rows, at, 2, 1);
    const network_v16 all = __builtin_shufflevector(start, start, 0, 1, 2, 3, 4, 5, 6, 7,
                                                    0, 1, 2, 3, 4, 5, 6, 7);
    return (struct network_turns){{sums.both[0] - (sums.odd[0] << 8) + all,
                                   sums.both[1] - (sums.odd[1] << 8) + all,
                                   sums.odd[0] + all, sums.odd[1] + all}};
}

/* The Walsh transform over four lanes; of words, of dwords. */
static inline void network_walsh16(__m256i x[2])
{
    const __m256i signs = _mm256_setr_m128i(_mm_set1_epi16(1), _mm_set1_epi16(-1));
    __m256i sum = _mm256_add_epi16(x[0], x[1]), difference = _mm256_sub_epi16(x[0], x[1]);
    x[0] = _mm256_add_epi16(_mm256_permute4x64_epi64(sum, 0x4E), _mm256_sign_epi16(sum, signs));
    x[1] = _mm256_add_epi16(_mm256_permute4x64_epi64(difference, 0x4E),
                            _mm256_sign_epi16(difference, signs));
}

static inline void network_walsh32(__m256i x[2])
{
    const __m256i signs = _mm256_setr_m128i(_mm_set1_epi32(1), _mm_set1_epi32(-1));
    __m256i sum = _mm256_add_epi32(x[0], x[1]), difference = _mm256_sub_epi32(x[0], x[1]);
    x[0] = _mm256_add_epi32(_mm256_permute4x64_epi64(sum, 0x4E), _mm256_sign_epi32(sum, signs));
    x[1] = _mm256_add_epi32(_mm256_permute4x64_epi64(difference, 0x4E),
                            _mm256_sign_epi32(difference, signs));
}

/* In words, transformed. */
static inline void network_active(const network_v16 s[2], __m256i x[2])
{
    UNROLLED
    for (int i = 0; i < 2; i++) {
        x[i] = _mm256_max_epi16((__m256i)s[i], _mm256_setzero_si256());
        x[i] = _mm256_slli_epi16(_mm256_min_epi16(x[i], _mm256_set1_epi16(1023)),
                                 NETWORK_ACTIVE_SHIFT);
        x[i] = _mm256_mulhrs_epi16(x[i], x[i]);
    }
    network_walsh16(x);
}

/* Adds the products of four pairs of channels, dwords 0..3 of each lane, for all four outputs;
 * sum[exchange of the output][lanes 0 and 1, 2 and 3]. */
static inline void network_multiply(__m256i sum[2][2], const __m256i in[2], const void *u0,
                                    const void *u1)
{
    UNROLLED
    for (int i = 0; i < 2; i++) {
        const __m256i *w0 = (const __m256i *)u0 + i, *w1 = (const __m256i *)u1 + i;
        const __m256i x[4] = {
            _mm256_shuffle_epi32(in[i], 0x00), _mm256_shuffle_epi32(in[i], 0x55),
            _mm256_shuffle_epi32(in[i], 0xAA), _mm256_shuffle_epi32(in[i], 0xFF)};
        UNROLLED
        for (int pair = 0; pair < 4; pair++) {
            sum[0][i] = _mm256_add_epi32(sum[0][i], _mm256_madd_epi16(x[pair], w0[2 * pair]));
            sum[1][i] = _mm256_add_epi32(sum[1][i], _mm256_madd_epi16(x[pair], w1[2 * pair]));
        }
    }
}

/* clamp((bias + sum) >> NETWORK_WEIGHT_BITS, 0, NETWORK_ACTIVE) in words: a lane holds both
 * exchanges. */
static inline void network_finish(__m256i sum[2][2], const int32_t *bias, __m256i out[2])
{
    const __m256i b = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)bias));
    network_walsh32(sum[0]);
    network_walsh32(sum[1]);
    UNROLLED
    for (int i = 0; i < 2; i++) {
        __m256i x = _mm256_srai_epi32(_mm256_add_epi32(sum[0][i], b), NETWORK_WEIGHT_BITS + 2);
        __m256i y = _mm256_srai_epi32(_mm256_add_epi32(sum[1][i], b), NETWORK_WEIGHT_BITS + 2);
        out[i] = _mm256_min_epu16(_mm256_packus_epi32(x, y), _mm256_set1_epi16(NETWORK_ACTIVE));
    }
}

static inline int network_total(__m256i x)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

enum { NETWORK_TOGETHER = 2 };

/* Of 1 or 2 positions of one ply. */
__attribute__((always_inline)) static inline void
network_tail(const struct network_ply *ply, const struct network_turns *s, int n, int *values)
{
    const __m256i skip = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)ply->skip));
    const __m256i v = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)ply->v));
    const __m256i zero = _mm256_setzero_si256();
    __m256i total[2] UNINITIALIZED, even[2][2] UNINITIALIZED, odd[2][2] UNINITIALIZED;
    __m256i y[2][2][2] UNINITIALIZED;
    for (int p = 0; p < n; p++) {
        total[p] = zero;
        UNROLLED
        for (int i = 0; i < 4; i++)
            total[p] = _mm256_add_epi32(total[p], _mm256_madd_epi16((__m256i)s[p].of[i], skip));
        network_active(s[p].of, even[p]);
        network_active(s[p].of + 2, odd[p]);
        y[p][0][0] = y[p][0][1] = y[p][1][0] = y[p][1][1] = zero;
    }
    for (int p = 0; p < n; p++) {
        network_multiply(y[p], even[p], ply->u1[0][0], ply->u1[1][0]);
        network_multiply(y[p], odd[p], ply->u1[0][1], ply->u1[1][1]);
    }
    for (int p = 0; p < n; p++) {
        network_finish(y[p], ply->b1, even[p]);
        network_walsh16(even[p]);
        y[p][0][0] = y[p][0][1] = y[p][1][0] = y[p][1][1] = zero;
    }
    for (int p = 0; p < n; p++)
        network_multiply(y[p], even[p], ply->u2[0], ply->u2[1]);
    for (int p = 0; p < n; p++) {
        network_finish(y[p], ply->b2, even[p]);
        total[p] = _mm256_add_epi32(total[p], _mm256_madd_epi16(even[p][0], v));
        total[p] = _mm256_add_epi32(total[p], _mm256_madd_epi16(even[p][1], v));
        values[p] = network_total(total[p]) + ply->bias;
    }
}

#endif
