/* text/bitboards.h - writes a board as two numbers of 64 bits.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_BITBOARDS_H
#define TEXT_BITBOARDS_H

#include <outflank/board.h>

#include "base/strbuf.h"

/* Which square bit 0 is. */
enum bit_order { BITS_FROM_A1, BITS_FROM_H8 };

/* "0x0000000810000000 0x0000001008000000 X": the side to move, the other side, whose turn it is. */
void bitboards_add(struct strbuf *out, enum bit_order order, ofl_position position);

#endif
