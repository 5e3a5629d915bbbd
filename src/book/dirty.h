/* book/dirty.h - boards whose derived fields have to be computed again, by their empties.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_DIRTY_H
#define BOOK_DIRTY_H

#include <stdbool.h>
#include <stddef.h>
#include <outflank/board.h>

enum { BOOK_STRATA = 61 }; /* 0..60 empties */

struct book_stratum {
    ofl_board *boards;
    size_t n, room;
};

struct book_dirty {
    struct book_stratum strata[BOOK_STRATA];
};

/* Boards may be added more than once. False: no memory. */
bool book_stratum_add(struct book_stratum *stratum, ofl_board board);
/* Sorts them, and each is there once. */
void book_stratum_sort(struct book_stratum *stratum);
/* In a sorted one. */
bool book_stratum_has(const struct book_stratum *stratum, ofl_board board);
void book_stratum_free(struct book_stratum *stratum);

void book_dirty_free(struct book_dirty *dirty);

#endif
