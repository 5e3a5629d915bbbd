/* book/xot.h - starts of eXtreme Othello: eight moves each, chosen for being open and unusual
 * (bench/openings/README.md says whose they are).
 *
 * Threads: the table is constant.
 */
#ifndef BOOK_XOT_H
#define BOOK_XOT_H

#include <stddef.h>

size_t xot_count(void);

/* The moves of a start, "f5d6c4d3c2b3b4b5"; index < xot_count(). Black begins. */
const char *xot_moves(size_t index);

#endif
