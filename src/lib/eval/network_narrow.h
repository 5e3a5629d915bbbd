/* eval/network_narrow.h - the embedding network in vectors of 16 bytes (network_run.h): SSE,
 * NEON, WebAssembly, and plain C. Four of them for what network_avx512.h has in one, so a turn of a
 * pattern is nothing but another place to add to. */
#ifndef EVAL_NETWORK_NARROW_H
#define EVAL_NETWORK_NARROW_H

#include <string.h>
#include "eval/network.h"
#include "isa/isa.h"

#if HAVE_SSE4
#include <immintrin.h>
#endif

typedef int16_t network_words __attribute__((vector_size(16), aligned(16)));
typedef int32_t network_dwords __attribute__((vector_size(16), aligned(16)));

/* By mirrors of the sum; `both` is the even sum and 256 times the odd. */
struct network_sums { network_v8 both[4], odd[4]; };

/* Adds the rows of the instances laid by one turn, two at a time: their bytes do not overflow. */
__attribute__((always_inline)) static inline void
network_add(struct network_sums *sums, const uint8_t *rows, const uint32_t *at, int turn)
{
    typedef uint8_t bytes __attribute__((vector_size(16), aligned(16)));
    static const uint8_t lanes[] = PATTERN_LANES_BY_TURN, first[] = PATTERN_TURN_FIRST;
    const int end = first[turn + 1];
    UNROLLED
    for (int i = first[turn]; i < end; i += 2) {
        const bytes *x = (const bytes *)(rows + at[lanes[i]]);
        const bytes *y = (const bytes *)(rows + at[lanes[i + 1 < end ? i + 1 : i]]);
        UNROLLED
        for (int m = 0; m < 4; m++) {
            const int to = turn_product(turn, m) & 3;
            network_v8 sum = (network_v8)(i + 1 < end ? x[m] + y[m] : x[m]);
            sums->both[to] += sum;
            sums->odd[to] += sum >> 8;
        }
    }
}

/* S by turns. */
struct network_turns { network_v8 of[TURNS]; };

static inline struct network_turns network_sum(const uint8_t *rows, const uint32_t *at,
                                               network_v8 start)
{
    struct network_sums sums = {0};
    UNROLLED
    for (int turn = TURN_EXCHANGE; turn < TURNS; turn++)
        network_add(&sums, rows, at, turn);
    /* Behind the exchange even bytes are turns 4..7. */
    UNROLLED
    for (int m = 0; m < 4; m++) {
        network_v8 even = sums.both[m] - (sums.odd[m] << 8);
        sums.both[m] = sums.odd[m] + (even << 8);
        sums.odd[m] = even;
    }
    UNROLLED
    for (int turn = 0; turn < TURN_EXCHANGE; turn++)
        network_add(&sums, rows, at, turn);
    struct network_turns s UNINITIALIZED;
    UNROLLED
    for (int m = 0; m < 4; m++) {
        s.of[m] = sums.both[m] - (sums.odd[m] << 8) + start;
        s.of[4 + m] = sums.odd[m] + start;
    }
    return s;
}

#if HAVE_SSE4

/* Products of words, two neighbours added up. */
static inline network_dwords network_madd(network_words x, network_words y)
{
    return (network_dwords)_mm_madd_epi16((__m128i)x, (__m128i)y);
}

static inline void network_active(network_words s[TURNS])
{
    UNROLLED
    for (int turn = 0; turn < TURNS; turn++) {
        __m128i x = _mm_max_epi16((__m128i)s[turn], _mm_setzero_si128());
        x = _mm_slli_epi16(_mm_min_epi16(x, _mm_set1_epi16(1023)), NETWORK_ACTIVE_SHIFT);
        s[turn] = (network_words)_mm_mulhrs_epi16(x, x);
    }
}

static inline network_words network_clamp(network_dwords x, network_dwords y)
{
    return (network_words)_mm_min_epu16(_mm_packus_epi32((__m128i)x, (__m128i)y),
                                        _mm_set1_epi16(NETWORK_ACTIVE));
}

#elif HAVE_NEON
#include "eval/network_neon.h"
#elif HAVE_SIMD128
#include "eval/network_simd128.h"
#else

static inline network_dwords network_madd(network_words x, network_words y)
{
    network_dwords a = (network_dwords)x, b = (network_dwords)y;
    return ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
}

static inline void network_active(network_words s[TURNS])
{
    int16_t x[NETWORK_LANES] UNINITIALIZED;
    memcpy(x, s, sizeof x);
    for (int i = 0; i < NETWORK_LANES; i++) {
        int active = x[i] < 0 ? 0 : x[i] > 1023 ? 1023 : x[i];
        x[i] = (int16_t)(((active * active << 2 * NETWORK_ACTIVE_SHIFT) + (1 << 14)) >> 15);
    }
    memcpy(s, x, sizeof x);
}

static inline network_dwords network_clamp_dwords(network_dwords x)
{
    const network_dwords is_more = x > NETWORK_ACTIVE;
    x = (x & ~is_more) | (is_more & NETWORK_ACTIVE);
    return x & ~(x >> 31);
}

static inline network_words network_clamp(network_dwords x, network_dwords y)
{
    enum { LOW = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ }; /* the low word of a dword */
    return __builtin_shufflevector((network_words)network_clamp_dwords(x),
                                   (network_words)network_clamp_dwords(y), LOW, LOW + 2, LOW + 4,
                                   LOW + 6, LOW + 8, LOW + 10, LOW + 12, LOW + 14);
}

#endif

#if !HAVE_NEON
/* Adds products of words to dwords that are all added up in the end. */
static inline network_dwords network_add_products(network_dwords total, network_words x,
                                                  network_words y)
{
    return total + network_madd(x, y);
}
#endif

/* The Walsh transform of four vectors. */
#define NETWORK_WALSH(type, x)                                                       \
    do {                                                                             \
        type a = (x)[0] + (x)[2], b = (x)[1] + (x)[3];                               \
        type c = (x)[0] - (x)[2], d = (x)[1] - (x)[3];                               \
        (x)[0] = a + b;                                                              \
        (x)[1] = a - b;                                                              \
        (x)[2] = c + d;                                                              \
        (x)[3] = c - d;                                                              \
    } while (0)

#if !HAVE_NEON
/* Adds the products of four pairs of channels, dwords 0..3 of `in`, for all four outputs;
 * sum[exchange of the output][mirrors]. */
static inline void network_multiply(network_dwords sum[2][4], const network_words in[4],
                                    const void *u0, const void *u1)
{
    UNROLLED
    for (int k = 0; k < 4; k++) {
        const network_words *w0 = (const network_words *)u0 + k;
        const network_words *w1 = (const network_words *)u1 + k;
        const network_dwords all = (network_dwords)in[k];
        const network_dwords x[4] = {
            __builtin_shufflevector(all, all, 0, 0, 0, 0),
            __builtin_shufflevector(all, all, 1, 1, 1, 1),
            __builtin_shufflevector(all, all, 2, 2, 2, 2),
            __builtin_shufflevector(all, all, 3, 3, 3, 3)};
        UNROLLED
        for (int pair = 0; pair < 4; pair++) {
            sum[0][k] += network_madd((network_words)x[pair], w0[4 * pair]);
            sum[1][k] += network_madd((network_words)x[pair], w1[4 * pair]);
        }
    }
}
#endif

/* clamp((bias + sum) >> NETWORK_WEIGHT_BITS, 0, NETWORK_ACTIVE) in words: both exchanges in a
 * vector. */
static inline void network_finish(network_dwords sum[2][4], const int32_t *bias,
                                  network_words out[4])
{
    const network_dwords start = *(const network_dwords *)bias;
    NETWORK_WALSH(network_dwords, sum[0]);
    NETWORK_WALSH(network_dwords, sum[1]);
    UNROLLED
    for (int i = 0; i < 4; i++)
        out[i] = network_clamp((sum[0][i] + start) >> (NETWORK_WEIGHT_BITS + 2),
                               (sum[1][i] + start) >> (NETWORK_WEIGHT_BITS + 2));
}

enum { NETWORK_TOGETHER = 1 };

static inline void network_tail(const struct network_ply *ply, const struct network_turns *sums,
                                int n, int *values)
{
    const network_words skip = *(const network_words *)ply->skip;
    const network_words v = *(const network_words *)ply->v;
    network_words s[TURNS] UNINITIALIZED, out[4] UNINITIALIZED;
    network_dwords total = {ply->bias, 0, 0, 0}, y[2][4] = {{{0}}}, z[2][4] = {{{0}}};
    memcpy(s, sums, sizeof s);
    UNROLLED
    for (int turn = 0; turn < TURNS; turn++)
        total = network_add_products(total, s[turn], skip);
    network_active(s);
    NETWORK_WALSH(network_words, s);
    NETWORK_WALSH(network_words, s + 4);
    network_multiply(y, s, ply->u1[0][0], ply->u1[1][0]);
    network_multiply(y, s + 4, ply->u1[0][1], ply->u1[1][1]);
    network_finish(y, ply->b1, out);
    NETWORK_WALSH(network_words, out);
    network_multiply(z, out, ply->u2[0], ply->u2[1]);
    network_finish(z, ply->b2, out);
    UNROLLED
    for (int i = 0; i < 4; i++)
        total = network_add_products(total, out[i], v);
    *values = total[0] + total[1] + total[2] + total[3];
}

#endif
