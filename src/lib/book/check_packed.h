/* book/check_packed.h - proves over a whole packed book what docs/book.md promises.
 *
 * Threads: as book/packed.h.
 */
#ifndef BOOK_CHECK_PACKED_H
#define BOOK_CHECK_PACKED_H

#include "book/book_check.h"
#include "book/packed.h"

/* The whole file (packed_check()), then value, best move and bounds of each position against its
 * moves. Whatever cannot be read is a fault. Where packing may have left bounds out
 * (packed_may_be_simplified()), values need not follow and are not compared: false then. */
bool check_packed_run(struct packed_book *book, struct book_check *check);

#endif
