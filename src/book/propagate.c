/* book/propagate.c - see propagate.h.
 *
 * A child has fewer empties than its parent, so strata are settled from few empties to many, each
 * once. Only records whose value or bounds changed have their parents computed again.
 */
#include "book/propagate.h"

#include <stdlib.h>

#include "book/retro.h"
#include "book/rows.h"

enum {
    RETRO_ROOM = 4096,
    /* Looking up the parents of one board costs as much as computing the children of so many. */
    SCAN_FACTOR = 10,
    SCAN_LEAST = 1024 /* fewer boards are not worth counting the stratum for */
};

bool book_propagate_touch(struct book_store *store, ofl_board key, struct reason *reason)
{
    return book_stratum_add(&store->dirty.strata[ofl_count_empties(key)], key) ||
           reason_set(reason, "out of memory");
}

/* Derives a record anew and writes it if that changed it. */
static bool derive(struct book_store *store, struct book_record *record, bool *has_changed,
                   struct reason *reason)
{
    struct book_moves moves;
    const struct book_record before = *record;
    *has_changed = false;
    if (!book_rows_moves(store, record->board, &moves, reason))
        return false;
    if (!book_derive(record, &moves, reason)) {
        if (!store->takes_back)
            return reason_put_before(reason, "%s: ", store->db.path);
        book_record_take_back(record);
        store->n_taken_back++;
        if (!book_derive(record, &moves, reason)) /* children alone do not contradict each other */
            return reason_put_before(reason, "%s: ", store->db.path);
    }
    if (book_record_is_equal(record, &before))
        return true;
    *has_changed = before.value_cd != record->value_cd || before.low != record->low ||
                   before.high != record->high;
    return book_rows_put(store, record, reason);
}

/* Parents among the records of the stratum above, by computing the children of all of them. */
struct scan {
    struct book_store *store;
    const struct book_stratum *changed;
};

static bool scan_record(void *user, const struct book_record *record, struct reason *reason)
{
    const struct scan *scan = user;
    struct book_moves moves;
    book_moves_init(&moves, record->board);
    for (int i = 0; i < moves.n; i++)
        if (moves.list[i].child.kind != BOOK_CHILD_OVER &&
            book_stratum_has(scan->changed, moves.list[i].child.board))
            return book_propagate_touch(scan->store, record->board, reason);
    return true;
}

static bool scan_parents(struct book_store *store, int n_empties, struct book_stratum *changed,
                         struct reason *reason)
{
    struct scan scan = {store, changed};
    book_stratum_sort(changed);
    return book_rows_walk(store, n_empties + 1, n_empties + 1, scan_record, &scan, reason);
}

/* Parents by taking moves back. 1; 0 if there are too many to look up; -1. */
static int touch_parents(struct book_store *store, ofl_board key, ofl_board *room,
                         struct reason *reason)
{
    const ptrdiff_t n = retro_parents(key, room, RETRO_ROOM);
    if (n == RETRO_TOO_MANY)
        return 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const int found = book_rows_has(store, room[i], reason);
        if (found < 0 || (found && !book_propagate_touch(store, room[i], reason)))
            return -1;
    }
    return 1;
}

static bool touch_all_parents(struct book_store *store, int n_empties,
                              struct book_stratum *changed, struct reason *reason)
{
    if (n_empties + 1 >= BOOK_STRATA || !changed->n)
        return true;
    if (changed->n >= SCAN_LEAST) {
        const int64_t n = book_rows_count(store, n_empties + 1, reason);
        if (n < 0)
            return false;
        if (n / SCAN_FACTOR < (int64_t)changed->n)
            return scan_parents(store, n_empties, changed, reason);
    }
    ofl_board *room = malloc(RETRO_ROOM * sizeof *room);
    if (!room)
        return reason_set(reason, "out of memory");
    int is_found = 1;
    for (size_t i = 0; i < changed->n && is_found == 1; i++)
        is_found = touch_parents(store, changed->boards[i], room, reason);
    free(room);
    return is_found ? is_found > 0 : scan_parents(store, n_empties, changed, reason);
}

static bool settle_stratum(struct book_store *store, int n_empties, struct reason *reason)
{
    struct book_stratum *dirty = &store->dirty.strata[n_empties];
    struct book_stratum changed = {0};
    bool is_good = true;
    book_stratum_sort(dirty);
    for (size_t i = 0; i < dirty->n && is_good; i++) {
        struct book_record record;
        bool has_changed = true;
        const int found = book_rows_get(store, dirty->boards[i], &record, reason);
        is_good = found >= 0 && (!found || derive(store, &record, &has_changed, reason));
        if (is_good && has_changed && !book_stratum_add(&changed, dirty->boards[i]))
            is_good = reason_set(reason, "out of memory");
    }
    is_good = is_good && touch_all_parents(store, n_empties, &changed, reason);
    book_stratum_free(&changed);
    return is_good;
}

bool book_propagate_settle(struct book_store *store, struct reason *reason)
{
    bool is_good = true;
    for (int i = 0; i < BOOK_STRATA && is_good; i++)
        is_good = settle_stratum(store, i, reason);
    book_dirty_free(&store->dirty);
    return is_good;
}

static bool derive_visited(void *user, const struct book_record *record, struct reason *reason)
{
    struct book_record derived = *record;
    bool has_changed;
    return derive(user, &derived, &has_changed, reason);
}

bool book_propagate_stratum(struct book_store *store, int n_empties, struct reason *reason)
{
    return book_rows_walk(store, n_empties, n_empties, derive_visited, store, reason);
}
