/* search/memo.h - a worker's own memory of what the evaluation said of the moves of a node.
 *
 * Searches come back to a node: at the next depth, after a check of ProbCut, after a late move
 * that was searched less deep. Two fifths of what the move picker asks of the evaluation were asked
 * before, and nodes below TABLE_DEPTH are in no table. A line holds a whole board, so nothing in it
 * is ever false: the tree is the same with and without.
 *
 * Direct mapped, always replaced; emptied by zeros, which are no board. It depends on the weights
 * alone, and is kept from search to search. */
#ifndef SEARCH_MEMO_H
#define SEARCH_MEMO_H

#include <stdbool.h>
#include <stdint.h>
#include "search/tt.h"

enum {
    MEMO_LINES = 1 << MEMO_BITS,
    MEMO_CLASSICAL = 1 /* stands for a checksum of weights */
};

struct memo_line {
    uint64_t player, opponent;
    int16_t values[MEMO_MOVES]; /* of the children, 1/128 disc, in the order of their squares */
    uint32_t known;             /* which of them, a bit each */
};
_Static_assert(sizeof(struct memo_line) == 64, "one cache line");

static inline struct memo_line *memo_line_of(struct memo_line *memo, uint64_t player,
                                             uint64_t opponent)
{
    return memo + (tt_hash(player, opponent) >> (64 - MEMO_BITS));
}

static inline bool memo_holds(const struct memo_line *line, uint64_t player, uint64_t opponent)
{
    return line->player == player && line->opponent == opponent;
}

/* Makes the line one of this board; what is known of it stays. */
static inline void memo_claim(struct memo_line *line, uint64_t player, uint64_t opponent)
{
    if (!memo_holds(line, player, opponent))
        *line = (struct memo_line){.player = player, .opponent = opponent};
}

#endif
