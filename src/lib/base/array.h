/* base/array.h - arrays that grow.
 *
 * An array is a pointer and a number of items, both 0 at first; free() ends it. Its room follows
 * from the number, so nobody keeps it: the next power of two, 16 at least. It may be cut short.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a copy of an item of `size` bytes. `array` points to the pointer, of any type. False if out
 * of memory: nothing has changed. */
bool array_push(void *array, size_t *n, const void *item, size_t size);

/* Sorts; of equal items one stays. Returns how many there are then. */
size_t array_sort_unique(void *items, size_t n, size_t size,
                         int (*compare)(const void *, const void *));

#endif
