/* book/store_parts.h - what the parts of the working book share.
 *
 * Layers, lowest first: db (the file), rows (rows of its tables), store (transactions and derived
 * fields), book_games.
 */
#ifndef BOOK_STORE_PARTS_H
#define BOOK_STORE_PARTS_H

#include "board/squares.h"
#include "book/db.h"

enum { BOOK_STRATA = BOARD_PLIES }; /* 0..60 empties */

enum book_statement {
    BOOK_SQL_GET, BOOK_SQL_HAS, BOOK_SQL_PUT, BOOK_SQL_REMOVE, BOOK_SQL_WALK, BOOK_SQL_COUNT,
    BOOK_SQL_GET_META, BOOK_SQL_SET_META,
    BOOK_SQL_GET_GAME, BOOK_SQL_PUT_GAME, BOOK_SQL_WALK_GAMES, BOOK_SQL_GET_VISIT,
    BOOK_SQL_PUT_VISIT, BOOK_SQL_WALK_VISITS,
    N_BOOK_STATEMENTS
};

/* Boards with that many empties; one may be there more than once. */
struct book_stratum {
    ofl_board *boards;
    size_t n;
};

struct book_store {
    struct book_db db;
    sqlite3_stmt *statements[N_BOOK_STATEMENTS]; /* prepared when first used */
    struct book_stratum dirty[BOOK_STRATA];      /* what the open transaction changed */
    bool is_bulk;                                /* the open transaction leaves derived fields */
    bool takes_back;                             /* proofs that contradict those below */
    int64_t n_taken_back;
};

/* What rows.c has besides rows.h. */

/* A statement, ready for its first step; NULL with a sentence. The caller resets it. */
sqlite3_stmt *book_rows_statement(struct book_store *store, enum book_statement which,
                                  struct reason *reason);
/* The same, bound to `n` numbers, and to the three of a key. */
sqlite3_stmt *book_rows_bound(struct book_store *store, enum book_statement which,
                              const int64_t *numbers, int n, struct reason *reason);
sqlite3_stmt *book_rows_of_key(struct book_store *store, enum book_statement which, ofl_board key,
                               struct reason *reason);
/* 1: it stands on a row; 0: at its end; -1 with a sentence, also for a statement that is NULL. */
int book_rows_step(struct book_store *store, sqlite3_stmt *statement, struct reason *reason);
/* Runs a statement that has no rows, and resets it. NULL: false. */
bool book_rows_run(struct book_store *store, sqlite3_stmt *statement, struct reason *reason);
/* "FILE: the book is damaged; ...: `what`". Returns false. */
bool book_rows_damaged(const struct book_store *store, const char *what, struct reason *reason);
void book_rows_finalize(struct book_store *store);

int book_rows_has(struct book_store *store, ofl_board key, struct reason *reason);
bool book_rows_put(struct book_store *store, const struct book_record *record,
                   struct reason *reason);

/* A column of a row of the table "position" as it stands in a file: absent evidence, a missing
 * value and a missing best move are NULL, boards and masks are numbers with a sign. */
struct book_cell {
    bool is_null;
    int64_t number; /* 0 of NULL */
};
enum { BOOK_ROW_N_COLUMNS = 24 };

/* The record of a row; false with a sentence if its checksum, a range or its board is wrong.
 * Nothing of a row is believed before that. */
bool book_rows_decode(const struct book_cell cells[BOOK_ROW_N_COLUMNS], struct book_record *record,
                      struct reason *reason);

/* Named texts are kept as TEXT, a tab and 16 hexadecimal digits: the checksum of name and text
 * tells them from other bytes. The text; false if the checksum is missing or wrong. */
enum { BOOK_META_NAME = 64, BOOK_META_SEAL = 17 }; /* bytes: a name with its NUL; what is added */
bool book_rows_unseal(const char *name, const char *sealed, char text[BOOK_META_SIZE]);

#endif
