/* book/tally.c - see tally.h. */
#include "book/tally.h"

#include <stdint.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const struct book_tally_entry *a = left, *b = right;
    return book_key_compare(a->key, b->key);
}

static void add(uint32_t *count, uint32_t more)
{
    *count = more > UINT32_MAX - *count ? UINT32_MAX : *count + more;
}

void book_tally_sort(struct book_tally *tally)
{
    size_t n = 0;
    if (tally->n)
        qsort(tally->entries, tally->n, sizeof *tally->entries, compare);
    for (size_t i = 0; i < tally->n; i++) {
        struct book_tally_entry *entry = &tally->entries[i];
        if (n == 0 || compare(entry, &tally->entries[n - 1]) != 0) {
            tally->entries[n++] = *entry;
            continue;
        }
        add(&tally->entries[n - 1].counts.wins, entry->counts.wins);
        add(&tally->entries[n - 1].counts.draws, entry->counts.draws);
        add(&tally->entries[n - 1].counts.losses, entry->counts.losses);
    }
    tally->n = n;
}

/* Room for one more: many games share their first positions, so joining comes before growing. */
static bool make_room(struct book_tally *tally)
{
    if (tally->n < tally->room)
        return true;
    if (tally->n)
        book_tally_sort(tally);
    if (tally->n <= tally->room / 2 && tally->room)
        return true;
    const size_t room = tally->room ? 2 * tally->room : 4096;
    struct book_tally_entry *entries = realloc(tally->entries, room * sizeof *entries);
    if (!entries)
        return false;
    tally->entries = entries;
    tally->room = room;
    return true;
}

bool book_tally_add(struct book_tally *tally, ofl_board key, int result)
{
    if (!make_room(tally))
        return false;
    tally->entries[tally->n++] = (struct book_tally_entry){
        .key = key, .counts = {.wins = result > 0, .draws = result == 0, .losses = result < 0}};
    return true;
}

void book_tally_free(struct book_tally *tally)
{
    free(tally->entries);
    *tally = (struct book_tally){0};
}
