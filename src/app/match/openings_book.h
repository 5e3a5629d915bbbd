/* match/openings_book.h - balanced openings out of an opening book.
 *
 * All lines of book moves from the start whose positions stay within `balance` discs of the start's
 * value, one for each position that they lead to (symmetric ones are one).
 */
#ifndef MATCH_OPENINGS_BOOK_H
#define MATCH_OPENINGS_BOOK_H

#include "match/openings.h"

enum { OPENINGS_BOOK_PLIES = 8 /* if none are asked for */ };

/* Does the file begin like a book, working or packed? */
bool openings_book_knows(const char *path);

/* False with a sentence if the book cannot be read, or has no such lines. */
bool openings_book_load(struct openings *openings, const char *path, int plies, double balance,
                        struct reason *reason);

#endif
