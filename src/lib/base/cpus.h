/* base/cpus.h - processors. */
#ifndef BASE_CPUS_H
#define BASE_CPUS_H

#include <stdbool.h>

/* Processors that this process may run on: 1 to `most`. Threads: any may ask. */
int cpus_usable(int most);

/* Keeps the calling thread, and what it starts, to `n` of those processors, from the `first` on
 * (0). False where there are not so many, or the system has no way to. */
bool cpus_keep_to(int first, int n);

#endif
