/* expand/idset.h - a set of task ids. Threads: functions touch only their arguments. */
#ifndef EXPAND_IDSET_H
#define EXPAND_IDSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: the empty set. */
struct idset {
    uint64_t *slots; /* 0: free */
    size_t n, size;  /* size is a power of two, or 0 */
};

bool idset_has(const struct idset *set, uint64_t id);
/* False if out of memory. */
bool idset_add(struct idset *set, uint64_t id);
void idset_free(struct idset *set);

#endif
