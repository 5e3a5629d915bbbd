/* base/array.c - see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 16 };

bool array_push(void *array, size_t *n, const void *item, size_t size)
{
    char *items;
    memcpy(&items, array, sizeof items);
    if (*n == 0 || (*n >= LEAST && (*n & (*n - 1)) == 0)) { /* full */
        const size_t room = *n ? 2 * *n : LEAST;
        items = room <= SIZE_MAX / size ? realloc(items, room * size) : NULL;
        if (!items)
            return false;
        memcpy(array, &items, sizeof items);
    }
    memcpy(items + (*n)++ * size, item, size);
    return true;
}

size_t array_sort_unique(void *items, size_t n, size_t size,
                         int (*compare)(const void *, const void *))
{
    char *list = items;
    size_t n_unique = 0;
    if (n)
        qsort(list, n, size, compare);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || compare(list + i * size, list + (n_unique - 1) * size) != 0)
            memmove(list + n_unique++ * size, list + i * size, size);
    return n_unique;
}
