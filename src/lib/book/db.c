/* book/db.c - see db.h.
 *
 * Hardening as https://www.sqlite.org/security.html advises for files of strangers.
 */
#include "book/db.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/path.h"
#include "base/strbuf.h"
#include "book/foreign.h"
#include "book/packed_layout.h"
#include "book/place.h"
#include "book/vfs.h"
#include "book/wal.h"

enum {
    HEAD = 64,       /* bytes of the head of an SQLite file that are looked at */
    LOG_TRIES = 5, LOG_WAIT_MS = 50, /* another process may be writing the log */
    OPEN_WAIT_MS = 20,
    BLANK_WAIT_MS = 1000 /* who makes a book has it open that soon after making the file */
};

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

static bool fail_busy(const struct book_db *db, struct reason *reason)
{
    reason_set(reason, "%s: another process has been writing to the book for %d seconds", db->path,
               BOOK_STORE_WAIT_MS / 1000);
    return reason_is(reason, REASON_SYSTEM);
}

bool book_db_fail(const struct book_db *db, struct reason *reason)
{
    const int code = sqlite3_errcode(db->handle) & 0xFF;
    if (code == SQLITE_BUSY)
        return fail_busy(db, reason);
    if (sqlite3_extended_errcode(db->handle) == SQLITE_IOERR_DATA)
        return reason_set(reason, "%s: the file is damaged (the checksum of a page is wrong); "
                          "\"outflank book fix\" saves what can be read", db->path);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return reason_set(reason, "%s: the file is damaged (%s); \"outflank book fix\" saves what "
                          "can be read", db->path, sqlite3_errmsg(db->handle));
    if (code == SQLITE_CANTOPEN && !book_place_is_writable(db->path) &&
        book_place_has_beside(db->path, "-wal"))
        return reason_set(reason, "%s: a log lies beside the book, and its folder may not be "
                          "written; copy both to another place", db->path);
    if (sqlite3_extended_errcode(db->handle) == SQLITE_IOERR_SHMSIZE)
        reason_set(reason, "%s: no room for the file %s-shm, which keeps the processes that use "
                   "the book apart; is the disk full?", db->path, db->path);
    else
        reason_set(reason, "%s: %s", db->path, sqlite3_errmsg(db->handle));
    return reason_is(reason, code == SQLITE_ERROR ? REASON_INPUT : REASON_SYSTEM);
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

int64_t book_db_number(struct book_db *db, const char *sql, struct reason *reason)
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
    const int64_t application = book_db_number(db, "PRAGMA application_id", reason);
    if (application < 0)
        return false;
    if (application != BOOK_DB_APPLICATION)
        return reason_set(reason, "%s: an SQLite file, but not a book of Outflank", db->path);
    const int64_t version = book_db_number(db, "PRAGMA user_version", reason);
    if (version < 0)
        return false;
    if ((version & BOOK_WAL_FORMAT_MASK) != BOOK_WAL_FORMAT)
        return reason_set(reason, "%s: a book of format %d; this program knows format %d",
                          db->path, (int)(version & BOOK_WAL_FORMAT_MASK), BOOK_WAL_FORMAT);
    return check_schema(db, reason);
}

static int32_t next_version(int64_t version)
{
    uint32_t chance;
    sqlite3_randomness(sizeof chance, &chance);
    return book_wal_next_version((int32_t)version, chance);
}

static bool make_tables(struct book_db *db, struct reason *reason)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             BOOK_DB_APPLICATION, (int)next_version(0));
    if (!book_db_begin(db, reason))
        return false;
    /* Another process may have made them since. */
    bool is_made = book_db_number(db, "SELECT count(*) FROM sqlite_schema", reason) == N_TABLES;
    if (!is_made) {
        is_made = book_db_run(db, sql, reason);
        for (int i = 0; i < N_TABLES && is_made; i++)
            is_made = book_db_run(db, schema[i].sql, reason);
    }
    if (is_made && book_db_run(db, "COMMIT", reason)) {
        db->is_open = false;
        return true;
    }
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

static sqlite3_file *file_of(const struct book_db *db)
{
    sqlite3_file *file = NULL;
    sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return file;
}

/* The first bytes and the size. They are read through SQLite's file: closing another descriptor of
 * it would give up SQLite's locks. */
static bool read_head(struct book_db *db, uint8_t head[HEAD], sqlite3_int64 *size,
                      struct reason *reason)
{
    sqlite3_file *file = file_of(db);
    memset(head, 0, HEAD);
    if (file && file->pMethods && file->pMethods->xFileSize(file, size) == SQLITE_OK) {
        const int code = file->pMethods->xRead(file, head, HEAD, 0);
        if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ)
            return true;
    }
    return reason_set(reason, "%s: cannot be read", db->path);
}

bool book_db_has_pages(const uint8_t *head)
{
    return bytes_read_be(head + 16, 2) == BOOK_PAGE_SIZE && head[20] == BOOK_PAGE_RESERVED;
}

/* The head of a book: whole pages of our size, as many as it says, unless a log holds the rest. */
static bool check_head(struct book_db *db, struct reason *reason)
{
    uint8_t head[HEAD];
    sqlite3_int64 size = 0;
    if (!read_head(db, head, &size, reason))
        return false;
    if (memcmp(head, PACKED_MAGIC, sizeof PACKED_MAGIC - 1) == 0)
        return reason_set(reason, "%s: a packed book; \"outflank book unpack\" makes a working one "
                          "of it", db->path);
    if (memcmp(head, "SQLite format 3", 16) != 0) {
        const char *program =
            foreign_program(head, size < HEAD ? (size_t)size : HEAD, (uint64_t)size);
        return reason_set(reason, "%s: not a working book (an SQLite file), and not a packed "
                          "one%s%s%s", db->path, program ? "; it begins like one of " : "",
                          program ? program : "",
                          program ? ", which \"outflank book import\" reads" : "");
    }
    if (!book_db_has_pages(head))
        return reason_set(reason, "%s: an SQLite file, but not a book of Outflank, or its head is "
                          "damaged", db->path);
    const int64_t n_pages = (int64_t)bytes_read_be(head + 28, 4);
    return size == n_pages * BOOK_PAGE_SIZE || book_place_has_beside(db->path, "-wal") ||
           book_place_has_beside(db->path, "-journal") ||
           reason_set(reason, "%s: the file is damaged (it has %" PRId64 " bytes, not %" PRId64
                      "); \"outflank book fix\" saves what can be read", db->path, (int64_t)size,
                      n_pages * BOOK_PAGE_SIZE);
}

static int32_t version_of(const uint8_t head[HEAD])
{
    return (int32_t)bytes_read_be(head + BOOK_WAL_VERSION_AT, 4);
}

/* Does the log beside the book go on where the book ends? Who copies another book over this one
 * leaves the old log behind, and SQLite would mix both. Another process may carry the log into the
 * book meanwhile. */
static bool check_log(struct book_db *db, struct reason *reason)
{
    struct book_wal_state state;
    uint8_t head[HEAD];
    sqlite3_int64 size;
    bool is_whole = false;
    for (int i = 0; i < LOG_TRIES; i++) {
        if (i)
            sqlite3_sleep(LOG_WAIT_MS);
        if (!read_head(db, head, &size, reason))
            return false;
        is_whole = book_wal_check(db->path, version_of(head), &state, reason);
        if (is_whole && state.fits)
            return true;
    }
    return is_whole &&
           reason_set(reason, "%s: the log beside it is of another book, or of another state of "
                      "this one; move it away, or let \"outflank book fix\" save the positions of "
                      "both", db->path);
}

/* A new file: pages of our size, with room for their checksums. */
static bool make_file(struct book_db *db, struct reason *reason)
{
    int reserved = BOOK_PAGE_RESERVED;
    char sql[64];
    sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
    snprintf(sql, sizeof sql, "PRAGMA page_size=%d; PRAGMA journal_mode=WAL", BOOK_PAGE_SIZE);
    return book_db_run(db, sql, reason);
}

/* A file that was made, and killed before it had tables. */
static bool is_blank(struct book_db *db)
{
    return book_db_number(db, "SELECT count(*) FROM sqlite_schema", NULL) == 0 &&
           book_db_number(db, "PRAGMA application_id", NULL) == 0;
}

/* A log of up to 64 MiB is carried into the file at a time: loads change pages all over a large
 * book, and each time it is carried the disk has to follow. */
#define WRITER "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=16384"

/* Every transaction that changes something has a number in the head of the book. */
static bool write_number(struct book_db *db, struct reason *reason)
{
    char sql[64];
    const int64_t version = book_db_number(db, "PRAGMA user_version", reason);
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", (int)next_version(version));
    return version >= 0 && book_db_run(db, sql, reason);
}

/* A book from before there were numbers gets one, and the first one is carried into the file at
 * once: logs are compared with it. */
static bool give_number(struct book_db *db, struct reason *reason)
{
    uint8_t head[HEAD];
    sqlite3_int64 size;
    const int64_t version = book_db_number(db, "PRAGMA user_version", reason);
    if (version < 0)
        return false;
    if (book_wal_number((int32_t)version) == 0 &&
        !(book_db_begin(db, reason) && write_number(db, reason) && book_db_commit(db, reason))) {
        book_db_rollback(db);
        return false;
    }
    return read_head(db, head, &size, reason) &&
           (book_wal_number(version_of(head)) != 0 ||
            book_db_run(db, "PRAGMA wal_checkpoint(PASSIVE)", reason));
}

/* Once the file is open. *is_made: false if there are no tables, which others may be making. */
static bool set_up(struct book_db *db, bool is_empty, bool makes, bool *is_made,
                   struct reason *reason)
{
    if ((!is_empty && (!check_head(db, reason) || !check_log(db, reason))) ||
        !harden(db, reason) || (is_empty && !make_file(db, reason)))
        return false;
    *is_made = !is_blank(db);
    if (makes && !*is_made && !make_tables(db, reason))
        return false;
    if (!check_book(db, reason))
        return false;
    return db->is_writable ? book_db_run(db, WRITER, reason) && give_number(db, reason)
                           : book_db_run(db, "PRAGMA query_only=ON", reason);
}

/* Names as SQLite has them mean what they mean to the system: ":memory:" and "file:a" are files. */
static void add_uri(struct strbuf *uri, const char *path, bool sealed)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    strbuf_add(uri, *path == '/'             ? "file://"
                    : path_is_absolute(path) ? "file:///"
                                             : "file:./");
    for (; *path; path++)
        strbuf_addf(uri, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    strbuf_add(uri, sealed ? "?immutable=1" : "");
}

static bool open_file(struct book_db *db, enum book_store_mode mode, bool is_empty,
                      struct reason *reason)
{
    const bool sealed = !db->is_writable && !book_place_is_writable(db->path) &&
                        !book_place_has_beside(db->path, "-wal");
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    flags |= mode == BOOK_STORE_INSPECT || sealed ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    flags |= is_empty ? SQLITE_OPEN_CREATE : 0;
    struct strbuf uri = {0};
    add_uri(&uri, db->path, sealed);
    const char *vfs = book_vfs_name();
    bool is_good = (!uri.is_failed && vfs) || reason_set(reason, "out of memory");
    if (is_good && sqlite3_open_v2(uri.data, &db->handle, flags, vfs) != SQLITE_OK)
        is_good = db->handle ? book_db_fail(db, reason) : reason_set(reason, "out of memory");
    strbuf_free(&uri);
    if (is_good && db->is_writable && sqlite3_db_readonly(db->handle, "main"))
        is_good = reason_set(reason, "%s: the file may not be written", db->path);
    return is_good;
}

/* Is nothing in it? No rows, no tables; or no more than was made of it before the disk was full. */
static bool holds_nothing(struct book_db *db)
{
    uint8_t head[HEAD];
    sqlite3_int64 size;
    struct book_wal_state state;
    const int64_t n_tables = book_db_number(db, "SELECT count(*) FROM sqlite_schema", NULL);
    if (n_tables > 0)
        return book_db_number(db, "SELECT EXISTS(SELECT 1 FROM position) + "
                              "EXISTS(SELECT 1 FROM game) + EXISTS(SELECT 1 FROM meta)", NULL) == 0;
    return n_tables == 0 ||
           (read_head(db, head, &size, NULL) && size <= BOOK_PAGE_SIZE &&
            book_wal_check(db->path, 0, &state, NULL) && !state.has_transactions);
}

static bool lock(struct book_db *db, int level)
{
    sqlite3_file *file = file_of(db);
    return file && file->pMethods && file->pMethods->xLock(file, level) == SQLITE_OK;
}

void book_db_discard(struct book_db *db)
{
    char name[PATH_MAX];
    bool is_left = false;
    /* Nobody else has the book open, and who opens it now waits. */
    if (db->was_made && db->handle && lock(db, SQLITE_LOCK_SHARED) &&
        lock(db, SQLITE_LOCK_EXCLUSIVE) && holds_nothing(db)) {
        /* SQLite must not carry the log into the file, nor remove what may be another one's. */
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
        book_place_remove(db->path);
        is_left = PATH_HAS_BACKSLASHES && book_place_name(db->path, "", name);
    }
    book_db_close(db);
    if (is_left) /* Windows removes no file that is open, ours or another's */
        book_place_remove(name);
}

/* The file has gone, or another one has its name: who removed or repaired it was faster. */
static bool has_moved(const struct book_db *db)
{
    int moved = 0;
    sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

enum opened { OPENED, FAILED, AGAIN, BLANK };

/* The file has its name, but is no book yet. Does another process make one of it? AGAIN: it has the
 * file open. */
static enum opened see_maker(struct book_db *db, bool is_made)
{
    uint8_t head[HEAD];
    sqlite3_int64 size;
    if (is_made && (!read_head(db, head, &size, NULL) || size > 0))
        return FAILED;
    return lock(db, SQLITE_LOCK_EXCLUSIVE) ? BLANK : AGAIN;
}

/* AGAIN: another process was in the way, removing the file or making a book of it. BLANK: perhaps
 * one is about to. */
static enum opened open_once(struct book_db *db, const struct book_file *place,
                             enum book_store_mode mode, struct reason *reason)
{
    if (!open_file(db, mode, place->is_empty, reason))
        return FAILED;
    /* From here on nobody removes it. SQLite itself would look for a log first. */
    if (!lock(db, SQLITE_LOCK_SHARED)) {
        fail_busy(db, reason);
        return AGAIN;
    }
    if (has_moved(db)) {
        reason_set(reason, "%s: another process replaces the file", db->path);
        return AGAIN;
    }
    bool is_made = true;
    if (set_up(db, place->is_empty, mode == BOOK_STORE_CREATE, &is_made, reason))
        return OPENED;
    if ((sqlite3_errcode(db->handle) & 0xFF) == SQLITE_BUSY)
        return AGAIN;
    return mode == BOOK_STORE_CREATE ? FAILED : see_maker(db, is_made);
}

bool book_db_open(struct book_db *db, const char *path, enum book_store_mode mode,
                  struct reason *reason)
{
    const bool makes = mode == BOOK_STORE_CREATE;
    const int64_t begin_ms = clock_ms();
    bool was_made = false;
    *db = (struct book_db){0};
    if (!*path)
        return reason_set(reason, "expected the name of a book, found nothing");
    for (;;) {
        struct book_file place;
        *db = (struct book_db){.is_writable = mode == BOOK_STORE_WRITE || makes};
        const bool is_found = book_place_find(&place, path, makes, reason);
        db->path = place.path;
        db->was_made = was_made |= place.was_made;
        const enum opened opened = is_found ? open_once(db, &place, mode, reason) : FAILED;
        if (opened == OPENED)
            return true;
        const int64_t wait_ms = opened == BLANK ? BLANK_WAIT_MS : BOOK_STORE_WAIT_MS;
        if (opened == FAILED || clock_ms() - begin_ms > wait_ms) {
            book_db_discard(db);
            return false;
        }
        was_made = was_made && !has_moved(db);
        book_db_close(db);
        sqlite3_sleep(OPEN_WAIT_MS);
    }
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
    db->n_changes = sqlite3_total_changes(db->handle);
    return db->is_open;
}

bool book_db_commit(struct book_db *db, struct reason *reason)
{
    if (sqlite3_total_changes(db->handle) != db->n_changes && !write_number(db, reason))
        return false;
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
