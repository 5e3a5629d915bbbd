/* base/cpus.c - processors (cpus.h). */
#include "base/cpus.h"

#include <sched.h>
#include <unistd.h>

int cpus_usable(int most)
{
    cpu_set_t set;
    /* The set has room for 1024; where there are more, the call fails. */
    const long n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                               : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > most ? most : (int)n;
}
