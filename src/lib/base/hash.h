/* base/hash.h - finds the items of a growing array (base/array.h) by their first bytes.
 *
 * The key of an item, `key_size` bytes at its beginning, has no padding. Each key is there once.
 * Keys of other items may not change.
 *
 * Threads: functions touch only their arguments; finding changes nothing.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_NONE SIZE_MAX

/* All zero: of an empty array. free(slots) ends it. */
struct hash {
    uint32_t *slots; /* indices + 1; 0: free */
    size_t n_slots;  /* a power of two, at least twice the number of items; or 0 */
};

/* The index of the item with that key, or HASH_NONE. */
size_t hash_find(const struct hash *hash, const void *items, size_t size, const void *key,
                 size_t key_size);

/* array_push() of an item whose key is not there. False if out of memory: the array has not
 * changed. */
bool hash_push(struct hash *hash, void *array, size_t *n, const void *item, size_t size,
               size_t key_size);

#endif
