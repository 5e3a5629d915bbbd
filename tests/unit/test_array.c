/* Growing arrays and their index (base/array.h, base/hash.h). */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

struct item { uint64_t key[2]; int number; };

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

Test(array, an_item_is_where_it_was_put)
{
    uint64_t *list = NULL;
    size_t n = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        if (i == 500) /* cut short, it grows on */
            n = 33;
        const uint64_t item = i * i;
        cr_assert(array_push(&list, &n, &item, sizeof item));
    }
    cr_assert_eq(n, 33 + 500);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(list[i], i < 33 ? i * i : (i + 467) * (i + 467));
    free(list);
}

Test(array, equal_items_become_one)
{
    int list[] = {5, 3, 5, 1, 3, 3, 9};
    const int wanted[] = {1, 3, 5, 9};
    cr_assert_eq(array_sort_unique(list, 7, sizeof *list, compare), 4);
    cr_expect_arr_eq(list, wanted, sizeof wanted);
    cr_expect_eq(array_sort_unique(NULL, 0, sizeof *list, compare), 0);
}

Test(array, a_key_is_found_and_no_other)
{
    enum { N = 5000 };
    struct item *list = NULL;
    struct hash hash = {0};
    size_t n = 0;
    uint64_t key[2] = {0, 0};
    cr_expect_eq(hash_find(&hash, list, sizeof *list, key, sizeof key), HASH_NONE);
    for (int i = 0; i < N; i++) { /* keys that differ in few bits */
        const struct item item = {{(uint64_t)i << 32, (uint64_t)(i % 7)}, i};
        cr_assert(hash_push(&hash, &list, &n, &item, sizeof item, sizeof item.key));
    }
    for (int i = 0; i < N; i++) {
        cr_assert_eq(hash_find(&hash, list, sizeof *list, list[i].key, sizeof key), (size_t)i);
        memcpy(key, list[i].key, sizeof key);
        key[1] += 7;
        cr_assert_eq(hash_find(&hash, list, sizeof *list, key, sizeof key), HASH_NONE);
    }
    free(list);
    free(hash.slots);
}
