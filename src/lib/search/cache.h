/* search/cache.h - a worker's own cache of endgame nodes, of 6 to ENDGAME_EMPTIES empties, and of
 * more in small trees.
 *
 * A slot takes 16 bytes (with 24 a solve took 1 to 2 % longer); how many there are is in
 * search/params.def. No board is lost: it is turned one to one into its player and a mix of both
 * sides. The mix's high bits tell the slot, and the slot keeps the low ones (quotienting, Cleary
 * 1984). The bounds are rounded outwards to even numbers, which all scores are but those of games
 * that end early under the raw rule.
 *
 * Where many threads search, their parts for boards of more empties are one that all share
 * (search/pool.c). Each word is read once, whole: the two words of a slot may be those of two
 * boards only where their mixes agree in all bits.
 *
 * Direct mapped, always replaced; emptied by zeros, which are no board: a side without discs
 * faces 47 discs at least, which are not all among the top 14 squares, so that the 50 low bits of
 * their mix are not 0. */
#ifndef SEARCH_CACHE_H
#define SEARCH_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "board/board_check.h"
#include "search/params.h"

enum {
    CACHE_LOW_SLOTS = 1 << CACHE_LOW_BITS,
    CACHE_HIGH_SLOTS = 1 << CACHE_HIGH_BITS,
    CACHE_BOUND_BITS = 7 /* of each bound: (discs + 64) / 2 */
};

struct cache_slot {
    _Atomic uint64_t player;
    _Atomic uint64_t rest; /* 50 low bits of the mix, upper bound, lower bound */
};
_Static_assert(CACHE_HIGH_BITS >= 2 * CACHE_BOUND_BITS && CACHE_LOW_BITS >= CACHE_HIGH_BITS,
               "the slot and its rest hold the whole mix");

/* A part of a cache: for boards of few empties, or of CACHE_HIGH_EMPTIES and more. */
struct cache_part {
    struct cache_slot *slots;
    uint64_t shift; /* the high bits of a mix above it are the number of its slot */
};

/* Where a board belongs. */
struct cache_place {
    struct cache_slot *slot;
    uint64_t key; /* the rest without bounds */
};

#define CACHE_OF_PLAYER UINT64_C(0x9E3779B97F4A7C15)
#define CACHE_OF_OPPONENT UINT64_C(0xC2B2AE3D27D4EB4F)
_Static_assert(CACHE_OF_OPPONENT % 2 == 1, "the opponent can be found again");

static inline struct cache_place cache_place_of(const struct cache_part parts[2], uint64_t player,
                                                uint64_t opponent, int n_empties)
{
    assert(check_sides(player, opponent) && n_empties >= 0);
    const uint64_t mix = opponent * CACHE_OF_OPPONENT ^ player * CACHE_OF_PLAYER;
    const struct cache_part *part = &parts[n_empties >= CACHE_HIGH_EMPTIES];
    return (struct cache_place){part->slots + (mix >> part->shift), mix << 2 * CACHE_BOUND_BITS};
}

/* Is the board there? *rest holds its bounds then. */
static inline bool cache_finds(struct cache_place place, uint64_t player, uint64_t *rest)
{
    if (atomic_load_explicit(&place.slot->player, memory_order_relaxed) != player)
        return false;
    *rest = atomic_load_explicit(&place.slot->rest, memory_order_relaxed);
    return (*rest ^ place.key) >> 2 * CACHE_BOUND_BITS == 0;
}

/* Discs. */
static inline int cache_lower(uint64_t rest)
{
    return 2 * (int)(rest & ((1 << CACHE_BOUND_BITS) - 1)) - 64;
}

static inline int cache_upper(uint64_t rest)
{
    return 2 * (int)(rest >> CACHE_BOUND_BITS & ((1 << CACHE_BOUND_BITS) - 1)) - 64;
}

/* What a null-window search of (alpha, alpha + 1) found. */
static inline void cache_store(struct cache_place place, uint64_t player, int alpha, int score)
{
    uint64_t rest;
    const bool is_known = cache_finds(place, player, &rest);
    int lower = is_known ? cache_lower(rest) : -64;
    int upper = is_known ? cache_upper(rest) : 64;
    if (score > alpha)
        lower = score;
    else
        upper = score + 1; /* up to the even number, as the lower one goes down, by the shift */
    assert(alpha >= -65 && alpha <= 64 && score >= -64 && score <= 64 && lower <= upper);
    rest = place.key | (uint64_t)(upper + 64) >> 1 << CACHE_BOUND_BITS |
           (uint64_t)(lower + 64) >> 1;
    atomic_store_explicit(&place.slot->player, player, memory_order_relaxed);
    atomic_store_explicit(&place.slot->rest, rest, memory_order_relaxed);
}

#endif
