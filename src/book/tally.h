/* book/tally.h - counts by key, added up in memory: what the counts of a book have to be. */
#ifndef BOOK_TALLY_H
#define BOOK_TALLY_H

#include <stddef.h>

#include "book/game.h"

struct book_tally_entry {
    ofl_board key;
    struct book_counts counts;
};

/* Begin with all 0. */
struct book_tally {
    struct book_tally_entry *entries;
    size_t n, room;
};

/* Adds a result for the side to move. False: no memory. */
bool book_tally_add(struct book_tally *tally, ofl_board key, int result);
/* Sorts by book_key_compare(), each key once. */
void book_tally_sort(struct book_tally *tally);
void book_tally_free(struct book_tally *tally);

#endif
