/* grow/prune.h - makes a book smaller: what lies beyond limits goes, or does not come along.
 *
 * Where a position loses a move of the book, that move becomes its deviation, with the value that
 * the book had for it, if no other move outside is better. So growing within the same limits does
 * not bring back what was pruned. This is no merge: it takes facts back.
 */
#ifndef GROW_PRUNE_H
#define GROW_PRUNE_H

#include "book/store.h"
#include "grow/plan.h"

struct prune_request {
    struct roots roots;
    int32_t error_cd;      /* positions with more error go */
    int least_empties;     /* positions with fewer empty squares go */
    bool keeps_unreached;  /* positions that no root leads to stay */
};

struct prune_count {
    int64_t n_kept, n_gone;
};

/* Removes positions from the book, in one transaction. False with a reason, and the book as it
 * was. */
bool prune_run(struct book_store *store, const struct prune_request *request,
               struct prune_count *count, struct reason *reason);

/* Merges what would be kept into another book instead; `store` is only read. */
bool prune_copy(struct book_store *store, const struct prune_request *request,
                struct book_store *into, struct prune_count *count, struct reason *reason);

#endif
