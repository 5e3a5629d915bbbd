/* search/proof.h - the proof number of a board, estimated from two plies (hot files only).
 *
 * A proof number tells how many boards must be searched to refute a board. Moves with small numbers
 * are searched first.
 *
 * Source: Allis, "Searching for Solutions in Games and Artificial Intelligence" (1994). There the
 * numbers guide a best-first search; here they order the moves of an alpha-beta search. */
#ifndef SEARCH_PROOF_H
#define SEARCH_PROOF_H

#include <stdint.h>

#include "base/bits.h"
#include "isa/isa.h"
#include "search/tt.h"

/* The player is to be refuted whatever he plays. The number is a sum over his `moves` (one or more)
 * of what the cheapest answer to each will cost. An answer costs twice as much for each reply that
 * it leaves (corners count twice). Where the sum reaches `limit`, the moves left are taken to cost
 * as much as those before. A move that `known` proves refuted costs 1; NULL: nothing is looked up.
 * No unit; 1 or more. */
uint64_t ISA_FN(proof_number)(uint64_t player, uint64_t opponent, uint64_t moves, uint64_t limit,
                              const struct tt_query *known);

enum { PROOF_LOG_ONE = 64 };

/* Logarithm to base 2 of n > 0, in units of 1/PROOF_LOG_ONE, straight between powers of two. */
static inline int proof_log(uint64_t n)
{
    const int whole = bit_last(n);
    const uint64_t rest = n ^ UINT64_C(1) << whole;
    return PROOF_LOG_ONE * whole + (int)(whole > 6 ? rest >> (whole - 6) : rest << (6 - whole));
}

/* And back; large where 64 bits do not suffice. */
static inline uint64_t proof_from_log(int log)
{
    const int whole = log / PROOF_LOG_ONE, rest = log % PROOF_LOG_ONE;
    if (log < 0)
        return 1;
    return whole > 56 ? UINT64_MAX : (uint64_t)(PROOF_LOG_ONE + rest) << whole >> 6;
}

#endif
