/* eval/student.c - values by the student (student.h; hot, one build per CPU level).
 *
 * Written for vectors of 32 bytes (AVX2), of 16 (ARM64, WebAssembly), and in plain C, which is the
 * reference. */
#include "eval/student.h"

#include <assert.h>

#include "base/bits.h"
#include "eval/pattern_rows.h"
#include "eval/score.h"

#if HAVE_AVX2
#include <immintrin.h>
#elif HAVE_SIMD128
#include <wasm_simd128.h>
#endif

enum { STUDENT_TOGETHER = 4 }; /* boards whose steps do not wait for each other */

_Static_assert(STUDENT_MOBILITY > STUDENT_EMPTIES_MOST, "moves lie on empty squares");

static inline int rounded(int value) { return score_bound((value + 512) >> 10); }

#if HAVE_AVX2

typedef __m256i student_sum;

static inline __m256i student_load(const void *words)
{
    return _mm256_loadu_si256((const __m256i *)words);
}

/* Two rows at a time: their bytes do not overflow. Not inline: clang would keep the places in
 * vectors and take each out by itself, which costs more than to load it. */
__attribute__((noinline)) static student_sum sum_rows(const uint8_t *rows, const uint32_t *at)
{
    __m256i sum[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    UNROLLED
    for (int i = 0; i < PATTERN_N_INSTANCES; i += 2) {
        const __m128i two = _mm_add_epi8(_mm_load_si128((const void *)(rows + at[i])),
                                         _mm_load_si128((const void *)(rows + at[i + 1])));
        sum[i >> 1 & 1] = _mm256_add_epi16(sum[i >> 1 & 1], _mm256_cvtepu8_epi16(two));
    }
    return _mm256_add_epi16(sum[0], sum[1]);
}

/* Lanes 2 i and 2 i + 1 times their weights to all eight of the layer. */
#define STUDENT_PAIR(i) _mm256_madd_epi16(                                               \
    _mm256_shuffle_epi32((i) < 4 ? low : high, ((i) & 3) * 0x55), student_load(d->w[i]))

static inline int value_of(const struct student_dense *d, int stage,
                           const struct student_input *in, student_sum sum)
{
    const __m256i s = _mm256_add_epi16(
        _mm256_add_epi16(sum, student_load(d->start[stage])),
        _mm256_add_epi16(student_load(d->own[bit_count(in->own)]),
                         student_load(d->other[bit_count(in->other)])));
    __m256i a = _mm256_max_epi16(s, _mm256_setzero_si256());
    a = _mm256_slli_epi16(_mm256_min_epi16(a, _mm256_set1_epi16(1023)), 1);
    a = _mm256_mulhrs_epi16(a, a);
    const __m256i low = _mm256_permute2x128_si256(a, a, 0x00);
    const __m256i high = _mm256_permute2x128_si256(a, a, 0x11);
    __m256i y = _mm256_add_epi32(student_load(d->b), _mm256_set1_epi32(64));
    __m256i y2 = _mm256_add_epi32(STUDENT_PAIR(1), STUDENT_PAIR(3));
    y = _mm256_add_epi32(y, _mm256_add_epi32(STUDENT_PAIR(0), STUDENT_PAIR(2)));
    y = _mm256_add_epi32(y, _mm256_add_epi32(STUDENT_PAIR(4), STUDENT_PAIR(6)));
    y2 = _mm256_add_epi32(y2, _mm256_add_epi32(STUDENT_PAIR(5), STUDENT_PAIR(7)));
    y = _mm256_srai_epi32(_mm256_add_epi32(y, y2), 7);
    y = _mm256_min_epi32(_mm256_max_epi32(y, _mm256_setzero_si256()),
                         _mm256_set1_epi32(STUDENT_ACTIVE));
    const __m256i total = _mm256_add_epi32(_mm256_madd_epi16(s, student_load(d->skip)),
                                           _mm256_mullo_epi32(y, student_load(d->v)));
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return rounded(_mm_cvtsi128_si32(half) + d->bias[stage]);
}

#elif HAVE_NEON
#include "eval/student_neon.h"
#elif HAVE_SIMD128

typedef struct { v128_t low, high; } student_sum; /* eight lanes each */

/* Two rows at a time: their bytes do not overflow. `both`: the even lanes and 256 times the odd. */
static inline student_sum sum_rows(const uint8_t *rows, const uint32_t *at)
{
    v128_t both = wasm_i16x8_const_splat(0), odd = both;
    UNROLLED
    for (int i = 0; i < PATTERN_N_INSTANCES; i += 2) {
        const v128_t two = wasm_i8x16_add(wasm_v128_load(rows + at[i]),
                                          wasm_v128_load(rows + at[i + 1]));
        both = wasm_i16x8_add(both, two);
        odd = wasm_i16x8_add(odd, wasm_u16x8_shr(two, 8));
    }
    const v128_t even = wasm_i16x8_sub(both, wasm_i16x8_shl(odd, 8));
    return (student_sum){wasm_i16x8_shuffle(even, odd, 0, 8, 1, 9, 2, 10, 3, 11),
                         wasm_i16x8_shuffle(even, odd, 4, 12, 5, 13, 6, 14, 7, 15)};
}

static inline v128_t active(v128_t s)
{
    s = wasm_i16x8_min(wasm_i16x8_max(s, wasm_i16x8_const_splat(0)), wasm_i16x8_const_splat(1023));
    s = wasm_i16x8_shl(s, 1);
    return wasm_i16x8_q15mulr_sat(s, s);
}

/* Eight lanes of S: those of the rows and what goes with the number of empties and the moves. */
static inline v128_t full_sum(const struct student_dense *d, int stage,
                              const struct student_input *in, v128_t rows, int lane)
{
    return wasm_i16x8_add(
        wasm_i16x8_add(rows, wasm_v128_load(&d->start[stage][lane])),
        wasm_i16x8_add(wasm_v128_load(&d->own[bit_count(in->own)][lane]),
                       wasm_v128_load(&d->other[bit_count(in->other)][lane])));
}

/* Four of the layer, clamped, times their weights; `a` in pairs of lanes. */
static inline v128_t half_layer(const struct student_dense *d, const v128_t a[8], int hidden)
{
    v128_t y = wasm_i32x4_add(wasm_v128_load(&d->b[hidden]), wasm_i32x4_const_splat(64));
    v128_t y2 = wasm_i32x4_const_splat(0);
    UNROLLED
    for (int i = 0; i < 8; i += 2) {
        const v128_t w = wasm_v128_load(d->w[i][hidden]), w2 = wasm_v128_load(d->w[i + 1][hidden]);
        y = wasm_i32x4_add(y, wasm_i32x4_dot_i16x8(a[i], w));
        y2 = wasm_i32x4_add(y2, wasm_i32x4_dot_i16x8(a[i + 1], w2));
    }
    y = wasm_i32x4_shr(wasm_i32x4_add(y, y2), 7);
    y = wasm_i32x4_min(wasm_i32x4_max(y, wasm_i32x4_const_splat(0)),
                       wasm_i32x4_const_splat(STUDENT_ACTIVE));
    return wasm_i32x4_mul(y, wasm_v128_load(&d->v[hidden]));
}

static inline int value_of(const struct student_dense *d, int stage,
                           const struct student_input *in, student_sum sum)
{
    const v128_t low = full_sum(d, stage, in, sum.low, 0);
    const v128_t high = full_sum(d, stage, in, sum.high, 8);
    const v128_t x = active(low), y = active(high);
    const v128_t a[8] = {
        wasm_i32x4_shuffle(x, x, 0, 0, 0, 0), wasm_i32x4_shuffle(x, x, 1, 1, 1, 1),
        wasm_i32x4_shuffle(x, x, 2, 2, 2, 2), wasm_i32x4_shuffle(x, x, 3, 3, 3, 3),
        wasm_i32x4_shuffle(y, y, 0, 0, 0, 0), wasm_i32x4_shuffle(y, y, 1, 1, 1, 1),
        wasm_i32x4_shuffle(y, y, 2, 2, 2, 2), wasm_i32x4_shuffle(y, y, 3, 3, 3, 3)};
    v128_t total = wasm_i32x4_add(wasm_i32x4_dot_i16x8(low, wasm_v128_load(d->skip)),
                                  wasm_i32x4_dot_i16x8(high, wasm_v128_load(d->skip + 8)));
    total = wasm_i32x4_add(total, wasm_i32x4_add(half_layer(d, a, 0), half_layer(d, a, 4)));
    total = wasm_i32x4_add(total, wasm_i32x4_shuffle(total, total, 2, 3, 0, 1));
    return rounded(wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) +
                   d->bias[stage]);
}

#else

typedef struct { int16_t lane[STUDENT_LANES]; } student_sum;

static inline student_sum sum_rows(const uint8_t *rows, const uint32_t *at)
{
    student_sum sum = {{0}};
    for (int i = 0; i < PATTERN_N_INSTANCES; i++)
        for (int k = 0; k < STUDENT_LANES; k++)
            sum.lane[k] = (int16_t)(sum.lane[k] + rows[at[i] + (uint32_t)k]);
    return sum;
}

static inline int clamped(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

static inline int value_of(const struct student_dense *d, int stage,
                           const struct student_input *in, student_sum sum)
{
    int a[STUDENT_LANES] UNINITIALIZED, total = d->bias[stage];
    for (int k = 0; k < STUDENT_LANES; k++) {
        const int s = sum.lane[k] + d->start[stage][k] + d->own[bit_count(in->own)][k] +
                      d->other[bit_count(in->other)][k];
        const int active = clamped(s, STUDENT_SUM_UNIT - 1);
        a[k] = (4 * active * active + (1 << 14)) >> 15;
        total += s * d->skip[k];
    }
    for (int h = 0; h < STUDENT_HIDDEN; h++) {
        int y = d->b[h] + 64;
        for (int k = 0; k < STUDENT_LANES; k++)
            y += a[k] * d->w[k / 2][h][k % 2];
        total += clamped(y >> 7, STUDENT_ACTIVE) * d->v[h];
    }
    return rounded(total);
}

#endif

void ISA_FN(student_values)(const struct student *student, int n_empties,
                            const struct student_input *in, int n, int *values)
{
    assert(n_empties >= STUDENT_EMPTIES_LEAST && n_empties <= STUDENT_EMPTIES_MOST);
    const int stage = n_empties - STUDENT_EMPTIES_LEAST;
    for (int first = 0; first < n; first += STUDENT_TOGETHER) {
        const int end = n - first < STUDENT_TOGETHER ? n : first + STUDENT_TOGETHER;
        _Alignas(64) uint32_t at[STUDENT_TOGETHER][PATTERN_LANES] UNINITIALIZED;
        student_sum sums[STUDENT_TOGETHER] UNINITIALIZED;
        for (int i = first; i < end; i++)
            pattern_find_rows((struct pattern_place){in[i].ids, in[i].side, in[i].own, in[i].other},
                              STUDENT_ROW_SHIFT, at[i - first]);
        for (int i = first; i < end; i++)
            sums[i - first] = sum_rows(student->rows[0], at[i - first]);
        for (int i = first; i < end; i++)
            values[i] = value_of(&student->dense, stage, &in[i], sums[i - first]);
    }
}
