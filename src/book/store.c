/* book/store.c - see store.h. */
#include "book/store.h"

#include <inttypes.h>
#include <outflank/notation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "book/built_in.h"
#include "book/propagate.h"
#include "book/rows.h"

/* In the table "meta": derived fields do not follow from the facts. */
#define STALE "_stale"

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
    static const enum book_db_mode modes[] = {
        [BOOK_STORE_READ] = BOOK_DB_READ, [BOOK_STORE_INSPECT] = BOOK_DB_INSPECT,
        [BOOK_STORE_WRITE] = BOOK_DB_WRITE, [BOOK_STORE_CREATE] = BOOK_DB_CREATE};
    if (!book_db_open(&opened->db, path, modes[mode], reason)) {
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
    const int found = book_rows_get_meta(store, STALE, text, reason);
    if (found > 0 && !number_read_int(text, NUMBER_TO_NUL, 1, INT64_MAX - 1, &mark, reason)) {
        reason_put_before(reason, "%s: mark of a bulk load: ", store->db.path);
        return -1;
    }
    return found < 0 ? -1 : mark;
}

bool book_store_is_stale(struct book_store *store)
{
    return stale_mark(store, NULL) != 0;
}

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
    if (mark >= 0 && book_rows_set_meta(store, STALE, text, reason))
        return true;
    book_store_rollback(store);
    return false;
}

bool book_store_settle(struct book_store *store, struct reason *reason)
{
    return store->is_bulk || book_propagate_settle(store, reason);
}

bool book_store_commit(struct book_store *store, struct reason *reason)
{
    if (!book_store_settle(store, reason) || !book_db_commit(&store->db, reason))
        return false;
    store->is_bulk = false;
    return true;
}

void book_store_rollback(struct book_store *store)
{
    book_db_rollback(&store->db);
    book_dirty_free(&store->dirty);
    store->is_bulk = false;
}

/* One stratum is one transaction, unless one is open. The last one takes the mark away, if it is
 * the one that was there at the start. */
static bool refresh_stratum(struct book_store *store, int n_empties, int64_t mark,
                            struct reason *reason)
{
    const bool is_own = !store->db.is_open;
    char sql[128];
    snprintf(sql, sizeof sql, "DELETE FROM meta WHERE name = '" STALE "' AND value = '%" PRId64 "'",
             mark);
    if (is_own && !book_db_begin(&store->db, reason))
        return false;
    if (book_propagate_stratum(store, n_empties, reason) &&
        (n_empties < BOOK_STRATA - 1 || book_db_run(&store->db, sql, reason)) &&
        (!is_own || book_db_commit(&store->db, reason)))
        return true;
    if (is_own)
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

int book_store_get(struct book_store *store, ofl_board key, struct book_record *record,
                   struct reason *reason)
{
    return book_rows_get(store, key, record, reason);
}

bool book_store_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                      struct reason *reason)
{
    return book_rows_moves(store, key, moves, reason);
}

static bool refuse(const struct book_store *store, ofl_board board, struct reason *reason)
{
    char text[OFL_BOARD_TEXT];
    const ofl_position position = {board, OFL_BLACK};
    return reason_put_before(reason, "%s: %s: ", store->db.path,
                             ofl_position_to_text(position, text));
}

/* Writes facts, and what has to be computed again is remembered. */
static bool put(struct book_store *store, const struct book_record *record, struct reason *reason)
{
    return book_rows_put(store, record, reason) &&
           (store->is_bulk || book_propagate_touch(store, record->board, reason));
}

bool book_store_merge(struct book_store *store, const struct book_record *facts,
                      bool *has_changed, struct reason *reason)
{
    struct book_record record;
    bool is_new;
    if (!book_record_check(facts, reason))
        return refuse(store, facts->board, reason);
    const int found = book_rows_get(store, facts->board, &record, reason);
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
    if (!book_record_check(facts, reason))
        return refuse(store, facts->board, reason);
    const int found = book_rows_get(store, facts->board, &old, reason);
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
    return book_rows_remove(store, key, reason) &&
           (store->is_bulk || book_propagate_touch(store, key, reason));
}

bool book_store_walk(struct book_store *store, int least, int most, book_visitor visit,
                     void *user, struct reason *reason)
{
    return book_rows_walk(store, least, most, visit, user, reason);
}

int64_t book_store_count(struct book_store *store, int n_empties, struct reason *reason)
{
    return book_rows_count(store, n_empties, reason);
}

int book_store_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                        struct reason *reason)
{
    return book_rows_get_meta(store, name, text, reason);
}

bool book_store_set_meta(struct book_store *store, const char *name, const char *text,
                         struct reason *reason)
{
    return book_rows_set_meta(store, name, text, reason);
}
