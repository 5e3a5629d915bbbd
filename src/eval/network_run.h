/* eval/network_run.h - the value of a position by the embedding network (hot files only).
 *
 * The rows of all instances are added with their bytes in pairs: 16 bits hold the even
 * byte's sum and 256 times the odd one's, and a second sum the odd ones' alone, so a row of
 * 64 bytes costs four loads' worth of work and no widening. Even bytes are turns 0..3, odd
 * ones 4..7; a mirror of the turns exchanges halves or whole vectors. */
#ifndef EVAL_NETWORK_RUN_H
#define EVAL_NETWORK_RUN_H

#include <string.h>

#include "base/bits.h"
#include "board/moves.h"
#include "eval/network.h"
#include "eval/score.h"
#include "isa/isa.h"

#if HAVE_AVX2
#include <immintrin.h>
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of bytes are read as words");

typedef uint16_t network_v16 __attribute__((vector_size(32), aligned(32)));
typedef uint16_t network_v8 __attribute__((vector_size(16), aligned(16)));
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
#pragma GCC unroll 8
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

/* S: four vectors of two turns each. */
static inline void network_sum(const struct network *network, const struct network_ply *ply,
                               const struct pattern_ids *ids, int side, int own, int other,
                               network_v16 s[4])
{
    _Alignas(64) uint32_t at[PATTERN_LANES];
    for (int lane = 0; lane < PATTERN_LANES; lane++) {
        uint16_t id = ids->id[lane];
        id = side ? (uint16_t)(pattern_lane_max[lane] - id) : id;
        at[lane] = (id + pattern_lane_offsets[lane]) * NETWORK_LANES;
    }
    const uint8_t *rows = network->rows[(size_t)ply->bucket * PATTERN_N_CONFIGS];
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
    network_v8 start = *(const network_v8 *)ply->start + *(const network_v8 *)ply->own[own] +
                       *(const network_v8 *)ply->other[other];
    network_v16 all = __builtin_shufflevector(start, start, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4,
                                              5, 6, 7);
    for (int j = 0; j < 2; j++) {
        s[j] = sums.both[j] - (sums.odd[j] << 8) + all;
        s[2 + j] = sums.odd[j] + all;
    }
}

#if HAVE_AVX2

static inline int network_total(__m256i x)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

static inline __m256i network_active(network_v16 s)
{
    __m256i x = _mm256_max_epi16((__m256i)s, _mm256_setzero_si256());
    x = _mm256_slli_epi16(_mm256_min_epi16(x, _mm256_set1_epi16(1023)), 1);
    return _mm256_mulhrs_epi16(x, x);
}

/* clamp((bias + sum of weights * in + 64) >> 7, 0, NETWORK_ACTIVE), 32 bytes */
static inline __m256i network_layer(const int32_t bias[NETWORK_WIDE],
                                    const int8_t (*weights)[NETWORK_WIDE][4], int n_blocks,
                                    const uint32_t *in)
{
    const __m256i ones = _mm256_set1_epi16(1), half = _mm256_set1_epi32(64);
    __m256i sum[4];
    for (int o = 0; o < 4; o++)
        sum[o] = _mm256_add_epi32(_mm256_load_si256((const __m256i *)bias + o), half);
    for (int b = 0; b < n_blocks; b++) {
        __m256i x = _mm256_set1_epi32((int)in[b]);
        const __m256i *w = (const __m256i *)weights[b];
        for (int o = 0; o < 4; o++)
            sum[o] = _mm256_add_epi32(
                sum[o], _mm256_madd_epi16(_mm256_maddubs_epi16(x, _mm256_load_si256(w + o)), ones));
    }
    for (int o = 0; o < 4; o++)
        sum[o] = _mm256_srai_epi32(sum[o], 7);
    __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(sum[0], sum[1]),
                                        _mm256_packs_epi32(sum[2], sum[3]));
    bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    return _mm256_min_epu8(bytes, _mm256_set1_epi8((char)NETWORK_ACTIVE));
}

static inline int network_tail(const struct network_ply *ply, const network_v16 s[4])
{
    _Alignas(64) uint32_t a[NETWORK_LANES / 4], y[NETWORK_WIDE / 4];
    __m256i sum = _mm256_setzero_si256();
    for (int j = 0; j < 4; j++)
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(
            (__m256i)s[j], _mm256_load_si256((const __m256i *)ply->skip + j)));
    for (int j = 0; j < 2; j++) {
        __m256i bytes = _mm256_packus_epi16(network_active(s[2 * j]), network_active(s[2 * j + 1]));
        _mm256_store_si256((__m256i *)a + j, _mm256_permute4x64_epi64(bytes, 0xD8));
    }
    _mm256_store_si256((__m256i *)y, network_layer(ply->b1, ply->w1, NETWORK_LANES / 4, a));
    __m256i z = network_layer(ply->b2, ply->w2, NETWORK_WIDE / 4, y);
    const __m256i *v = (const __m256i *)ply->v;
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(
        _mm256_cvtepu8_epi16(_mm256_castsi256_si128(z)), _mm256_load_si256(v)));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(
        _mm256_cvtepu8_epi16(_mm256_extracti128_si256(z, 1)), _mm256_load_si256(v + 1)));
    return network_total(sum) + ply->bias;
}

#else

typedef int16_t network_s8 __attribute__((vector_size(16), aligned(16)));
typedef int32_t network_s4 __attribute__((vector_size(16), aligned(16)));

/* As above; four outputs at a time, bytes taken apart by shifts. */
static inline void network_layer(const int32_t bias[NETWORK_WIDE],
                                 const int8_t (*weights)[NETWORK_WIDE][4], int n_blocks,
                                 const uint8_t *in, uint8_t out[NETWORK_WIDE])
{
    network_s4 sum[NETWORK_WIDE / 4];
    for (int o = 0; o < NETWORK_WIDE / 4; o++)
        sum[o] = ((const network_s4 *)bias)[o] + 64;
    for (int b = 0; b < n_blocks; b++, in += 4) {
        const network_s8 even = {in[0], in[2], in[0], in[2], in[0], in[2], in[0], in[2]};
        const network_s8 odd = {in[1], in[3], in[1], in[3], in[1], in[3], in[1], in[3]};
        for (int o = 0; o < NETWORK_WIDE / 4; o++) {
            network_s8 w = ((const network_s8 *)weights[b])[o];
            network_s4 pairs = (network_s4)(((w << 8) >> 8) * even + (w >> 8) * odd);
            sum[o] += (pairs >> 16) + ((pairs << 16) >> 16);
        }
    }
    for (int o = 0; o < NETWORK_WIDE; o++) {
        int value = sum[o / 4][o % 4] >> 7;
        out[o] = (uint8_t)(value < 0 ? 0 : value > NETWORK_ACTIVE ? NETWORK_ACTIVE : value);
    }
}

static inline int network_tail(const struct network_ply *ply, const network_v16 s[4])
{
    _Alignas(16) uint8_t a[NETWORK_LANES], y[NETWORK_WIDE], z[NETWORK_WIDE];
    _Alignas(32) int16_t x[NETWORK_LANES];
    memcpy(x, s, sizeof x);
    int sum = ply->bias;
    for (int i = 0; i < NETWORK_LANES; i++)
        sum += x[i] * ply->skip[i];
    for (int i = 0; i < NETWORK_LANES; i++) {
        int active = x[i] < 0 ? 0 : x[i] > 1023 ? 1023 : x[i];
        a[i] = (uint8_t)((4 * active * active + (1 << 14)) >> 15);
    }
    network_layer(ply->b1, ply->w1, NETWORK_LANES / 4, a, y);
    network_layer(ply->b2, ply->w2, NETWORK_WIDE / 4, y, z);
    for (int o = 0; o < NETWORK_WIDE; o++)
        sum += z[o] * ply->v[o];
    return sum;
}

#endif

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
static inline int network_evaluate(const struct network *network, uint64_t player,
                                   uint64_t opponent, const struct pattern_ids *ids, int side)
{
    int at = bit_count(player | opponent) - 4;
    const struct network_ply *ply = &network->plies[at < 0 ? 0 : at];
    network_v16 s[4];
    network_sum(network, ply, ids, side, bit_count(moves_legal(player, opponent)),
                bit_count(moves_legal(opponent, player)), s);
    return score_bound((network_tail(ply, s) + 512) >> 10);
}

#endif
