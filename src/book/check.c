/* book/check.c - see check.h. */
#include "book/check.h"

#include <inttypes.h>
#include <outflank/notation.h>
#include <string.h>

#include "book/games.h"
#include "book/rows.h"
#include "book/tally.h"

struct run {
    struct book_store *store;
    struct book_check *check;
    struct book_tally tally;
    size_t n_matched; /* of the tally's entries, in order */
};

static void fault(struct run *run, const char *text)
{
    run->check->n_faults++;
    if (run->check->tell)
        run->check->tell(run->check->user, text);
}

static void fault_at(struct run *run, ofl_board board, const char *what)
{
    struct reason reason;
    char text[OFL_BOARD_TEXT];
    reason_set(&reason, "%s: %s", ofl_position_to_text((ofl_position){board, OFL_BLACK}, text),
               what);
    fault(run, reason.text);
}

/* A walk over rows that ended early met a row that cannot be read: a fault, as every one. */
static bool ended_early(struct run *run, const struct reason *why, struct reason *reason)
{
    if (strcmp(why->text, "out of memory") == 0)
        return reason_set(reason, "out of memory");
    fault(run, why->text);
    return true;
}

/* A text of SQLite: a fault a line, behind lines such as "*** in database main ***". */
static void tell_lines(struct run *run, const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        struct reason line;
        length = strcspn(text, "\n");
        if (length == 0 || *text == '*')
            continue;
        reason_set(&line, "%.*s", (int)length, text);
        fault(run, line.text);
    }
}

/* SQLite's own check: pages, trees, the order of keys. */
static bool check_file(struct run *run, struct reason *reason)
{
    sqlite3_stmt *statement = NULL;
    struct book_db *db = &run->store->db;
    struct reason why;
    int code;
    if (!book_db_prepare(db, "PRAGMA integrity_check(20)", &statement, &why))
        return ended_early(run, &why, reason);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        if (text && strcmp(text, "ok") != 0)
            tell_lines(run, text);
    }
    if (code != SQLITE_DONE && !book_db_fail(db, &why))
        fault(run, why.text);
    sqlite3_finalize(statement);
    return true;
}

static bool check_record(void *user, const struct book_record *record, struct reason *reason)
{
    struct run *run = user;
    struct book_moves moves;
    struct book_record derived = *record;
    struct reason why;
    run->check->n_positions++;
    if (!book_rows_moves(run->store, record->board, &moves, reason))
        return false;
    if (!book_derive(&derived, &moves, &why))
        fault(run, why.text);
    else if (!book_record_is_equal(&derived, record))
        fault_at(run, record->board, "value, best move or bounds do not follow from its children");
    return true;
}

static bool tally_position(void *user, ofl_board key, int ply, int result, struct reason *reason)
{
    struct run *run = user;
    (void)ply;
    return book_tally_add(&run->tally, key, result) || reason_set(reason, "out of memory");
}

static bool check_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct run *run = user;
    run->check->n_games++;
    return book_game_visit(game, tally_position, run, reason);
}

/* Counts come in the order of the tally. */
static bool check_counts(void *user, ofl_board key, const struct book_counts *counts,
                         struct reason *reason)
{
    struct run *run = user;
    const struct book_tally *tally = &run->tally;
    (void)reason;
    run->check->n_counts++;
    while (run->n_matched < tally->n &&
           book_key_compare(tally->entries[run->n_matched].key, key) < 0)
        fault_at(run, tally->entries[run->n_matched++].key, "its games are not counted");
    const struct book_tally_entry *entry = &tally->entries[run->n_matched];
    if (run->n_matched == tally->n || book_key_compare(entry->key, key) != 0) {
        fault_at(run, key, "games are counted that the book does not have");
        return true;
    }
    run->n_matched++;
    if (entry->counts.wins != counts->wins || entry->counts.draws != counts->draws ||
        entry->counts.losses != counts->losses)
        fault_at(run, key, "its counts are not those of the games");
    return true;
}

static bool check_rows(struct run *run, struct reason *reason)
{
    struct reason why;
    if (!book_store_check_fresh(run->store, &why))
        fault(run, why.text);
    if (!book_rows_walk(run->store, 0, BOOK_STRATA - 1, check_record, run, &why) ||
        !book_games_walk(run->store, check_game, run, &why))
        return ended_early(run, &why, reason);
    book_tally_sort(&run->tally);
    if (!book_games_walk_counts(run->store, check_counts, run, &why))
        return ended_early(run, &why, reason);
    while (run->n_matched < run->tally.n)
        fault_at(run, run->tally.entries[run->n_matched++].key, "its games are not counted");
    run->check->is_counted = true;
    return true;
}

bool book_check_run(struct book_store *store, struct book_check *check, struct reason *reason)
{
    struct run run = {.store = store, .check = check};
    const bool is_own = !store->db.is_open; /* all that is compared is of one moment */
    if (is_own && !book_store_begin_read(store, reason))
        return false;
    check->n_positions = check->n_games = check->n_counts = check->n_faults = 0;
    check->is_counted = false;
    bool is_good = check_file(&run, reason);
    if (is_good && !check->n_faults)
        is_good = check_rows(&run, reason);
    book_tally_free(&run.tally);
    if (is_own)
        book_store_rollback(store);
    return is_good;
}

static bool visit_record(void *user, const struct book_record *record, struct reason *reason)
{
    (void)user, (void)record, (void)reason;
    return true;
}

static bool visit_game(void *user, const struct book_game *game, struct reason *reason)
{
    (void)user, (void)game, (void)reason;
    return true;
}

/* Keeps the first fault, on one line. */
static void keep(void *user, const char *fault)
{
    struct reason *reason = user;
    if (!reason->text[0])
        reason_set(reason, "%s", fault);
}

bool book_check_reads(struct book_store *store, struct reason *reason)
{
    struct reason first = {.text = ""};
    struct book_check check = {.tell = keep, .user = &first};
    struct run run = {.store = store, .check = &check};
    if (!check_file(&run, reason))
        return false;
    if (check.n_faults)
        return reason_set(reason, "%s: the file is damaged: %s", store->db.path, first.text);
    return book_rows_walk(store, 0, BOOK_STRATA - 1, visit_record, NULL, reason) &&
           book_games_walk(store, visit_game, NULL, reason);
}
