/* book/db.h - an SQLite file that holds a working book: opening it with care, statements, meta.
 *
 * Threads: one at a time. Errors: false with a sentence that names the file.
 */
#ifndef BOOK_DB_H
#define BOOK_DB_H

#include <sqlite3.h>

#include "book/store_types.h"

enum { BOOK_DB_APPLICATION = 0x4F46424B /* "OFBK" */ };

struct book_db {
    sqlite3 *handle;
    char *path;
    bool is_writable, is_open; /* is_open: a transaction is open */
    bool was_made; /* this open made the file */
    int n_changes; /* rows changed before the open transaction */
};

bool book_db_open(struct book_db *db, const char *path, enum book_store_mode mode,
                  struct reason *reason);
void book_db_close(struct book_db *db);
/* The same, after a failure: a file that this open made goes, if nothing is in it and nobody else
 * has it open. */
void book_db_discard(struct book_db *db);

/* Do the first 24 bytes of an SQLite file tell of pages as those of a book? */
bool book_db_has_pages(const uint8_t *head);

/* "FILE: what SQLite says". Returns false. */
bool book_db_fail(const struct book_db *db, struct reason *reason);

/* Statements without results. */
bool book_db_run(struct book_db *db, const char *sql, struct reason *reason);
bool book_db_prepare(struct book_db *db, const char *sql, sqlite3_stmt **statement,
                     struct reason *reason);
/* The number that a query or a PRAGMA gives; -1 with a sentence. */
int64_t book_db_number(struct book_db *db, const char *sql, struct reason *reason);

bool book_db_begin(struct book_db *db, struct reason *reason);
bool book_db_commit(struct book_db *db, struct reason *reason);
void book_db_rollback(struct book_db *db);

#endif
