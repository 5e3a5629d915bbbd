/* book/rows.c - see rows.h and store_parts.h: statements, records as rows, named texts. */
#include "book/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "book/store_parts.h"

enum { WALK_ROWS = 512 }; /* read at a time, so that the visitor may write in between */

#define OF_KEY " WHERE empties = ?1 AND mover = ?2 AND opponent = ?3"
#define COLUMNS                                                                                \
    "empties, mover, opponent, own_score, own_move, own_depth, own_confidence, own_source, "   \
    "own_network, deviation_score, deviation_move, deviation_depth, deviation_confidence, "    \
    "deviation_source, deviation_network, deviation_excluded, proof_low, proof_high, flags, "  \
    "value, best, low, high, sum"

static const char *const sql[N_BOOK_STATEMENTS] = {
    [BOOK_SQL_GET] = "SELECT " COLUMNS " FROM position" OF_KEY,
    [BOOK_SQL_HAS] = "SELECT 1 FROM position" OF_KEY,
    [BOOK_SQL_PUT] = "INSERT OR REPLACE INTO position(" COLUMNS ") VALUES(?, ?, ?, ?, ?, "
                     "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [BOOK_SQL_REMOVE] = "DELETE FROM position" OF_KEY,
    [BOOK_SQL_WALK] = "SELECT " COLUMNS " FROM position WHERE (empties, mover, opponent) "
                      "> (?1, ?2, ?3) AND empties <= ?4 ORDER BY empties, mover, opponent "
                      "LIMIT ?5",
    [BOOK_SQL_COUNT] = "SELECT count(*) FROM position WHERE empties BETWEEN ?1 AND ?2",
    [BOOK_SQL_GET_META] = "SELECT value FROM meta WHERE name = ?1",
    [BOOK_SQL_SET_META] = "INSERT OR REPLACE INTO meta(name, value) VALUES(?1, ?2)",
    [BOOK_SQL_GET_GAME] = "SELECT start, moves, result, plies, sum FROM game "
                          "WHERE start = ?1 AND moves = ?2 AND result = ?3",
    [BOOK_SQL_PUT_GAME] = "INSERT OR REPLACE INTO game(start, moves, result, plies, sum) "
                          "VALUES(?1, ?2, ?3, ?4, ?5)",
    [BOOK_SQL_WALK_GAMES] = "SELECT start, moves, result, plies, sum FROM game "
                            "ORDER BY start, moves, result",
    [BOOK_SQL_GET_VISIT] = "SELECT empties, mover, opponent, wins, draws, losses, sum FROM visit"
                           OF_KEY,
    [BOOK_SQL_WALK_VISITS] = "SELECT empties, mover, opponent, wins, draws, losses, sum FROM visit "
                             "ORDER BY empties, mover, opponent",
    [BOOK_SQL_PUT_VISIT] = "INSERT OR REPLACE INTO visit(empties, mover, opponent, wins, draws, "
                           "losses, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
};

/* ---- statements ---- */

sqlite3_stmt *book_rows_statement(struct book_store *store, enum book_statement which,
                                  struct reason *reason)
{
    if (!store->statements[which])
        book_db_prepare(&store->db, sql[which], &store->statements[which], reason);
    return store->statements[which];
}

sqlite3_stmt *book_rows_bound(struct book_store *store, enum book_statement which,
                              const int64_t *numbers, int n, struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, which, reason);
    for (int i = 0; i < n && statement; i++)
        if (sqlite3_bind_int64(statement, i + 1, numbers[i]) != SQLITE_OK) {
            book_db_fail(&store->db, reason);
            return NULL;
        }
    return statement;
}

sqlite3_stmt *book_rows_of_key(struct book_store *store, enum book_statement which, ofl_board key,
                               struct reason *reason)
{
    const int64_t numbers[] = {ofl_count_empties(key), (int64_t)key.player, (int64_t)key.opponent};
    return book_rows_bound(store, which, numbers, 3, reason);
}

int book_rows_step(struct book_store *store, sqlite3_stmt *statement, struct reason *reason)
{
    const int code = statement ? sqlite3_step(statement) : SQLITE_NOMEM;
    if (statement && code != SQLITE_ROW && code != SQLITE_DONE)
        book_db_fail(&store->db, reason);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

bool book_rows_run(struct book_store *store, sqlite3_stmt *statement, struct reason *reason)
{
    const bool is_done = book_rows_step(store, statement, reason) == 0;
    sqlite3_reset(statement);
    return is_done;
}

bool book_rows_damaged(const struct book_store *store, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: the book is damaged; \"outflank book fix\" saves what can be "
                      "read: %s", store->db.path, what);
}

void book_rows_finalize(struct book_store *store)
{
    for (int i = 0; i < N_BOOK_STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
}

/* ---- a record as a row ---- */

/* Columns of a row, in order. */
enum {
    AT_EMPTIES, AT_MOVER, AT_OPPONENT, AT_OWN, AT_DEVIATION = AT_OWN + 6,
    AT_EXCLUDED = AT_DEVIATION + 6, AT_PROOF_LOW, AT_PROOF_HIGH, AT_FLAGS, AT_VALUE, AT_BEST,
    AT_LOW, AT_HIGH, AT_SUM
};
_Static_assert(AT_SUM + 1 == BOOK_ROW_N_COLUMNS, "one place a column");

static struct book_cell cell(bool is_null, int64_t number)
{
    return (struct book_cell){is_null, is_null ? 0 : number};
}

static void encode_evidence(const struct book_evidence *evidence, struct book_cell *cells)
{
    const int64_t numbers[6] = {evidence->score_cd, evidence->move,   evidence->depth,
                                evidence->confidence, evidence->source, evidence->network};
    for (int i = 0; i < 6; i++)
        cells[i] = cell(!book_evidence_exists(evidence), numbers[i]);
}

static void encode(const struct book_record *record, struct book_cell cells[BOOK_ROW_N_COLUMNS])
{
    cells[AT_EMPTIES] = cell(false, ofl_count_empties(record->board));
    cells[AT_MOVER] = cell(false, (int64_t)record->board.player);
    cells[AT_OPPONENT] = cell(false, (int64_t)record->board.opponent);
    encode_evidence(&record->own, &cells[AT_OWN]);
    encode_evidence(&record->deviation, &cells[AT_DEVIATION]);
    cells[AT_EXCLUDED] = cell(!book_evidence_exists(&record->deviation),
                              (int64_t)record->deviation.excluded);
    cells[AT_PROOF_LOW] = cell(false, record->proof_low);
    cells[AT_PROOF_HIGH] = cell(false, record->proof_high);
    cells[AT_FLAGS] = cell(false, record->flags);
    cells[AT_VALUE] = cell(record->value_cd == BOOK_NO_VALUE, record->value_cd);
    cells[AT_BEST] = cell(record->best == OFL_NO_MOVE, record->best);
    cells[AT_LOW] = cell(false, record->low);
    cells[AT_HIGH] = cell(false, record->high);
    cells[AT_SUM] = cell(false, (int64_t)book_record_sum(record));
}

static struct book_evidence decode_evidence(const struct book_cell *cells, int64_t excluded)
{
    return (struct book_evidence){
        .score_cd = (int16_t)cells[0].number,
        .move = (uint8_t)cells[1].number,
        .depth = (uint8_t)cells[2].number,
        .confidence = (uint8_t)cells[3].number,
        .source = (uint8_t)cells[4].number,
        .network = (uint32_t)cells[5].number,
        .excluded = (uint64_t)excluded,
    };
}

/* Are the fields that book_record_check() leaves out within their ranges? */
static bool has_derived(const struct book_record *record)
{
    return (record->value_cd == BOOK_NO_VALUE || (record->value_cd >= -BOOK_SCORE_MAX &&
                                                  record->value_cd <= BOOK_SCORE_MAX)) &&
           (record->best == OFL_NO_MOVE || record->best < 64) && record->low <= record->high &&
           record->low >= -BOOK_PROOF_MAX && record->high <= BOOK_PROOF_MAX;
}

/* What is NULL or too wide does not come back. */
bool book_rows_decode(const struct book_cell cells[BOOK_ROW_N_COLUMNS], struct book_record *record,
                      struct reason *reason)
{
    const struct book_record read = {
        .board = {(uint64_t)cells[AT_MOVER].number, (uint64_t)cells[AT_OPPONENT].number},
        .own = decode_evidence(&cells[AT_OWN], 0),
        .deviation = decode_evidence(&cells[AT_DEVIATION], cells[AT_EXCLUDED].number),
        .proof_low = (int8_t)cells[AT_PROOF_LOW].number,
        .proof_high = (int8_t)cells[AT_PROOF_HIGH].number,
        .flags = (uint32_t)cells[AT_FLAGS].number,
        .value_cd = cells[AT_VALUE].is_null ? BOOK_NO_VALUE : (int16_t)cells[AT_VALUE].number,
        .best = cells[AT_BEST].is_null ? OFL_NO_MOVE : (uint8_t)cells[AT_BEST].number,
        .low = (int8_t)cells[AT_LOW].number,
        .high = (int8_t)cells[AT_HIGH].number,
    };
    struct book_cell again[BOOK_ROW_N_COLUMNS];
    encode(&read, again);
    for (int i = 0; i < AT_SUM; i++)
        if (cells[i].is_null != again[i].is_null || cells[i].number != again[i].number)
            return reason_set(reason, "a column of a record holds what does not belong there");
    if (cells[AT_SUM].number != again[AT_SUM].number)
        return reason_set(reason, "the checksum of a record is wrong");
    if (!book_record_check(&read, reason))
        return false;
    if (!has_derived(&read))
        return reason_set(reason, "a record contradicts itself");
    *record = read;
    return true;
}

/* The record of the row that a statement over COLUMNS stands on. */
static bool read_row(struct book_store *store, sqlite3_stmt *statement,
                     struct book_record *record, struct reason *reason)
{
    struct book_cell cells[BOOK_ROW_N_COLUMNS];
    struct reason why;
    bool has_numbers = true;
    for (int i = 0; i < BOOK_ROW_N_COLUMNS; i++) {
        const int type = sqlite3_column_type(statement, i);
        has_numbers = has_numbers && (type == SQLITE_INTEGER || type == SQLITE_NULL);
        cells[i] = cell(type == SQLITE_NULL, sqlite3_column_int64(statement, i));
    }
    if (!has_numbers)
        return book_rows_damaged(store, "a column of a record holds what does not belong there",
                                 reason);
    return book_rows_decode(cells, record, &why) || book_rows_damaged(store, why.text, reason);
}

/* ---- records ---- */

int book_store_get(struct book_store *store, ofl_board key, struct book_record *record,
                   struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_of_key(store, BOOK_SQL_GET, key, reason);
    int found = book_rows_step(store, statement, reason);
    if (found > 0 && !read_row(store, statement, record, reason))
        found = -1;
    sqlite3_reset(statement);
    return found;
}

int book_rows_has(struct book_store *store, ofl_board key, struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_of_key(store, BOOK_SQL_HAS, key, reason);
    const int found = book_rows_step(store, statement, reason);
    sqlite3_reset(statement);
    return found;
}

bool book_rows_put(struct book_store *store, const struct book_record *record,
                   struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_PUT, reason);
    struct book_cell cells[BOOK_ROW_N_COLUMNS];
    encode(record, cells);
    for (int i = 0; i < BOOK_ROW_N_COLUMNS && statement; i++)
        if ((cells[i].is_null ? sqlite3_bind_null(statement, i + 1)
                              : sqlite3_bind_int64(statement, i + 1, cells[i].number)) != SQLITE_OK)
            return book_db_fail(&store->db, reason);
    return book_rows_run(store, statement, reason);
}

/* Up to WALK_ROWS records behind `last`, with at most `most` empties. Their number, or -1. */
static int read_some(struct book_store *store, const int64_t last[3], int most,
                     struct book_record records[WALK_ROWS], struct reason *reason)
{
    const int64_t numbers[] = {last[0], last[1], last[2], most, WALK_ROWS};
    sqlite3_stmt *statement = book_rows_bound(store, BOOK_SQL_WALK, numbers, 5, reason);
    int n = 0, code;
    while ((code = book_rows_step(store, statement, reason)) > 0 && n < WALK_ROWS)
        if (!read_row(store, statement, &records[n++], reason)) {
            code = -1;
            break;
        }
    sqlite3_reset(statement);
    return code < 0 ? -1 : n;
}

bool book_store_walk(struct book_store *store, int least, int most, book_visitor visit, void *user,
                     struct reason *reason)
{
    struct book_record *records = malloc(WALK_ROWS * sizeof *records);
    int64_t last[3] = {least - 1, INT64_MAX, INT64_MAX};
    bool is_good = records || reason_set(reason, "out of memory");
    int n = WALK_ROWS;
    while (is_good && n == WALK_ROWS) {
        n = read_some(store, last, most, records, reason);
        is_good = n >= 0;
        for (int i = 0; i < n && is_good; i++)
            is_good = visit(user, &records[i], reason);
        if (n > 0) {
            const ofl_board board = records[n - 1].board;
            last[0] = ofl_count_empties(board);
            last[1] = (int64_t)board.player;
            last[2] = (int64_t)board.opponent;
        }
    }
    free(records);
    return is_good;
}

int64_t book_store_count(struct book_store *store, int least, int most, struct reason *reason)
{
    const int64_t numbers[] = {least, most};
    sqlite3_stmt *statement = book_rows_bound(store, BOOK_SQL_COUNT, numbers, 2, reason);
    const int found = book_rows_step(store, statement, reason);
    const int64_t n = found > 0 ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_reset(statement);
    return n;
}

bool book_store_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                      struct reason *reason)
{
    book_moves_init(moves, key);
    for (int i = 0; i < moves->n; i++) {
        struct book_record child;
        if (moves->list[i].child.kind == BOOK_CHILD_OVER)
            continue;
        const int found = book_store_get(store, moves->list[i].child.board, &child, reason);
        if (found < 0)
            return false;
        book_moves_set(moves, i, key, found ? &child : NULL);
    }
    return true;
}

/* ---- named texts ---- */

enum { SEALED = BOOK_META_SIZE + BOOK_META_SEAL };

static void write_seal(const char *name, const char *text, size_t length,
                       char seal[BOOK_META_SEAL + 1])
{
    uint8_t bytes[BOOK_META_NAME + BOOK_META_SIZE] = {0};
    memcpy(bytes, name, strlen(name));
    memcpy(bytes + BOOK_META_NAME, text, length);
    snprintf(seal, BOOK_META_SEAL + 1, "\t%016" PRIx64,
             checksum_of(bytes, BOOK_META_NAME + length));
}

bool book_rows_unseal(const char *name, const char *sealed, char text[BOOK_META_SIZE])
{
    char seal[BOOK_META_SEAL + 1];
    const size_t all = strlen(sealed), length = all - BOOK_META_SEAL;
    if (all < BOOK_META_SEAL || length >= BOOK_META_SIZE || strlen(name) >= BOOK_META_NAME)
        return false;
    write_seal(name, sealed, length, seal);
    snprintf(text, BOOK_META_SIZE, "%.*s", (int)length, sealed);
    return strcmp(seal, sealed + length) == 0;
}

/* The store's own names have no checksum: they say nothing that would be saved. */
static bool take_meta(const char *name, const char *value, char text[BOOK_META_SIZE])
{
    if (name[0] != '_')
        return book_rows_unseal(name, value, text);
    return snprintf(text, BOOK_META_SIZE, "%s", value) < BOOK_META_SIZE;
}

int book_store_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                        struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_GET_META, reason);
    if (statement && sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT) != SQLITE_OK) {
        book_db_fail(&store->db, reason);
        return -1;
    }
    int found = book_rows_step(store, statement, reason);
    if (found > 0) {
        const char *value = (const char *)sqlite3_column_text(statement, 0);
        const size_t length = (size_t)sqlite3_column_bytes(statement, 0);
        if (!value || strlen(value) != length || !take_meta(name, value, text)) {
            reason_set(reason, "%s: the text of '%s' is damaged", store->db.path, name);
            found = -1;
        }
    }
    sqlite3_reset(statement);
    return found;
}

bool book_store_set_meta(struct book_store *store, const char *name, const char *text,
                         struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_SET_META, reason);
    const size_t length = strlen(text);
    char value[SEALED];
    if (strlen(name) >= BOOK_META_NAME || length >= BOOK_META_SIZE)
        return reason_set(reason, "%s: the text of '%s' is too long", store->db.path, name);
    memcpy(value, text, length + 1);
    if (name[0] != '_')
        write_seal(name, text, length, value + length);
    if (statement &&
        (sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT) != SQLITE_OK ||
         sqlite3_bind_text(statement, 2, value, -1, SQLITE_TRANSIENT) != SQLITE_OK))
        return book_db_fail(&store->db, reason);
    return book_rows_run(store, statement, reason);
}
