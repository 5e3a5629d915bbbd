/* book/pack.h - a working book as a packed one, and back (docs/book.md, "The packed book").
 *
 * Errors:  false with a sentence; what was there is as it was.
 * Threads: as book/store.h.
 */
#ifndef BOOK_PACK_H
#define BOOK_PACK_H

#include "book/book_lines.h"
#include "book/packed.h"
#include "book/store.h"

struct pack_report {
    bool cannot_create, cannot_write; /* why it failed, if it is the new file */
    uint64_t n_positions;  /* written */
    uint64_t n_dropped;    /* positions without a full centre */
    uint64_t n_simplified; /* packed_write_count_simplified() */
};

/* Counts of games besides those that the book has learned. */
struct pack_counts {
    struct book_count *counts; /* sorted by pack_sort_counts(); each position once */
    size_t n;
};

/* False with a reason if a position stands there twice. */
bool pack_sort_counts(struct pack_counts *counts, struct reason *reason);

/* Writes all positions of a book that is not stale. `counts` (or NULL) are added to its own. */
bool pack_write(struct book_store *store, const char *path, const char *note,
                const struct pack_counts *counts, struct pack_report *report,
                struct reason *reason);

/* Merges what a packed book holds into a working one, in transactions of its own, and computes the
 * derived fields. *n_changed (or NULL): positions that were new or gained facts. Damage is found
 * before anything is merged. */
bool pack_read(struct packed_book *packed, struct book_store *store, uint64_t *n_changed,
               struct reason *reason);

#endif
