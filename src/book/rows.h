/* book/rows.h - statements over the records and the meta table of a working book. */
#ifndef BOOK_ROWS_H
#define BOOK_ROWS_H

#include "book/derive.h"
#include "book/store_parts.h"

/* A statement, ready to be bound; NULL with a sentence. The caller resets it after its use. */
sqlite3_stmt *book_rows_statement(struct book_store *store, enum book_statement which,
                                  struct reason *reason);
/* Ends the steps of a statement, the last of which gave `code`, and resets it. Returns `n`, or -1
 * with a sentence if that step failed. */
int book_rows_end(struct book_store *store, sqlite3_stmt *statement, int code, int n,
                  struct reason *reason);
void book_rows_finalize(struct book_store *store);

int book_rows_get(struct book_store *store, ofl_board key, struct book_record *record,
                  struct reason *reason);
int book_rows_has(struct book_store *store, ofl_board key, struct reason *reason);
bool book_rows_put(struct book_store *store, const struct book_record *record,
                   struct reason *reason);
bool book_rows_remove(struct book_store *store, ofl_board key, struct reason *reason);
bool book_rows_walk(struct book_store *store, int least, int most, book_visitor visit, void *user,
                    struct reason *reason);
int64_t book_rows_count(struct book_store *store, int n_empties, struct reason *reason);
bool book_rows_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                     struct reason *reason);
int book_rows_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                       struct reason *reason);
bool book_rows_set_meta(struct book_store *store, const char *name, const char *text,
                        struct reason *reason);

#endif
