/* board/stability_neon.h - full diagonals for ARM64 (board/stability.h). */
#ifndef BOARD_STABILITY_NEON_H
#define BOARD_STABILITY_NEON_H

#include "board/pair_neon.h"

#define STABILITY_FLOW(set, step, within)                                                \
    set = vorrq_u64(set, vandq_u64(vshlq_n_u64(set, step), vdupq_n_u64(UINT64_C(within))))

/* Both ways at once: to lower squares in the reverse. */
static inline void stability_full_diagonals(uint64_t discs, struct stability_lines *lines)
{
    uint64x2_t up9 = pair_of(~discs), up7 = up9;
    STABILITY_FLOW(up9, 9, 0xFEFEFEFEFEFEFEFE);
    STABILITY_FLOW(up7, 7, 0x7F7F7F7F7F7F7F7F);
    STABILITY_FLOW(up9, 18, 0xFCFCFCFCFCFCFCFC);
    STABILITY_FLOW(up7, 14, 0x3F3F3F3F3F3F3F3F);
    STABILITY_FLOW(up9, 36, 0xF0F0F0F0F0F0F0F0);
    STABILITY_FLOW(up7, 28, 0x0F0F0F0F0F0F0F0F);
    const uint64x2_t all = vorrq_u64(vzip1q_u64(up7, up9), pair_reversed(vzip2q_u64(up7, up9)));
    lines->rising = ~vgetq_lane_u64(all, 0);
    lines->falling = ~vgetq_lane_u64(all, 1);
}

#endif
