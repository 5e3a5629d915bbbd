/* base/cpus.c - processors (cpus.h). */
#include "base/cpus.h"

#include <sched.h>
#include <unistd.h>

int cpus_usable(int most)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t set;
    /* The set has room for 1024; where there are more, the call fails. */
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    return n < 1 ? 1 : n > most ? most : (int)n;
}
