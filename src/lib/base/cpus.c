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

bool cpus_keep_to(int first, int n)
{
#ifdef CPU_COUNT
    cpu_set_t set, kept;
    int seen = 0, n_kept = 0;
    CPU_ZERO(&kept);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return false;
    for (int cpu = 0; cpu < CPU_SETSIZE && n_kept < n; cpu++)
        if (CPU_ISSET(cpu, &set) && seen++ >= first) {
            CPU_SET(cpu, &kept);
            n_kept++;
        }
    return n_kept == n && sched_setaffinity(0, sizeof kept, &kept) == 0;
#else
    return false;
#endif
}
