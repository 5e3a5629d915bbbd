/* eval/student_neon.h - the student's steps for ARM64 (student.c). */
#ifndef EVAL_STUDENT_NEON_H
#define EVAL_STUDENT_NEON_H

#include <arm_neon.h>

typedef struct { int16x8_t low, high; } student_sum; /* eight lanes each */

/* Two rows at a time: their bytes do not overflow. */
static inline student_sum sum_rows(const uint8_t *rows, const uint32_t *at)
{
    uint16x8_t low = vdupq_n_u16(0), high = low;
    UNROLLED
    for (int i = 0; i < PATTERN_N_INSTANCES; i += 2) {
        const uint8x16_t two = vaddq_u8(vld1q_u8(rows + at[i]), vld1q_u8(rows + at[i + 1]));
        low = vaddw_u8(low, vget_low_u8(two));
        high = vaddw_high_u8(high, two);
    }
    return (student_sum){vreinterpretq_s16_u16(low), vreinterpretq_s16_u16(high)};
}

static inline int16x8_t active(int16x8_t s)
{
    s = vminq_s16(vmaxq_s16(s, vdupq_n_s16(0)), vdupq_n_s16(1023));
    s = vshlq_n_s16(s, 1);
    return vqrdmulhq_s16(s, s);
}

/* Eight lanes of S: those of the rows and what goes with the number of empties and the moves. */
static inline int16x8_t full_sum(const struct student_dense *d, int stage,
                                 const struct student_input *in, int16x8_t rows, int lane)
{
    return vaddq_s16(vaddq_s16(rows, vld1q_s16(&d->start[stage][lane])),
                     vaddq_s16(vld1q_s16(&d->own[bit_count(in->own)][lane]),
                               vld1q_s16(&d->other[bit_count(in->other)][lane])));
}

static inline int32x4_t add_products(int32x4_t total, int16x8_t x, int16x8_t y)
{
    return vmlal_high_s16(vmlal_s16(total, vget_low_s16(x), vget_low_s16(y)), x, y);
}

/* Four of the layer, clamped, times their weights, added to `total`; `a` in pairs of lanes. */
static inline int32x4_t half_layer(const struct student_dense *d, const int16x8_t a[8], int hidden,
                                   int32x4_t total)
{
    int32x4_t low = vdupq_n_s32(0), high = low; /* of the layer 0 and 1, 2 and 3 */
    UNROLLED
    for (int i = 0; i < 8; i++) {
        const int16x8_t w = vld1q_s16(d->w[i][hidden]);
        low = vmlal_s16(low, vget_low_s16(a[i]), vget_low_s16(w));
        high = vmlal_high_s16(high, a[i], w);
    }
    int32x4_t y = vaddq_s32(vld1q_s32(&d->b[hidden]), vpaddq_s32(low, high));
    y = vrshrq_n_s32(y, 7);
    y = vminq_s32(vmaxq_s32(y, vdupq_n_s32(0)), vdupq_n_s32(STUDENT_ACTIVE));
    return vmlaq_s32(total, y, vld1q_s32(&d->v[hidden]));
}

#define STUDENT_PAIR(x, i) vreinterpretq_s16_s32(vdupq_laneq_s32(vreinterpretq_s32_s16(x), i))

static inline int value_of(const struct student_dense *d, int stage,
                           const struct student_input *in, student_sum sum)
{
    const int16x8_t low = full_sum(d, stage, in, sum.low, 0);
    const int16x8_t high = full_sum(d, stage, in, sum.high, 8);
    const int16x8_t x = active(low), y = active(high);
    const int16x8_t a[8] = {STUDENT_PAIR(x, 0), STUDENT_PAIR(x, 1), STUDENT_PAIR(x, 2),
                            STUDENT_PAIR(x, 3), STUDENT_PAIR(y, 0), STUDENT_PAIR(y, 1),
                            STUDENT_PAIR(y, 2), STUDENT_PAIR(y, 3)};
    int32x4_t total = add_products(vdupq_n_s32(0), low, vld1q_s16(d->skip));
    total = add_products(total, high, vld1q_s16(d->skip + 8));
    total = half_layer(d, a, 4, half_layer(d, a, 0, total));
    return rounded(vaddvq_s32(total) + d->bias[stage]);
}

#endif
