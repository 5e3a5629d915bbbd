/* book/forced.h - forced openings: lines that a person wants played, with weights.
 *
 * The file: one line of play a line, as in "f5d6c3d3c4 3": the moves, then a weight from 1 to
 * 1000000 (1 if it is left out). Blank lines and what follows a # say nothing. A line holds
 * from the start position, in all its eight images, and wherever its positions come up.
 *
 * Errors:  false with a sentence (file, line, what was expected).
 * Threads: after opening any number of threads may use it.
 */
#ifndef BOOK_FORCED_H
#define BOOK_FORCED_H

#include <outflank/board.h>

#include "base/reason.h"
#include "base/rng.h"

struct book_forced;

/* The caller frees it. */
bool book_forced_open(const char *path, struct book_forced **forced, struct reason *reason);
void book_forced_free(struct book_forced *forced); /* NULL: nothing */

/* Does a line go on from `board`? */
bool book_forced_knows(const struct book_forced *forced, ofl_board board);

/* The move to play, by weight among the lines that go on from `board`; OFL_NO_MOVE if none does. */
int book_forced_choose(const struct book_forced *forced, ofl_board board, struct rng *rng);

#endif
