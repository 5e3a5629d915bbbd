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
#include "isa/isa.h"

struct stability_lines { uint64_t row, column, rising, falling; };

#if HAVE_NEON
#include "board/stability_neon.h"
#else

/* Diagonals that hold no empty square: empties flow along them, both ways; where none arrives the
 * line is full. */
static inline void stability_full_diagonals(uint64_t discs, struct stability_lines *lines)
{
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    const uint64_t not_ab = UINT64_C(0xFCFCFCFCFCFCFCFC), not_gh = UINT64_C(0x3F3F3F3F3F3F3F3F);
    const uint64_t not_ad = UINT64_C(0xF0F0F0F0F0F0F0F0), not_eh = UINT64_C(0x0F0F0F0F0F0F0F0F);
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
    lines->rising = ~(up7 | down7);
    lines->falling = ~(up9 | down9);
}

#endif

/* For each axis, the squares whose whole line holds no empty square. */
static inline struct stability_lines stability_full_lines(uint64_t discs)
{
    uint64_t row = discs & discs >> 1;
    row &= row >> 2;
    row &= row >> 4;
    uint64_t column = discs & (discs >> 8 | discs << 56);
    column &= column >> 16 | column << 48;
    column &= column >> 32 | column << 32;
    struct stability_lines lines;
    lines.row = (row & UINT64_C(0x0101010101010101)) * 255;
    lines.column = column;
    stability_full_diagonals(discs, &lines);
    return lines;
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

/* stability_full_lines(), and the lines on which a border square has no second neighbour. */
static inline struct stability_lines stability_closed_lines(uint64_t discs)
{
    const uint64_t border = UINT64_C(0xFF818181818181FF);
    struct stability_lines lines = stability_full_lines(discs);
    lines.row |= UINT64_C(0x8181818181818181);
    lines.column |= UINT64_C(0xFF000000000000FF);
    lines.rising |= border;
    lines.falling |= border;
    return lines;
}

/* Stable discs that need no stable neighbour. */
static inline uint64_t stability_seeds(uint64_t own, uint64_t other,
                                       const struct stability_lines *lines)
{
    return stability_edges(own, other) |
           (own & lines->row & lines->column & lines->rising & lines->falling);
}

/* `stable` and the discs that it makes stable at once. */
static inline uint64_t stability_spread(uint64_t own, uint64_t stable,
                                        const struct stability_lines *lines)
{
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t row = lines->row | (stable << 1 & not_a) | (stable >> 1 & not_h);
    uint64_t column = lines->column | stable << 8 | stable >> 8;
    uint64_t rising = lines->rising | (stable << 7 & not_h) | (stable >> 7 & not_a);
    uint64_t falling = lines->falling | (stable << 9 & not_a) | (stable >> 9 & not_h);
    return stable | (own & row & column & rising & falling);
}

static inline uint64_t stability_discs(uint64_t own, uint64_t other)
{
    const struct stability_lines lines = stability_closed_lines(own | other);
    uint64_t stable = stability_seeds(own, other, &lines);
    for (uint64_t before = 0; stable != before;) {
        before = stable;
        stable = stability_spread(own, stable, &lines);
    }
    return stable;
}

/* Both sides at once, [0] for `own`: cheaper than two calls. */
static inline void stability_both(uint64_t own, uint64_t other, uint64_t stable[2])
{
    const struct stability_lines lines = stability_closed_lines(own | other);
    uint64_t a = stability_seeds(own, other, &lines), b = stability_seeds(other, own, &lines);
    for (uint64_t before = 0; (a | b) != before;) {
        before = a | b;
        a = stability_spread(own, a, &lines);
        b = stability_spread(other, b, &lines);
    }
    stable[0] = a;
    stable[1] = b;
}

#endif
