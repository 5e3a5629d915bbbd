/* base/rng.h - a small seeded generator (splitmix64, Steele, Lea & Flood 2014).
 * For tests, random openings and self-play; never for security. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <assert.h>
#include <stdint.h>

struct rng { uint64_t state; };

static inline struct rng rng_seeded(uint64_t seed) { return (struct rng){seed}; }

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Seeds that a user is told and may give back: 1 .. 2^31 - 1. */
enum { RNG_SEED_MOST = 0x7fffffff };
uint64_t rng_fresh_seed(void);

static inline uint64_t rng_seed_after(uint64_t seed)
{
    return seed < RNG_SEED_MOST ? seed + 1 : 1;
}

/* 0 .. n-1, n >= 1 (bias below n / 2^32, of no weight for n < 2^16). */
static inline uint32_t rng_below(struct rng *rng, uint32_t n)
{
    assert(n >= 1);
    return (uint32_t)(((rng_next(rng) >> 32) * n) >> 32);
}

#endif
