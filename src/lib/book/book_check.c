/* book/book_check.c - see book_check.h. */
#include "book/book_check.h"

#include <outflank/notation.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "book/book_games.h"
#include "book/rated.h"
#include "book/store_parts.h"

/* What the games say of a position. */
struct tally {
    ofl_board key;
    struct book_counts counts;
    struct rated_counts rated;
    bool is_met; /* the book counts its games */
};

struct run {
    struct book_store *store;
    struct book_check *check;
    const struct book_game *game; /* that is counted */
    struct tally *tallies;
    size_t n_tallies;
    struct hash hash; /* of them */
};

static void fault_at(struct run *run, ofl_board board, const char *what)
{
    struct reason reason;
    char text[OFL_BOARD_TEXT];
    reason_set(&reason, "%s: %s", ofl_position_to_text((ofl_position){board, OFL_BLACK}, text),
               what);
    book_check_fault(run->check, reason.text);
}

/* A walk over rows that ended early met a row that cannot be read: a fault, as every one. */
static bool ended_early(struct run *run, const struct reason *why, struct reason *reason)
{
    if (strcmp(why->text, "out of memory") == 0)
        return reason_set(reason, "out of memory");
    book_check_fault(run->check, why->text);
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
        book_check_fault(run->check, line.text);
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
        book_check_fault(run->check, why.text);
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
    if (!book_store_moves(run->store, record->board, &moves, reason))
        return false;
    if (!book_derive(&derived, &moves, &why))
        book_check_fault(run->check, why.text);
    else if (!book_record_is_equal(&derived, record))
        fault_at(run, record->board, "value, best move or bounds do not follow from its children");
    return true;
}

static struct tally *find_tally(const struct run *run, ofl_board key)
{
    const size_t at = hash_find(&run->hash, run->tallies, sizeof *run->tallies, &key, sizeof key);
    return at == HASH_NONE ? NULL : &run->tallies[at];
}

static bool tally_position(void *user, ofl_board key, int ply, int result, int by,
                           struct reason *reason)
{
    struct run *run = user;
    const struct tally none = {.key = key};
    struct tally *tally = find_tally(run, key);
    (void)ply;
    if (!tally) {
        if (!hash_push(&run->hash, &run->tallies, &run->n_tallies, &none, sizeof none, sizeof key))
            return reason_set(reason, "out of memory");
        tally = &run->tallies[run->n_tallies - 1];
    }
    struct book_counts *counts = &tally->counts;
    uint32_t *count = result > 0 ? &counts->wins : result < 0 ? &counts->losses : &counts->draws;
    *count += *count < UINT32_MAX;
    rated_tally(&tally->rated, run->game, by);
    return true;
}

static bool check_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct run *run = user;
    run->check->n_games++;
    run->game = game;
    return book_game_visit(game, tally_position, run, reason);
}

static bool check_counts(void *user, ofl_board key, const struct book_counts *counts,
                         struct reason *reason)
{
    struct run *run = user;
    struct tally *tally = find_tally(run, key);
    struct rated_counts rated;
    run->check->n_counts++;
    if (!tally) {
        fault_at(run, key, "games are counted that the book does not have");
        return true;
    }
    tally->is_met = true;
    if (tally->counts.wins != counts->wins || tally->counts.draws != counts->draws ||
        tally->counts.losses != counts->losses)
        fault_at(run, key, "its counts are not those of the games");
    if (!rated_count(run->store, key, &rated, reason))
        return false;
    if (memcmp(&rated, &tally->rated, sizeof rated) != 0)
        fault_at(run, key, "its counts by rating are not those of the games");
    return true;
}

static bool check_rows(struct run *run, struct reason *reason)
{
    struct reason why;
    if (!book_store_check_fresh(run->store, &why))
        book_check_fault(run->check, why.text);
    if (!book_store_walk(run->store, 0, BOOK_MAX_EMPTIES, check_record, run, &why) ||
        !book_games_walk(run->store, check_game, run, &why) ||
        !book_games_walk_counts(run->store, check_counts, run, &why))
        return ended_early(run, &why, reason);
    for (size_t i = 0; i < run->n_tallies; i++)
        if (!run->tallies[i].is_met)
            fault_at(run, run->tallies[i].key, "its games are not counted");
    run->check->is_counted = true;
    return true;
}

bool book_check_run(struct book_store *store, struct book_check *check, struct reason *reason)
{
    struct run run = {.store = store, .check = check};
    const bool is_alone = !store->db.is_open; /* all that is compared is of one moment */
    if (is_alone && !book_store_begin_read(store, reason))
        return false;
    check->n_positions = check->n_games = check->n_counts = check->n_faults = 0;
    check->is_counted = false;
    bool is_good = check_file(&run, reason);
    if (is_good && !check->n_faults)
        is_good = check_rows(&run, reason);
    free(run.tallies);
    free(run.hash.slots);
    if (is_alone)
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
    return book_store_walk(store, 0, BOOK_STRATA - 1, visit_record, NULL, reason) &&
           book_games_walk(store, visit_game, NULL, reason);
}
