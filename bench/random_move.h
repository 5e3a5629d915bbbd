/* bench/random_move.h - one of a set of moves, for the random games of the benchmarks. */
#ifndef BENCH_RANDOM_MOVE_H
#define BENCH_RANDOM_MOVE_H

#include "base/bits.h"
#include "base/rng.h"

static inline int random_move(struct rng *rng, uint64_t moves)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
        moves = bit_drop(moves);
    return bit_first(moves);
}

#endif
