/* book/packed_sort.h - sorts more records than memory holds, by board.
 *
 * Records are gathered in memory, sorted and written as runs to a file without a name; runs are
 * merged when they are read. Where all fit in memory no file is made.
 *
 * Errors:  false with a sentence. Threads: one sort belongs to one thread.
 */
#ifndef BOOK_PACKED_SORT_H
#define BOOK_PACKED_SORT_H

#include <stddef.h>

#include "base/reason.h"
#include "book/packed_code.h"

struct packed_sort;

/* `folder` is where the file without a name lies; `memory` bytes are used for records. NULL if
 * there is no memory. The caller ends it. */
struct packed_sort *packed_sort_begin(const char *folder, size_t memory);
void packed_sort_end(struct packed_sort *sort);

bool packed_sort_add(struct packed_sort *sort, const struct packed_record *record,
                     struct reason *reason);

/* Called once, after the last packed_sort_add(). */
bool packed_sort_finish(struct packed_sort *sort, struct reason *reason);

/* The next one in order: 1, 0 at the end, -1. Equal boards come one after the other. */
int packed_sort_next(struct packed_sort *sort, struct packed_record *record,
                     struct reason *reason);

#endif
