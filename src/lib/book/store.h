/* book/store.h - the working book: records in an SQLite file (docs/book.md).
 *
 * At every commit the derived fields of all records follow from the facts (book/derive.h): what a
 * transaction merges is carried upwards, through retro moves, before it is committed. A bulk load
 * leaves that to book_store_refresh(): it marks the book stale in its own transaction, and a stale
 * book gives out no values until it is refreshed.
 *
 * The file is input from strangers: its schema must be ours, every record is checked when it is
 * read. Several processes may read and write a book; a second writer waits for the end of a
 * transaction of the first, and gets a sentence after BOOK_STORE_WAIT_MS.
 *
 * A build without SQLite refuses to open working books with a sentence.
 *
 * Errors:  false (or -1) with a sentence that names the file. Inside a transaction the caller then
 *          rolls back; the file is as it was before.
 * Threads: a store belongs to one thread at a time.
 */
#ifndef BOOK_STORE_H
#define BOOK_STORE_H

#include "book/rows.h"

/* Opens a book. The caller closes it; closing rolls back what is not committed. */
bool book_store_open(const char *path, enum book_store_mode mode, struct book_store **store,
                     struct reason *reason);
void book_store_close(struct book_store *store);
/* The same, after a failure: a file that this open made goes, if nothing is in it and nobody else
 * has it open. */
void book_store_discard(struct book_store *store);

/* What is read from here on is of one moment, until book_store_rollback(). Not needed for one
 * look-up. */
bool book_store_begin_read(struct book_store *store, struct reason *reason);

/* A transaction; only for writing. What is merged is seen by this store at once, derived fields
 * after book_store_settle() or commit. A commit has reached the disk when it returns. */
bool book_store_begin(struct book_store *store, struct reason *reason);
bool book_store_settle(struct book_store *store, struct reason *reason);
bool book_store_commit(struct book_store *store, struct reason *reason);
void book_store_rollback(struct book_store *store);

/* Merges the facts of one record that book_record_check() accepts: who takes a record from outside
 * checks it there. A record without any facts asks for a search of its board. Derived fields of
 * `facts` are ignored. *has_changed (or NULL): the book did not know it. Needs a transaction. */
bool book_store_merge(struct book_store *store, const struct book_record *facts,
                      bool *has_changed, struct reason *reason);

/* Takes a record out: for pruning. Games and their counts stay. Needs a transaction. */
bool book_store_remove(struct book_store *store, ofl_board key, struct reason *reason);

/* Writes facts as they are instead of merging: for pruning and for people who take back what they
 * said. Needs a transaction. */
bool book_store_replace(struct book_store *store, const struct book_record *facts,
                        struct reason *reason);

/* Within a transaction: marks the book stale and leaves derived fields alone until the next
 * book_store_refresh(), which computes them all, from few empties to many. */
bool book_store_begin_bulk(struct book_store *store, struct reason *reason);
/* In transactions of its own, unless one is open. Does nothing if the book is not stale. */
bool book_store_refresh(struct book_store *store, struct reason *reason);
/* The same, but where proofs contradict each other those of positions with fewer empty squares
 * hold: the record above loses its bounds, and what it calls exact becomes an estimate. Gives the
 * number of such records. */
bool book_store_refresh_against(struct book_store *store, int64_t *n_taken_back,
                                struct reason *reason);
bool book_store_is_stale(struct book_store *store);
/* False with a sentence if the book is stale, or cannot be read. */
bool book_store_check_fresh(struct book_store *store, struct reason *reason);

#endif
