/* book/store.c - see store.h: transactions. rows.c implements what is said of single records. */
#include "book/store.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "book/book_built_in.h"
#include "book/retro.h"
#include "book/store_parts.h"

/* In the table "meta": derived fields do not follow from the facts. */
#define STALE "_stale"

/* ---- derived fields: from changed records to their parents ----
 *
 * A child has fewer empties than its parent, so strata are settled from few empties to many, each
 * once. Only records whose value or bounds changed have their parents computed again. */

enum {
    RETRO_ROOM = 4096,
    /* Looking up the parents of one board costs as much as computing the children of so many. */
    SCAN_FACTOR = 10,
    SCAN_LEAST = 1024 /* fewer boards are not worth counting the stratum for */
};

/* In the order of rows. */
static int compare(const void *left, const void *right)
{
    return book_key_compare(*(const ofl_board *)left, *(const ofl_board *)right);
}

static bool add(struct book_stratum *stratum, ofl_board board, struct reason *reason)
{
    return array_push(&stratum->boards, &stratum->n, &board, sizeof board) ||
           reason_set(reason, "out of memory");
}

static void sort(struct book_stratum *stratum)
{
    stratum->n = array_sort_unique(stratum->boards, stratum->n, sizeof *stratum->boards, compare);
}

/* The record of `key` has new facts, is new, or was removed. */
static bool touch(struct book_store *store, ofl_board key, struct reason *reason)
{
    return add(&store->dirty[ofl_count_empties(key)], key, reason);
}

static void forget(struct book_store *store)
{
    for (int i = 0; i < BOOK_STRATA; i++) {
        free(store->dirty[i].boards);
        store->dirty[i] = (struct book_stratum){0};
    }
}

/* Derives a record anew and writes it if that changed it. */
static bool derive(struct book_store *store, struct book_record *record, bool *has_changed,
                   struct reason *reason)
{
    struct book_moves moves;
    const struct book_record before = *record;
    *has_changed = false;
    if (!book_store_moves(store, record->board, &moves, reason))
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
            bsearch(&moves.list[i].child.board, scan->changed->boards, scan->changed->n,
                    sizeof *scan->changed->boards, compare))
            return touch(scan->store, record->board, reason);
    return true;
}

static bool scan_parents(struct book_store *store, int n_empties, struct book_stratum *changed,
                         struct reason *reason)
{
    struct scan scan = {store, changed};
    sort(changed);
    return book_store_walk(store, n_empties + 1, n_empties + 1, scan_record, &scan, reason);
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
        if (found < 0 || (found && !touch(store, room[i], reason)))
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
        const int64_t n = book_store_count(store, n_empties + 1, n_empties + 1, reason);
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
    struct book_stratum *dirty = &store->dirty[n_empties];
    struct book_stratum changed = {0};
    bool is_good = true;
    sort(dirty);
    for (size_t i = 0; i < dirty->n && is_good; i++) {
        struct book_record record;
        bool has_changed = true;
        const int found = book_store_get(store, dirty->boards[i], &record, reason);
        is_good = found >= 0 && (!found || derive(store, &record, &has_changed, reason));
        is_good = is_good && (!has_changed || add(&changed, dirty->boards[i], reason));
    }
    is_good = is_good && touch_all_parents(store, n_empties, &changed, reason);
    free(changed.boards);
    return is_good;
}

/* Computes what was touched and, stratum by stratum, whatever depends on it. */
static bool settle(struct book_store *store, struct reason *reason)
{
    bool is_good = true;
    for (int i = 0; i < BOOK_STRATA && is_good; i++)
        is_good = settle_stratum(store, i, reason);
    forget(store);
    return is_good;
}

static bool derive_visited(void *user, const struct book_record *record, struct reason *reason)
{
    struct book_record derived = *record;
    bool has_changed;
    return derive(user, &derived, &has_changed, reason);
}

/* Computes all records with that many empties; those with fewer are true already. */
static bool settle_all_of(struct book_store *store, int n_empties, struct reason *reason)
{
    return book_store_walk(store, n_empties, n_empties, derive_visited, store, reason);
}

/* ---- opening, transactions ---- */

bool book_store_open(const char *path, enum book_store_mode mode, struct book_store **store,
                     struct reason *reason)
{
    if (book_built_in_is(path))
        return reason_set(reason,
                          "the book built in is a packed book and does not change; 'outflank book "
                          "unpack %s FILE' makes a working book of it", path);
    struct book_store *opened = calloc(1, sizeof *opened);
    if (!opened)
        return reason_set(reason, "out of memory");
    if (!book_db_open(&opened->db, path, mode, reason)) {
        free(opened);
        return false;
    }
    *store = opened;
    return true;
}

static void end(struct book_store *store, void (*end_db)(struct book_db *db))
{
    if (!store)
        return;
    book_store_rollback(store);
    book_rows_finalize(store);
    end_db(&store->db);
    free(store);
}

void book_store_close(struct book_store *store) { end(store, book_db_close); }

void book_store_discard(struct book_store *store) { end(store, book_db_discard); }

/* The mark of a stale book: a number that every bulk transaction changes, so that a refresh notices
 * those that came while it ran. 0: not stale; -1: it cannot be read. */
static int64_t stale_mark(struct book_store *store, struct reason *reason)
{
    char text[BOOK_META_SIZE];
    int64_t mark = 0;
    const int found = book_store_get_meta(store, STALE, text, reason);
    if (found > 0 && !number_read_int(text, NUMBER_TO_NUL, 1, INT64_MAX - 1, &mark, reason)) {
        reason_put_before(reason, "%s: mark of a bulk load: ", store->db.path);
        return -1;
    }
    return found < 0 ? -1 : mark;
}

bool book_store_is_stale(struct book_store *store) { return stale_mark(store, NULL) != 0; }

bool book_store_check_fresh(struct book_store *store, struct reason *reason)
{
    const int64_t mark = stale_mark(store, reason);
    if (mark <= 0)
        return mark == 0;
    reason_set(reason, "%s: a load was cut off, or goes on; \"outflank book fix\" computes the "
               "values", store->db.path);
    return reason_is(reason, REASON_LATER);
}

bool book_store_begin_read(struct book_store *store, struct reason *reason)
{
    store->db.is_open = book_db_run(&store->db, "BEGIN", reason);
    return store->db.is_open;
}

bool book_store_begin(struct book_store *store, struct reason *reason)
{
    int64_t mark = 1;
    while (mark) {
        if (!book_store_refresh(store, reason) || !book_db_begin(&store->db, reason))
            return false;
        mark = stale_mark(store, reason);
        if (mark)
            book_db_rollback(&store->db);
        if (mark < 0)
            return false;
    }
    return true;
}

bool book_store_begin_bulk(struct book_store *store, struct reason *reason)
{
    char text[32];
    if (!book_db_begin(&store->db, reason))
        return false;
    const int64_t mark = stale_mark(store, reason);
    snprintf(text, sizeof text, "%" PRId64, mark + 1);
    store->is_bulk = true;
    if (mark >= 0 && book_store_set_meta(store, STALE, text, reason))
        return true;
    book_store_rollback(store);
    return false;
}

bool book_store_settle(struct book_store *store, struct reason *reason)
{
    return store->is_bulk || settle(store, reason);
}

bool book_store_commit(struct book_store *store, struct reason *reason)
{
    assert(store->db.is_open);
    if (!book_store_settle(store, reason) || !book_db_commit(&store->db, reason))
        return false;
    store->is_bulk = false;
    return true;
}

void book_store_rollback(struct book_store *store)
{
    book_db_rollback(&store->db);
    forget(store);
    store->is_bulk = false;
}

/* One stratum is one transaction, unless one is open. The last one takes the mark away, if it is
 * the one that was there at the start. */
static bool refresh_stratum(struct book_store *store, int n_empties, int64_t mark,
                            struct reason *reason)
{
    const bool is_alone = !store->db.is_open;
    char sql[128];
    snprintf(sql, sizeof sql, "DELETE FROM meta WHERE name = '" STALE "' AND value = '%" PRId64 "'",
             mark);
    if (is_alone && !book_db_begin(&store->db, reason))
        return false;
    if (settle_all_of(store, n_empties, reason) &&
        (n_empties < BOOK_STRATA - 1 || book_db_run(&store->db, sql, reason)) &&
        (!is_alone || book_db_commit(&store->db, reason)))
        return true;
    if (is_alone)
        book_db_rollback(&store->db);
    return false;
}

bool book_store_refresh_against(struct book_store *store, int64_t *n_taken_back,
                                struct reason *reason)
{
    store->takes_back = true;
    store->n_taken_back = 0;
    const bool is_good = book_store_refresh(store, reason);
    store->takes_back = false;
    *n_taken_back = store->n_taken_back;
    return is_good;
}

bool book_store_refresh(struct book_store *store, struct reason *reason)
{
    bool is_good = true;
    int64_t mark;
    while (is_good && (mark = stale_mark(store, reason)) != 0) {
        is_good = mark > 0;
        for (int i = 0; i < BOOK_STRATA && is_good; i++)
            is_good = refresh_stratum(store, i, mark, reason);
    }
    store->is_bulk = store->is_bulk && !is_good;
    return is_good;
}

/* Writes facts, and what has to be computed again is remembered. */
static bool put(struct book_store *store, const struct book_record *record, struct reason *reason)
{
    return book_rows_put(store, record, reason) &&
           (store->is_bulk || touch(store, record->board, reason));
}

bool book_store_merge(struct book_store *store, const struct book_record *facts,
                      bool *has_changed, struct reason *reason)
{
    struct book_record record;
    bool is_new;
    assert(store->db.is_open && book_record_check(facts, NULL));
    const int found = book_store_get(store, facts->board, &record, reason);
    if (found < 0)
        return false;
    if (!found)
        record = book_record_of(facts->board);
    if (!book_record_merge(&record, facts, &is_new, reason))
        return reason_put_before(reason, "%s: ", store->db.path);
    is_new |= !found;
    if (has_changed)
        *has_changed = is_new;
    return !is_new || put(store, &record, reason);
}

bool book_store_replace(struct book_store *store, const struct book_record *facts,
                        struct reason *reason)
{
    struct book_record old, record = *facts;
    assert(store->db.is_open && book_record_check(facts, NULL));
    const int found = book_store_get(store, facts->board, &old, reason);
    if (found < 0)
        return false;
    if (!found)
        old = book_record_of(facts->board);
    record.value_cd = old.value_cd; /* what the parents know of it */
    record.best = old.best;
    record.low = old.low;
    record.high = old.high;
    return put(store, &record, reason);
}

bool book_store_remove(struct book_store *store, ofl_board key, struct reason *reason)
{
    assert(store->db.is_open);
    return book_rows_run(store, book_rows_of_key(store, BOOK_SQL_REMOVE, key, reason), reason) &&
           (store->is_bulk || touch(store, key, reason));
}
