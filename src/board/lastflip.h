/* board/lastflip.h - number of discs turned by the last move of a game.
 *
 * With one empty square the opponent's discs are all the rest, so each line
 * through the square is settled by the player's discs alone: four table reads.
 * Lines are gathered by a multiplication (as fast as PEXT here, and not slow on
 * CPUs where PEXT is microcode). Squares off a short diagonal read as
 * opponent's; no anchor lies beyond them, so they never count. */
#ifndef BOARD_LASTFLIP_H
#define BOARD_LASTFLIP_H

#include "board/tables.h"

static inline int lastflip_count(uint64_t player, int square)
{
    const int x = square & 7, y = square >> 3;
    const uint64_t column = UINT64_C(0x0101010101010101);
    const uint8_t *across = last_flips[x];
    int n = across[player >> 8 * y & 255];
    n += last_flips[y][((player >> x & column) * UINT64_C(0x0102040810204080)) >> 56];
    n += across[((player & diagonal_masks[square][0]) * column) >> 56];
    n += across[((player & diagonal_masks[square][1]) * column) >> 56];
    return n;
}

#endif
