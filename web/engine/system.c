/* web/engine/system.c - functions of the C library that emscripten lacks, or that do more here.
 *
 * The clock: each look at it also looks for a stop order, since a search looks every so often
 * (search/searcher.c), and no message can reach its Worker meanwhile. */
#include <emscripten.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>
#include <sys/random.h>

#include "entry.h"

/* Of the threads only the first is told. */
EM_JS(int, js_is_stopped, (void), { return Module.isStopped && Module.isStopped() ? 1 : 0; })
EM_JS(double, js_date_ms, (void), { return Date.now(); })

int clock_gettime(clockid_t id, struct timespec *t)
{
    const double now_ms = id == CLOCK_REALTIME ? js_date_ms() : emscripten_get_now();
    t->tv_sec = (time_t)(now_ms / 1000);
    t->tv_nsec = (long)((now_ms - (double)t->tv_sec * 1000) * 1e6);
    if (js_is_stopped())
        web_stop();
    return 0;
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    return getentropy(bytes, size) == 0 ? (ssize_t)size : -1;
}
