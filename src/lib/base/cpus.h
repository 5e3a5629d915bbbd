/* base/cpus.h - processors. */
#ifndef BASE_CPUS_H
#define BASE_CPUS_H

/* Processors that this process may run on: 1 to `most`. Threads: any may ask. */
int cpus_usable(int most);

#endif
