/* base/hash.c - see hash.h: open addressing, at most half full. */
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/checksum.h"

/* The slot of a key, or the free one where it belongs. */
static uint32_t *slot_of(const struct hash *hash, const char *items, size_t size, const void *key,
                         size_t key_size)
{
    size_t at = (size_t)checksum_of(key, key_size);
    for (;; at++) {
        uint32_t *slot = &hash->slots[at & (hash->n_slots - 1)];
        if (!*slot || memcmp(items + (*slot - 1) * size, key, key_size) == 0)
            return slot;
    }
}

size_t hash_find(const struct hash *hash, const void *items, size_t size, const void *key,
                 size_t key_size)
{
    const uint32_t found = hash->n_slots ? *slot_of(hash, items, size, key, key_size) : 0;
    return found ? found - 1 : HASH_NONE;
}

static bool enlarge(struct hash *hash, const char *items, size_t n, size_t size, size_t key_size)
{
    const size_t n_slots = hash->n_slots ? 2 * hash->n_slots : 256;
    uint32_t *slots = n <= UINT32_MAX / 2 ? calloc(n_slots, sizeof *slots) : NULL;
    if (!slots)
        return false;
    free(hash->slots);
    *hash = (struct hash){slots, n_slots};
    for (size_t i = 0; i < n; i++)
        *slot_of(hash, items, size, items + i * size, key_size) = (uint32_t)(i + 1);
    return true;
}

bool hash_push(struct hash *hash, void *array, size_t *n, const void *item, size_t size,
               size_t key_size)
{
    const char *items;
    memcpy(&items, array, sizeof items);
    if ((2 * *n >= hash->n_slots && !enlarge(hash, items, *n, size, key_size)) ||
        !array_push(array, n, item, size))
        return false;
    memcpy(&items, array, sizeof items);
    *slot_of(hash, items, size, item, key_size) = (uint32_t)*n;
    return true;
}
