/* book/learn.h - learning games: their counts, and searches asked for of their positions.
 *
 * Errors, threads: as book/store.h.
 */
#ifndef BOOK_LEARN_H
#define BOOK_LEARN_H

#include "book/book_games.h"

enum { BOOK_LEARN_PLIES = 20, BOOK_LEARN_GAMES = 1 /* usual, see below */ };

/* Adds a game; positions that `n_games` (0: none) came to get a record without facts, which asks
 * for a search. *n_asked grows by those that are new. Needs a transaction. 1 if the game is new or
 * longer, 0 if not, -1. */
int book_learn_game(struct book_store *store, const struct book_game *game, int n_games,
                    int64_t *n_asked, struct reason *reason);

/* Opens a working book, learns the first BOOK_LEARN_PLIES moves of a game and closes it again. A
 * game that is not over and does not tell who won is refused. */
bool book_learn_file(const char *path, const struct reading *record, struct reason *reason);

#endif
