/* book/db.c - see db.h.
 *
 * Hardening as https://www.sqlite.org/security.html advises for files of strangers.
 */
#include "book/db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "book/store_types.h"

#define EVIDENCE(NAME)                                                                    \
    NAME "_score INTEGER, " NAME "_move INTEGER, " NAME "_depth INTEGER, "                \
    NAME "_confidence INTEGER, " NAME "_source INTEGER, " NAME "_network INTEGER"

/* The whole schema, in the order of names. Other text than this is not our book. */
static const struct { const char *name, *sql; } schema[] = {
    {"game",
     "CREATE TABLE game(start TEXT NOT NULL, moves TEXT NOT NULL, result INTEGER NOT NULL, "
     "plies INTEGER NOT NULL, sum INTEGER NOT NULL, "
     "PRIMARY KEY(start, moves, result)) STRICT, WITHOUT ROWID"},
    {"meta",
     "CREATE TABLE meta(name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) "
     "STRICT, WITHOUT ROWID"},
    {"position",
     "CREATE TABLE position(empties INTEGER NOT NULL, mover INTEGER NOT NULL, "
     "opponent INTEGER NOT NULL, " EVIDENCE("own") ", " EVIDENCE("deviation") ", "
     "deviation_excluded INTEGER, proof_low INTEGER NOT NULL, proof_high INTEGER NOT NULL, "
     "flags INTEGER NOT NULL, value INTEGER, best INTEGER, low INTEGER NOT NULL, "
     "high INTEGER NOT NULL, sum INTEGER NOT NULL, "
     "PRIMARY KEY(empties, mover, opponent)) STRICT, WITHOUT ROWID"},
    {"visit",
     "CREATE TABLE visit(empties INTEGER NOT NULL, mover INTEGER NOT NULL, "
     "opponent INTEGER NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, "
     "losses INTEGER NOT NULL, sum INTEGER NOT NULL, "
     "PRIMARY KEY(empties, mover, opponent)) STRICT, WITHOUT ROWID"},
};
enum { N_TABLES = sizeof schema / sizeof *schema };

bool book_db_fail(const struct book_db *db, struct reason *reason)
{
    const int code = sqlite3_errcode(db->handle) & 0xFF;
    if (code == SQLITE_BUSY)
        return reason_set(reason, "%s: another process has been writing to the book for %d "
                          "seconds", db->path, BOOK_STORE_WAIT_MS / 1000);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return reason_set(reason, "%s: the file is damaged (%s); \"outflank book fix\" saves what "
                          "can be read", db->path, sqlite3_errmsg(db->handle));
    return reason_set(reason, "%s: %s", db->path, sqlite3_errmsg(db->handle));
}

bool book_db_run(struct book_db *db, const char *sql, struct reason *reason)
{
    return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
           book_db_fail(db, reason);
}

bool book_db_prepare(struct book_db *db, const char *sql, sqlite3_stmt **statement,
                     struct reason *reason)
{
    return sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
               SQLITE_OK || book_db_fail(db, reason);
}

bool book_db_step(struct book_db *db, sqlite3_stmt *statement, struct reason *reason)
{
    const bool is_done = sqlite3_step(statement) == SQLITE_DONE || book_db_fail(db, reason);
    sqlite3_reset(statement);
    return is_done;
}

/* The number that a PRAGMA gives; -1 with a sentence. */
static int64_t read_number(struct book_db *db, const char *sql, struct reason *reason)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (!book_db_prepare(db, sql, &statement, reason))
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    else
        book_db_fail(db, reason);
    sqlite3_finalize(statement);
    return number;
}

static bool check_schema(struct book_db *db, struct reason *reason)
{
    sqlite3_stmt *statement = NULL;
    if (!book_db_prepare(db, "SELECT type, name, sql FROM sqlite_schema ORDER BY name",
                         &statement, reason))
        return false;
    int n = 0, code;
    bool is_ours = true;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && is_ours) {
        const char *type = (const char *)sqlite3_column_text(statement, 0);
        const char *sql = (const char *)sqlite3_column_text(statement, 2);
        is_ours = n < N_TABLES && type && strcmp(type, "table") == 0 && sql &&
                  strcmp(sql, schema[n].sql) == 0;
        n++;
    }
    if (is_ours && code != SQLITE_DONE) {
        book_db_fail(db, reason);
        sqlite3_finalize(statement);
        return false;
    }
    sqlite3_finalize(statement);
    return (is_ours && n == N_TABLES) ||
           reason_set(reason, "%s: its tables are not those of a book", db->path);
}

static bool check_book(struct book_db *db, struct reason *reason)
{
    const int64_t application = read_number(db, "PRAGMA application_id", reason);
    if (application < 0)
        return false;
    if (application != BOOK_DB_APPLICATION)
        return reason_set(reason, "%s: an SQLite file, but not a book of Outflank", db->path);
    const int64_t version = read_number(db, "PRAGMA user_version", reason);
    if (version < 0)
        return false;
    if (version != BOOK_DB_VERSION)
        return reason_set(reason, "%s: a book of format %d; this program knows format %d",
                          db->path, (int)version, BOOK_DB_VERSION);
    return check_schema(db, reason);
}

static bool make_tables(struct book_db *db, struct reason *reason)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             BOOK_DB_APPLICATION, BOOK_DB_VERSION);
    if (!book_db_begin(db, reason))
        return false;
    /* Another process may have made them since. */
    bool is_made = read_number(db, "SELECT count(*) FROM sqlite_schema", reason) == N_TABLES;
    if (!is_made) {
        is_made = book_db_run(db, sql, reason);
        for (int i = 0; i < N_TABLES && is_made; i++)
            is_made = book_db_run(db, schema[i].sql, reason);
    }
    if (is_made && book_db_commit(db, reason))
        return true;
    book_db_rollback(db);
    return false;
}

static bool harden(struct book_db *db, struct reason *reason)
{
    sqlite3 *handle = db->handle;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 16);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_busy_timeout(handle, BOOK_STORE_WAIT_MS);
    return book_db_run(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; "
                           "PRAGMA secure_delete=ON; PRAGMA cache_size=-65536", reason);
}

/* Nothing but a regular file is opened, and an empty or missing one only to be made. */
static bool check_file(const char *path, bool makes, bool *is_empty, struct reason *reason)
{
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    *is_empty = fd < 0 && errno == ENOENT && makes;
    if (*is_empty)
        return true;
    if (fd < 0)
        return reason_set(reason, "%s: %s", path, regular_problem(errno));
    char head[16];
    const ssize_t n = pread(fd, head, sizeof head, 0);
    close(fd);
    if (n < 0)
        return reason_set(reason, "%s: %s", path, regular_problem(errno));
    *is_empty = n == 0 && makes;
    return *is_empty || (n == 16 && memcmp(head, "SQLite format 3", 16) == 0) ||
           reason_set(reason, "%s: not a working book (an SQLite file)", path);
}

bool book_db_open(struct book_db *db, const char *path, bool is_writable, bool makes,
                  struct reason *reason)
{
    bool is_empty;
    *db = (struct book_db){.is_writable = is_writable};
    if (!check_file(path, makes, &is_empty, reason))
        return false;
    const int flags = SQLITE_OPEN_NOMUTEX | (is_writable ? SQLITE_OPEN_READWRITE
                                                         : SQLITE_OPEN_READONLY);
    db->path = strdup(path);
    bool is_good = db->path || reason_set(reason, "out of memory");
    if (is_good && sqlite3_open_v2(path, &db->handle, flags | (is_empty ? SQLITE_OPEN_CREATE : 0),
                                   NULL) != SQLITE_OK)
        is_good = db->handle ? book_db_fail(db, reason) : reason_set(reason, "out of memory");
    is_good = is_good && harden(db, reason);
    if (is_good && is_empty)
        is_good = book_db_run(db, "PRAGMA page_size=4096; PRAGMA journal_mode=WAL", reason) &&
                  make_tables(db, reason);
    is_good = is_good && check_book(db, reason) &&
              (!is_writable ||
               book_db_run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", reason));
    if (!is_good)
        book_db_close(db);
    return is_good;
}

void book_db_close(struct book_db *db)
{
    sqlite3_close(db->handle);
    free(db->path);
    *db = (struct book_db){0};
}

bool book_db_begin(struct book_db *db, struct reason *reason)
{
    if (!db->is_writable)
        return reason_set(reason, "%s: the book was opened for reading", db->path);
    db->is_open = book_db_run(db, "BEGIN IMMEDIATE", reason);
    return db->is_open;
}

bool book_db_commit(struct book_db *db, struct reason *reason)
{
    if (!book_db_run(db, "COMMIT", reason))
        return false;
    db->is_open = false;
    return true;
}

void book_db_rollback(struct book_db *db)
{
    if (db->is_open)
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    db->is_open = false;
}
