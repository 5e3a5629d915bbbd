/* eval/network_neon.h - the steps of the layers for ARM64 (network_narrow.h). Products of words are
 * added to dwords at once; neighbours meet when all are there. */
#ifndef EVAL_NETWORK_NEON_H
#define EVAL_NETWORK_NEON_H

#include <arm_neon.h>

/* Adds products of words to dwords that are all added up in the end. */
static inline network_dwords network_add_products(network_dwords total, network_words x,
                                                  network_words y)
{
    const int32x4_t low = vmlal_s16((int32x4_t)total, vget_low_s16((int16x8_t)x),
                                    vget_low_s16((int16x8_t)y));
    return (network_dwords)vmlal_high_s16(low, (int16x8_t)x, (int16x8_t)y);
}

static inline void network_active(network_words s[TURNS])
{
    UNROLLED
    for (int turn = 0; turn < TURNS; turn++) {
        int16x8_t x = vmaxq_s16((int16x8_t)s[turn], vdupq_n_s16(0));
        x = vshlq_n_s16(vminq_s16(x, vdupq_n_s16(1023)), NETWORK_ACTIVE_SHIFT);
        s[turn] = (network_words)vqrdmulhq_s16(x, x);
    }
}

static inline network_words network_clamp(network_dwords x, network_dwords y)
{
    const uint16x8_t all = vqmovun_high_s32(vqmovun_s32((int32x4_t)x), (int32x4_t)y);
    return (network_words)vminq_u16(all, vdupq_n_u16(NETWORK_ACTIVE));
}

/* Adds the products of four pairs of channels, dwords 0..3 of `in`, for all four outputs;
 * sum[exchange of the output][mirrors]. */
static inline void network_multiply(network_dwords sum[2][4], const network_words in[4],
                                    const void *u0, const void *u1)
{
    UNROLLED
    for (int k = 0; k < 4; k++) {
        const int16_t *w[2] = {(const int16_t *)u0 + 8 * k, (const int16_t *)u1 + 8 * k};
        const int32x4_t all = (int32x4_t)in[k];
        const int16x8_t x[4] = {(int16x8_t)vdupq_laneq_s32(all, 0),
                                (int16x8_t)vdupq_laneq_s32(all, 1),
                                (int16x8_t)vdupq_laneq_s32(all, 2),
                                (int16x8_t)vdupq_laneq_s32(all, 3)};
        UNROLLED
        for (int e = 0; e < 2; e++) {
            int32x4_t low = vdupq_n_s32(0), high = low; /* outputs 0 and 1, 2 and 3 */
            UNROLLED
            for (int pair = 0; pair < 4; pair++) {
                const int16x8_t weights = vld1q_s16(w[e] + 32 * pair);
                low = vmlal_s16(low, vget_low_s16(x[pair]), vget_low_s16(weights));
                high = vmlal_high_s16(high, x[pair], weights);
            }
            sum[e][k] += (network_dwords)vpaddq_s32(low, high);
        }
    }
}

#endif
