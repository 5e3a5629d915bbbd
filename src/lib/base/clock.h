/* base/clock.h - monotonic time; wall-clock jumps have no effect. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

enum { US_PER_MS = 1000 };

static inline int64_t clock_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static inline int64_t clock_ms(void) { return clock_us() / US_PER_MS; }

#endif
