/* book/rows.c - see rows.h. */
#include "book/rows.h"

#include <stdlib.h>
#include <string.h>

#include "book/meta.h"
#include "book/row.h"

enum { WALK_ROWS = 512 }; /* read at a time, so that the visitor may write in between */

#define OF_KEY " WHERE empties = ?1 AND mover = ?2 AND opponent = ?3"

static const char *const sql[N_BOOK_STATEMENTS] = {
    [BOOK_SQL_GET] = "SELECT " BOOK_ROW_COLUMNS " FROM position" OF_KEY,
    [BOOK_SQL_HAS] = "SELECT 1 FROM position" OF_KEY,
    [BOOK_SQL_PUT] = "INSERT OR REPLACE INTO position(" BOOK_ROW_COLUMNS ") VALUES(?, ?, ?, ?, ?, "
                     "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [BOOK_SQL_REMOVE] = "DELETE FROM position" OF_KEY,
    [BOOK_SQL_WALK] = "SELECT " BOOK_ROW_COLUMNS " FROM position WHERE (empties, mover, opponent) "
                      "> (?1, ?2, ?3) AND empties <= ?4 ORDER BY empties, mover, opponent "
                      "LIMIT ?5",
    [BOOK_SQL_COUNT] = "SELECT count(*) FROM position WHERE empties = ?1",
    [BOOK_SQL_GET_META] = "SELECT value FROM meta WHERE name = ?1",
    [BOOK_SQL_SET_META] = "INSERT OR REPLACE INTO meta(name, value) VALUES(?1, ?2)",
    [BOOK_SQL_GET_GAME] = "SELECT start, moves, result, plies, sum FROM game "
                          "WHERE start = ?1 AND moves = ?2 AND result = ?3",
    [BOOK_SQL_PUT_GAME] = "INSERT OR REPLACE INTO game(start, moves, result, plies, sum) "
                          "VALUES(?1, ?2, ?3, ?4, ?5)",
    [BOOK_SQL_WALK_GAMES] = "SELECT start, moves, result, plies, sum FROM game "
                            "WHERE (start, moves, result) > (?1, ?2, ?3) "
                            "ORDER BY start, moves, result LIMIT ?4",
    [BOOK_SQL_GET_VISIT] = "SELECT wins, draws, losses, sum FROM visit" OF_KEY,
    [BOOK_SQL_WALK_VISITS] = "SELECT wins, draws, losses, sum, empties, mover, opponent FROM visit "
                             "WHERE (empties, mover, opponent) > (?1, ?2, ?3) "
                             "ORDER BY empties, mover, opponent LIMIT ?4",
    [BOOK_SQL_PUT_VISIT] = "INSERT OR REPLACE INTO visit(empties, mover, opponent, wins, draws, "
                           "losses, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
};

sqlite3_stmt *book_rows_statement(struct book_store *store, enum book_statement which,
                                  struct reason *reason)
{
    if (!store->statements[which] &&
        !book_db_prepare(&store->db, sql[which], &store->statements[which], reason))
        return NULL;
    return store->statements[which];
}

void book_rows_finalize(struct book_store *store)
{
    for (int i = 0; i < N_BOOK_STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
}

int book_rows_end(struct book_store *store, sqlite3_stmt *statement, int code, int n,
                  struct reason *reason)
{
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        book_db_fail(&store->db, reason);
        n = -1;
    }
    sqlite3_reset(statement);
    return n;
}

/* A statement bound to a key. */
static sqlite3_stmt *bound(struct book_store *store, enum book_statement which, ofl_board key,
                           struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, which, reason);
    if (statement && !book_row_bind_key(statement, 1, key)) {
        book_db_fail(&store->db, reason);
        return NULL;
    }
    return statement;
}

static bool read_row(struct book_store *store, sqlite3_stmt *statement,
                     struct book_record *record, struct reason *reason)
{
    return book_row_read(statement, record, reason) ||
           reason_put_before(reason, "%s: the book is damaged; \"outflank book fix\" saves what "
                             "can be read: ", store->db.path);
}

int book_rows_get(struct book_store *store, ofl_board key, struct book_record *record,
                  struct reason *reason)
{
    sqlite3_stmt *statement = bound(store, BOOK_SQL_GET, key, reason);
    if (!statement)
        return -1;
    const int code = sqlite3_step(statement);
    int found = code == SQLITE_ROW;
    if (found && !read_row(store, statement, record, reason))
        found = -1;
    return book_rows_end(store, statement, code, found, reason);
}

int book_rows_has(struct book_store *store, ofl_board key, struct reason *reason)
{
    sqlite3_stmt *statement = bound(store, BOOK_SQL_HAS, key, reason);
    if (!statement)
        return -1;
    const int code = sqlite3_step(statement);
    return book_rows_end(store, statement, code, code == SQLITE_ROW, reason);
}

bool book_rows_put(struct book_store *store, const struct book_record *record,
                   struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_PUT, reason);
    if (!statement)
        return false;
    if (!book_row_bind(statement, record))
        return book_db_fail(&store->db, reason);
    return book_db_step(&store->db, statement, reason);
}

bool book_rows_remove(struct book_store *store, ofl_board key, struct reason *reason)
{
    sqlite3_stmt *statement = bound(store, BOOK_SQL_REMOVE, key, reason);
    return statement && book_db_step(&store->db, statement, reason);
}

/* Where a walk stands: behind the key (empties, mover, opponent). */
struct place {
    int64_t key[3];
};

/* Up to WALK_ROWS records behind `place`, which moves on. Their number, or -1. */
static int read_some(struct book_store *store, struct place *place, int most,
                     struct book_record records[WALK_ROWS], struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_WALK, reason);
    if (!statement)
        return -1;
    bool is_good = true;
    for (int i = 0; i < 3; i++)
        is_good = is_good && sqlite3_bind_int64(statement, i + 1, place->key[i]) == SQLITE_OK;
    is_good = is_good && sqlite3_bind_int(statement, 4, most) == SQLITE_OK &&
              sqlite3_bind_int(statement, 5, WALK_ROWS) == SQLITE_OK;
    int n = 0, code = SQLITE_ERROR;
    while (is_good && (code = sqlite3_step(statement)) == SQLITE_ROW && n < WALK_ROWS) {
        if (!read_row(store, statement, &records[n], reason))
            return book_rows_end(store, statement, code, -1, reason);
        for (int i = 0; i < 3; i++)
            place->key[i] = sqlite3_column_int64(statement, i);
        n++;
    }
    return book_rows_end(store, statement, code, n, reason);
}

bool book_rows_walk(struct book_store *store, int least, int most, book_visitor visit, void *user,
                    struct reason *reason)
{
    struct book_record *records = malloc(WALK_ROWS * sizeof *records);
    struct place place = {{least - 1, INT64_MAX, INT64_MAX}};
    if (!records)
        return reason_set(reason, "out of memory");
    bool is_good = true;
    int n = WALK_ROWS;
    while (is_good && n == WALK_ROWS) {
        n = read_some(store, &place, most, records, reason);
        is_good = n >= 0;
        for (int i = 0; i < n && is_good; i++)
            is_good = visit(user, &records[i], reason);
    }
    free(records);
    return is_good;
}

int64_t book_rows_count(struct book_store *store, int n_empties, struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_COUNT, reason);
    int64_t n = -1;
    if (!statement)
        return -1;
    if (sqlite3_bind_int(statement, 1, n_empties) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        n = sqlite3_column_int64(statement, 0);
    else
        book_db_fail(&store->db, reason);
    sqlite3_reset(statement);
    return n;
}

bool book_rows_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                     struct reason *reason)
{
    book_moves_init(moves, key);
    for (int i = 0; i < moves->n; i++) {
        struct book_record child;
        if (moves->list[i].child.kind == BOOK_CHILD_OVER)
            continue;
        const int found = book_rows_get(store, moves->list[i].child.board, &child, reason);
        if (found < 0)
            return false;
        book_moves_set(moves, i, key, found ? &child : NULL);
    }
    return true;
}

/* The store's own names have no checksum: they say nothing that would be saved. */
static bool take_meta(const char *name, const char *value, char text[BOOK_META_SIZE])
{
    const size_t length = strlen(value);
    if (name[0] != '_')
        return book_meta_unseal(name, value, text);
    if (length < BOOK_META_SIZE)
        memcpy(text, value, length + 1);
    return length < BOOK_META_SIZE;
}

int book_rows_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                       struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_GET_META, reason);
    int found = -1;
    if (!statement)
        return -1;
    const int code = sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) == SQLITE_OK
                         ? sqlite3_step(statement) : SQLITE_ERROR;
    if (code == SQLITE_ROW) {
        const char *value = (const char *)sqlite3_column_text(statement, 0);
        const size_t length = (size_t)sqlite3_column_bytes(statement, 0);
        if (value && strlen(value) == length && take_meta(name, value, text))
            found = 1;
        else
            reason_set(reason, "%s: the text of '%s' is damaged", store->db.path, name);
    } else if (code == SQLITE_DONE) {
        found = 0;
    } else {
        book_db_fail(&store->db, reason);
    }
    sqlite3_reset(statement);
    return found;
}

bool book_rows_set_meta(struct book_store *store, const char *name, const char *text,
                        struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_SET_META, reason);
    if (!statement)
        return false;
    char sealed[BOOK_META_SEALED];
    if (!book_meta_seal(name, text, sealed))
        return reason_set(reason, "%s: the text of '%s' is too long", store->db.path, name);
    const char *value = name[0] == '_' ? text : sealed;
    if (sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT) != SQLITE_OK ||
        sqlite3_bind_text(statement, 2, value, -1, SQLITE_TRANSIENT) != SQLITE_OK)
        return book_db_fail(&store->db, reason);
    return book_db_step(&store->db, statement, reason);
}
