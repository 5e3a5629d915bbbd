/* book/propagate.h - keeps derived fields true: from changed records to their parents. */
#ifndef BOOK_PROPAGATE_H
#define BOOK_PROPAGATE_H

#include "book/store_parts.h"

/* The record of `key` has new facts, is new, or was removed. */
bool book_propagate_touch(struct book_store *store, ofl_board key, struct reason *reason);
/* Computes what was touched and, stratum by stratum, whatever depends on it. */
bool book_propagate_settle(struct book_store *store, struct reason *reason);
/* Computes all records with that many empties; those with fewer are true already. */
bool book_propagate_stratum(struct book_store *store, int n_empties, struct reason *reason);

#endif
