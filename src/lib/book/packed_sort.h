/* book/packed_sort.h - sorts more records than memory holds, by board.
 *
 * Records are gathered in memory, sorted and written as runs to a file without a name. It is mapped
 * and its runs are merged when they are read: nobody else can cut it off. Where all fit in memory
 * no file is made.
 *
 * Errors:  false with a sentence. Threads: one sort belongs to one thread.
 */
#ifndef BOOK_PACKED_SORT_H
#define BOOK_PACKED_SORT_H

#include <stddef.h>

#include "base/reason.h"
#include "book/packed_code.h"

struct packed_sort;

/* The file without a name lies beside `path`, which lives as long as the sort; `memory` bytes are
 * used for records. NULL if there is no memory. The caller ends it. */
struct packed_sort *packed_sort_begin(const char *path, size_t memory);
void packed_sort_end(struct packed_sort *sort);

bool packed_sort_add(struct packed_sort *sort, const struct packed_record *record,
                     struct reason *reason);

/* Called once, after the last packed_sort_add(). */
bool packed_sort_finish(struct packed_sort *sort, struct reason *reason);

/* The next one in order; false at the end. Equal boards come one after the other. */
bool packed_sort_next(struct packed_sort *sort, struct packed_record *record);

#endif
