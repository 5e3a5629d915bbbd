/* book/pack.h - a working book as a packed one, and back (docs/book.md, "The packed book").
 *
 * Errors:  false with a sentence; what was there is as it was.
 * Threads: as book/store.h.
 */
#ifndef BOOK_PACK_H
#define BOOK_PACK_H

#include "book/packed.h"
#include "book/store.h"

struct pack_report {
    uint64_t n_positions;  /* written */
    uint64_t n_dropped;    /* positions without a full centre */
    uint64_t n_simplified; /* packed_write_count_simplified() */
};

/* Writes all positions of a book that is not stale. */
bool pack_write(struct book_store *store, const char *path, const char *note,
                struct pack_report *report, struct reason *reason);

/* Merges what a packed book holds into a working one, in transactions of its own, and computes the
 * derived fields. *n_changed (or NULL): positions that were new or gained facts. Damage is found
 * before anything is merged. */
bool pack_read(struct packed_book *packed, struct book_store *store, uint64_t *n_changed,
               struct reason *reason);

#endif
