/* board/stability.h - discs that can be proved never to turn again.
 *
 * Exact on each edge (table), then: a disc is stable if along each of its four
 * axes the line is full, or ends at the disc, or a neighbour there is already
 * known stable. A lower bound of the true set. */
#ifndef BOARD_STABILITY_H
#define BOARD_STABILITY_H

#include <stdint.h>
#include "base/bits.h"
#include "board/tables.h"

struct stability_lines { uint64_t row, column, rising, falling; };

/* For each axis, the squares whose whole line holds no empty square. */
static inline struct stability_lines stability_full_lines(uint64_t discs)
{
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    const uint64_t not_ab = UINT64_C(0xFCFCFCFCFCFCFCFC), not_gh = UINT64_C(0x3F3F3F3F3F3F3F3F);
    const uint64_t not_ad = UINT64_C(0xF0F0F0F0F0F0F0F0), not_eh = UINT64_C(0x0F0F0F0F0F0F0F0F);
    uint64_t row = discs & discs >> 1;
    row &= row >> 2;
    row &= row >> 4;
    uint64_t column = discs & (discs >> 8 | discs << 56);
    column &= column >> 16 | column << 48;
    column &= column >> 32 | column << 32;
    /* Empties flow along each diagonal, both ways; where none arrives the line is full. */
    uint64_t up9 = ~discs, down9 = ~discs, up7 = ~discs, down7 = ~discs;
    up9 |= up9 << 9 & not_a;
    down9 |= down9 >> 9 & not_h;
    up7 |= up7 << 7 & not_h;
    down7 |= down7 >> 7 & not_a;
    up9 |= up9 << 18 & not_ab;
    down9 |= down9 >> 18 & not_gh;
    up7 |= up7 << 14 & not_gh;
    down7 |= down7 >> 14 & not_ab;
    up9 |= up9 << 36 & not_ad;
    down9 |= down9 >> 36 & not_eh;
    up7 |= up7 << 28 & not_eh;
    down7 |= down7 >> 28 & not_ad;
    return (struct stability_lines){
        .row = (row & UINT64_C(0x0101010101010101)) * 255,
        .column = column,
        .rising = ~(up7 | down7),
        .falling = ~(up9 | down9),
    };
}

/* Column a (or h) as eight bits, row 1 lowest. */
static inline unsigned stability_gather_column(uint64_t b, int column)
{
    return (unsigned)((b >> column & UINT64_C(0x0101010101010101)) *
                      UINT64_C(0x0102040810204080) >> 56);
}

static inline uint64_t stability_scatter_column(unsigned bits)
{
    /* Bit i to bit 8i: spread the bits over the bytes, then make each byte 0 or 1. */
    uint64_t spread = (uint64_t)bits * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (spread + UINT64_C(0x7F7F7F7F7F7F7F7F)) >> 7 & UINT64_C(0x0101010101010101);
}

static inline uint64_t stability_edges(uint64_t own, uint64_t other)
{
    uint64_t top = edge_stability[(own & 255) * 256 + (other & 255)];
    uint64_t bottom = edge_stability[(own >> 56) * 256 + (other >> 56)];
    unsigned a = edge_stability[stability_gather_column(own, 0) * 256 +
                                stability_gather_column(other, 0)];
    unsigned h = edge_stability[stability_gather_column(own, 7) * 256 +
                                stability_gather_column(other, 7)];
    return top | bottom << 56 | stability_scatter_column(a) | stability_scatter_column(h) << 7;
}

static inline uint64_t stability_discs(uint64_t own, uint64_t other)
{
    const uint64_t border = UINT64_C(0xFF818181818181FF);
    const uint64_t columns_ah = UINT64_C(0x8181818181818181), rows_18 = UINT64_C(0xFF000000000000FF);
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    struct stability_lines full = stability_full_lines(own | other);
    full.row |= columns_ah;
    full.column |= rows_18;
    full.rising |= border;
    full.falling |= border;
    uint64_t stable = stability_edges(own, other) |
                      (own & full.row & full.column & full.rising & full.falling);
    for (uint64_t before = 0; stable != before;) {
        before = stable;
        uint64_t row = full.row | (stable << 1 & not_a) | (stable >> 1 & not_h);
        uint64_t column = full.column | stable << 8 | stable >> 8;
        uint64_t rising = full.rising | (stable << 7 & not_h) | (stable >> 7 & not_a);
        uint64_t falling = full.falling | (stable << 9 & not_a) | (stable >> 9 & not_h);
        stable |= own & row & column & rising & falling;
    }
    return stable;
}

#endif
