/* book/import.h - other programs' books into a working book (docs/book.md, "Other programs'
 * books").
 *
 * Errors:  false with a sentence; the book is as it was.
 * Threads: as book/store.h.
 */
#ifndef BOOK_IMPORT_H
#define BOOK_IMPORT_H

#include "book/foreign.h"
#include "book/store.h"

struct import_report {
    struct foreign_report file;
    uint64_t n_merged;    /* positions */
    uint64_t n_new;       /* of them new or with new facts */
    uint64_t n_repeated;  /* boards that came again */
    uint64_t n_moveless;  /* values whose move nobody knows: they are kept as the parents' moves */
};

/* Merges the file at `path`. A temporary file is made beside `store_path`, the path of the store.
 * `takes_damaged`: book/foreign.h. */
bool import_book(struct book_store *store, const char *store_path, const char *path,
                 bool takes_damaged, struct import_report *report, struct reason *reason);

#endif
