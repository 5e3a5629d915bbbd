/* book/store_parts.h - what the parts of the working book share: its connection and statements.
 *
 * Layers, lowest first: db (the file), row (a record as a row), rows (statements over records),
 * propagate (derived fields), store (the interface).
 */
#ifndef BOOK_STORE_PARTS_H
#define BOOK_STORE_PARTS_H

#include "book/db.h"
#include "book/dirty.h"
#include "book/store_types.h"

enum book_statement {
    BOOK_SQL_GET, BOOK_SQL_HAS, BOOK_SQL_PUT, BOOK_SQL_REMOVE, BOOK_SQL_WALK, BOOK_SQL_COUNT,
    BOOK_SQL_GET_META, BOOK_SQL_SET_META,
    BOOK_SQL_GET_GAME, BOOK_SQL_PUT_GAME, BOOK_SQL_WALK_GAMES, BOOK_SQL_GET_VISIT,
    BOOK_SQL_PUT_VISIT, BOOK_SQL_WALK_VISITS,
    N_BOOK_STATEMENTS
};

struct book_store {
    struct book_db db;
    sqlite3_stmt *statements[N_BOOK_STATEMENTS]; /* prepared when first used */
    struct book_dirty dirty;                     /* what the open transaction changed */
    bool is_bulk;                                /* the open transaction leaves derived fields */
    bool takes_back;                             /* proofs that contradict those below */
    int64_t n_taken_back;
};

#endif
