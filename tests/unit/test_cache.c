/* The cache of endgame nodes: what is stored is found again, no other board is taken for it, and
 * boards come back out of their slots. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/rng.h"
#include "search/cache.h"
#include "support.h"

struct board { uint64_t player, opponent; int n_empties; };

static struct board draw(struct rng *rng)
{
    struct board b = {.n_empties = 6 + (int)rng_below(rng, 7)};
    uint64_t occupied = ~UINT64_C(0);
    while (bit_count(occupied) > 64 - b.n_empties)
        occupied &= ~bit_of((int)rng_below(rng, 64));
    b.player = rng_next(rng) & occupied;
    b.opponent = occupied ^ b.player;
    return b;
}

/* The second part as one worker has it, or as 8 that share theirs. */
static void make_cache(struct cache_part parts[2], int n_shared_bits)
{
    const int bits = CACHE_HIGH_BITS + n_shared_bits;
    parts[0].slots = calloc(CACHE_LOW_SLOTS, sizeof *parts[0].slots);
    parts[0].shift = 64 - CACHE_LOW_BITS;
    parts[1].slots = calloc((size_t)1 << bits, sizeof *parts[1].slots);
    parts[1].shift = 64 - (uint64_t)bits;
    cr_assert(parts[0].slots && parts[1].slots);
}

static void free_cache(struct cache_part parts[2])
{
    free(parts[0].slots);
    free(parts[1].slots);
}

#define CACHE_BACK UINT64_C(0x0BA79078168D4BAF)
_Static_assert(CACHE_OF_OPPONENT * CACHE_BACK == 1, "the opponent can be found again");

/* The opponent of the board in a slot of a part. */
static uint64_t cache_opponent(const struct cache_part *part, const struct cache_slot *slot)
{
    const uint64_t low = slot->rest >> 2 * CACHE_BOUND_BITS;
    const uint64_t high = (uint64_t)(slot - part->slots) << part->shift;
    return ((high | low) ^ slot->player * CACHE_OF_PLAYER) * CACHE_BACK;
}

static struct cache_place place_of(const struct cache_part parts[2], struct board b)
{
    return cache_place_of(parts, b.player, b.opponent, b.n_empties);
}

static void check_boards_come_back(int n_shared_bits)
{
    struct cache_part cache[2];
    struct rng rng = rng_seeded(test_seed(71));
    uint64_t rest;
    make_cache(cache, n_shared_bits);
    for (int i = 0; i < 200000; i++) {
        const struct board b = draw(&rng);
        const struct cache_place place = place_of(cache, b);
        const struct cache_part *part = &cache[b.n_empties >= CACHE_HIGH_EMPTIES];
        const uint64_t number = (uint64_t)(place.slot - part->slots);
        cr_assert(number < UINT64_C(1) << (64 - part->shift), "in the part of its empties");
        cr_assert(!cache_finds(place, b.player, &rest), "not stored yet");
        const int alpha = (int)rng_below(&rng, 128) - 64;
        const int lower = alpha + 1 + (int)rng_below(&rng, (uint32_t)(64 - alpha));
        cache_store(place, b.player, alpha, lower);
        cr_assert(cache_finds(place, b.player, &rest));
        cr_assert_eq(place.slot->player, b.player);
        cr_assert_eq(cache_opponent(part, place.slot), b.opponent);
        /* An odd bound is weakened, never strengthened; an even one stays. */
        cr_assert_eq(cache_lower(place.slot->rest), lower & 1 ? lower - 1 : lower);
        cr_assert_eq(cache_upper(place.slot->rest), 64);
        const int upper = lower + (int)rng_below(&rng, (uint32_t)(65 - lower));
        cache_store(place, b.player, upper, upper);
        cr_assert_eq(cache_lower(place.slot->rest), lower & 1 ? lower - 1 : lower);
        cr_assert_eq(cache_upper(place.slot->rest), upper & 1 ? upper + 1 : upper);
    }
    free_cache(cache);
}

Test(cache, boards_and_bounds_come_back)
{
    check_boards_come_back(0);
    check_boards_come_back(3);
}

Test(cache, no_board_is_taken_for_another)
{
    struct cache_part cache[2];
    struct rng rng = rng_seeded(test_seed(72));
    uint64_t rest;
    make_cache(cache, 0);
    for (int i = 0; i < 200000; i++) {
        struct board b = draw(&rng), other = b;
        /* The same slot is held against it, filled with a board that differs in a disc or two. */
        const uint64_t disc = bit_of((int)rng_below(&rng, 64));
        if (disc & b.player || !(disc & b.opponent))
            other.player ^= disc;
        if (disc & b.opponent || (rng_below(&rng, 2) && !(disc & other.player)))
            other.opponent ^= disc;
        const struct cache_place there = place_of(cache, b), here = place_of(cache, other);
        cache_store(here, other.player, 0, 10);
        if (there.slot == here.slot && (b.player != other.player || b.opponent != other.opponent))
            cr_assert(!cache_finds(there, b.player, &rest));
    }
    for (int i = 0; i < 2000; i++) { /* wiped out, and an empty slot */
        const struct board b = draw(&rng);
        const uint64_t all = b.player | b.opponent;
        struct cache_slot empty = {0, 0};
        struct cache_place place = place_of(cache, (struct board){0, all, b.n_empties});
        place.slot = &empty;
        cr_assert(!cache_finds(place, 0, &rest));
    }
    free_cache(cache);
}
