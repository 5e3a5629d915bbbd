/* board/lastflip.h - number of discs turned by the last move of a game, whoever makes it.
 *
 * With one empty square the opponent's discs are all the rest, so each line
 * through the square is settled by the player's discs alone: table reads.
 * Lines are gathered by a multiplication (as fast as PEXT here, and not slow on
 * CPUs where PEXT is microcode). Both sides are counted at once: asking for the
 * other side only when the first turns nothing is a branch nobody predicts
 * (2 % of a solve), and gathering twice as much work (2 %). */
#ifndef BOARD_LASTFLIP_H
#define BOARD_LASTFLIP_H

#include "board/tables.h"

/* Discs turned by the player in the low byte, by the opponent, moving there instead, in the
 * next. Squares that a short diagonal lacks read as the other side's, for both: no anchor
 * lies beyond them, so they never count. */
static inline unsigned lastflip_counts(uint64_t player, int square)
{
    const int x = square & 7, y = square >> 3;
    const uint64_t column = UINT64_C(0x0101010101010101);
    const uint8_t *diagonal = last_flips[x];
    const unsigned rising = (unsigned)((player & diagonal_masks[square][0]) * column >> 56);
    const unsigned falling = (unsigned)((player & diagonal_masks[square][1]) * column >> 56);
    unsigned n = last_flips_both[x][player >> 8 * y & 255];
    n += last_flips_both[y][((player >> x & column) * UINT64_C(0x0102040810204080)) >> 56];
    n += diagonal[rising] + diagonal[falling];
    return n + 256u * (diagonal[rising ^ diagonal_columns[square][0]] +
                       diagonal[falling ^ diagonal_columns[square][1]]);
}

#endif
