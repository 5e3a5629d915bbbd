/* expand/idset.c - see idset.h: open addressing, at most half full. Ids are checksums, so they
 * are spread already. The id 0 is kept as 1, which costs nothing but one task in 2^64. */
#include "expand/idset.h"

#include <stdlib.h>

static uint64_t *slot_of(uint64_t *slots, size_t size, uint64_t id)
{
    size_t at = (size_t)id & (size - 1);
    while (slots[at] && slots[at] != id)
        at = (at + 1) & (size - 1);
    return &slots[at];
}

bool idset_has(const struct idset *set, uint64_t id)
{
    return set->size > 0 && *slot_of(set->slots, set->size, id | !id);
}

static bool enlarge(struct idset *set)
{
    const size_t size = set->size ? 2 * set->size : 256;
    uint64_t *slots = calloc(size, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i])
            *slot_of(slots, size, set->slots[i]) = set->slots[i];
    free(set->slots);
    set->slots = slots;
    set->size = size;
    return true;
}

bool idset_add(struct idset *set, uint64_t id)
{
    if (2 * set->n >= set->size && !enlarge(set))
        return false;
    uint64_t *slot = slot_of(set->slots, set->size, id | !id);
    set->n += *slot == 0;
    *slot = id | !id;
    return true;
}

void idset_free(struct idset *set)
{
    free(set->slots);
    *set = (struct idset){0};
}
