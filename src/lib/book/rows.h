/* book/rows.h - what a working book (book/store.h) holds: records and named texts.
 *
 * Errors, threads: as book/store.h.
 */
#ifndef BOOK_ROWS_H
#define BOOK_ROWS_H

#include "book/derive.h"
#include "book/store_types.h"

/* The record of a key: 1 found, 0 not there, -1. */
int book_store_get(struct book_store *store, ofl_board key, struct book_record *record,
                   struct reason *reason);

/* The moves of a key with what the book has of each child. */
bool book_store_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                      struct reason *reason);

/* Records with `least` to `most` empties in the order of book_key_compare(). The visitor returns
 * false, with the reason, to end the walk, which is then false as well; it may change the book, in
 * a transaction. */
typedef bool (*book_visitor)(void *user, const struct book_record *record, struct reason *reason);
bool book_store_walk(struct book_store *store, int least, int most, book_visitor visit,
                     void *user, struct reason *reason);

/* Number of records with `least` to `most` empties; -1. */
int64_t book_store_count(struct book_store *store, int least, int most, struct reason *reason);

/* Named texts of the book: at most BOOK_META_SIZE bytes with the NUL. Names that begin with "_"
 * are the store's own. 1 found, 0 not there, -1. Setting needs a transaction. */
int book_store_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                        struct reason *reason);
bool book_store_set_meta(struct book_store *store, const char *name, const char *text,
                         struct reason *reason);

#endif
