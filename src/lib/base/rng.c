/* base/rng.c - seeds that nobody has chosen. */
#include "base/rng.h"

#include <stddef.h> /* Emscripten's header of random numbers lacks it */
#include <sys/random.h>

#include "base/clock.h"

uint64_t rng_fresh_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed)
        seed = (uint64_t)clock_us();
    return (seed & RNG_SEED_MOST) | 1;
}
