/* book/book_check.h - proves over a whole working book what docs/book.md promises.
 *
 * Errors, threads: as book/store.h.
 */
#ifndef BOOK_BOOK_CHECK_H
#define BOOK_BOOK_CHECK_H

#include "book/store.h"

struct book_check {
    int64_t n_positions, n_games, n_counts; /* looked at */
    int64_t n_faults;
    bool is_counted; /* to the end: no fault hid what comes behind it */
    /* Is told each fault, one sentence without a full stop; may be NULL. */
    void (*tell)(void *user, const char *fault);
    void *user;
};

/* Counts a fault, and tells it. */
static inline void book_check_fault(struct book_check *check, const char *fault)
{
    check->n_faults++;
    if (check->tell)
        check->tell(check->user, fault);
}

/* Pages and tree (SQLite's own check); checksum, types, ranges and board of every record; derived
 * fields of all against their children; games; counts against the games. A fault that hides others
 * ends the check. False if it cannot go on for another reason than a fault: no memory. */
bool book_check_run(struct book_store *store, struct book_check *check, struct reason *reason);

/* Only the first two: can everything be read? */
bool book_check_reads(struct book_store *store, struct reason *reason);

#endif
