/* book/rated.h - how often people of which rating made a move, and how they scored.
 *
 * Where a record has ratings a working book keeps, as named texts (book/rows.h), those of each
 * game and, of each position, the games by the rating of who moved there. Programs that do not know
 * these texts read and write such a book all the same.
 *
 * Of a game that came with two pairs of ratings the larger pair holds, so that the order of
 * learning and merging says nothing.
 *
 * Errors, threads: as book/store.h.
 */
#ifndef BOOK_RATED_H
#define BOOK_RATED_H

#include "book/book_game.h"
#include "book/store.h"

enum { RATED_BANDS = 6, RATED_LEAST = 1200, RATED_STEP = 200 };

/* For who made the move that leads there; below RATED_LEAST, from there on, and so on. */
struct rated_counts { struct book_counts of[RATED_BANDS]; };

/* All 0 if there are none. */
bool rated_count(struct book_store *store, ofl_board key, struct rated_counts *counts,
                 struct reason *reason);

/* Fills the ratings of a game of the book. */
bool rated_find(struct book_store *store, struct book_game *game, struct reason *reason);

/* Counts a game of which the book has counted the first `known` plies; -1: it is new. Needs a
 * transaction. 1 if its ratings are new, 0 if not, -1. */
int rated_add(struct book_store *store, const struct book_game *game, int known,
              struct reason *reason);

/* Adds a game to counts of where its player `by` moved (book_game_visit()). */
void rated_tally(struct rated_counts *counts, const struct book_game *game, int by);

/* All counts anew: forgets them; counts a game. */
bool rated_forget(struct book_store *store, struct reason *reason);
bool rated_recount(struct book_store *store, const struct book_game *game, struct reason *reason);

/* Is a named text one of these counts? They follow from the games. */
bool rated_is_count(const char *name);

#endif
