/* search/effort.h - how much work it will be to refute a board, guessed by looking two plies on
 * (hot files only).
 *
 * Source: proof numbers, Allis, "Searching for Solutions in Games and Artificial Intelligence"
 * (1994), used here to order the moves of an alpha-beta search. */
#ifndef SEARCH_EFFORT_H
#define SEARCH_EFFORT_H

#include <stdint.h>

#include "base/bits.h"
#include "isa/isa.h"
#include "search/tt.h"

/* A board whose player is to be refuted whatever he plays: the sum, over his `moves` (one or
 * more), of what the best answer to each will cost. An answer costs twice as much for each reply
 * that it leaves (corners count twice), and the best leaves the fewest. Where the sum reaches
 * `limit`, the moves left are taken to cost as much as those before. A reply that is refuted
 * already, as far as `known` tells, costs nearly nothing; NULL: nothing is looked up. No unit; 1 or
 * more. */
uint64_t ISA_FN(effort_to_refute)(uint64_t player, uint64_t opponent, uint64_t moves,
                                  uint64_t limit, const struct tt_claim *known);

enum { EFFORT_LOG_ONE = 64 };

/* Logarithm to base 2 of n > 0, in units of 1/EFFORT_LOG_ONE, straight between powers of two. */
static inline int effort_log(uint64_t n)
{
    const int whole = bit_last(n);
    const uint64_t rest = n ^ UINT64_C(1) << whole;
    return EFFORT_LOG_ONE * whole + (int)(whole > 6 ? rest >> (whole - 6) : rest << (6 - whole));
}

/* And back; large where 64 bits do not suffice. */
static inline uint64_t effort_from_log(int log)
{
    const int whole = log / EFFORT_LOG_ONE, rest = log % EFFORT_LOG_ONE;
    if (log < 0)
        return 1;
    return whole > 56 ? UINT64_MAX : (uint64_t)(EFFORT_LOG_ONE + rest) << whole >> 6;
}

#endif
