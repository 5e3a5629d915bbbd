/* search/evalcache.h - a worker's own cache of evaluations, a line for the children of a node.
 *
 * Searches come back to a node: at the next depth, after a check of ProbCut, after a late move
 * that was searched less deep. Two fifths of the evaluations that order moves were made before, and
 * nodes below TABLE_DEPTH are in no table. A line holds a whole board, so nothing in it is ever
 * false: the tree is the same with and without.
 *
 * Direct mapped, always replaced; emptied by zeros, which are no board. It depends on the weights
 * alone, and is kept from search to search. */
#ifndef SEARCH_EVALCACHE_H
#define SEARCH_EVALCACHE_H

#include <stdbool.h>
#include <stdint.h>
#include "search/tt.h"

enum {
    EVALCACHE_LINES = 1 << EVALCACHE_BITS,
    EVALCACHE_CLASSICAL = 1 /* stands for a checksum of weights */
};

struct evalcache_line {
    uint64_t player, opponent;
    int16_t values[EVALCACHE_MOVES]; /* of the children, 1/128 disc, by square */
    uint32_t known;             /* which of them, a bit each */
};
_Static_assert(sizeof(struct evalcache_line) == 64, "one cache line");

static inline struct evalcache_line *evalcache_line_of(struct evalcache_line *evalcache,
                                                       uint64_t player, uint64_t opponent)
{
    return evalcache + (tt_hash(player, opponent) >> (64 - EVALCACHE_BITS));
}

static inline bool evalcache_holds(const struct evalcache_line *line, uint64_t player,
                                   uint64_t opponent)
{
    return line->player == player && line->opponent == opponent;
}

/* Makes the line one of this board; what is known of it stays. */
static inline void evalcache_reset(struct evalcache_line *line, uint64_t player,
                                   uint64_t opponent)
{
    if (!evalcache_holds(line, player, opponent))
        *line = (struct evalcache_line){.player = player, .opponent = opponent};
}

#endif
