/* book/book_games.h - the games that a working book has learned, and how often each position
 * occurred.
 *
 * Games are a set: learning one twice, or merging books that share it, changes nothing. The counts
 * of a position are sums over that set, whether the position has a record or not.
 *
 * Errors, threads: as book/store.h.
 */
#ifndef BOOK_BOOK_GAMES_H
#define BOOK_BOOK_GAMES_H

#include "book/book_game.h"
#include "book/store.h"

/* Adds a game that book_game_check() accepts, or counts more of its moves than before. Needs a
 * transaction. 1 if that changed the book, 0 if it did not, -1. */
int book_games_add(struct book_store *store, const struct book_game *game, struct reason *reason);

/* All 0 if no game came there. */
bool book_games_count(struct book_store *store, ofl_board key, struct book_counts *counts,
                      struct reason *reason);

/* Games in the order of start, moves and result. The visitor does not change the book's games. */
typedef bool (*book_games_visitor)(void *user, const struct book_game *game,
                                   struct reason *reason);
bool book_games_walk(struct book_store *store, book_games_visitor visit, void *user,
                     struct reason *reason);

/* All counts, in the order of book_key_compare(). */
typedef bool (*book_counts_visitor)(void *user, ofl_board key, const struct book_counts *counts,
                                    struct reason *reason);
bool book_games_walk_counts(struct book_store *store, book_counts_visitor visit, void *user,
                            struct reason *reason);

/* Computes all counts anew from the games, for repairs. Needs a transaction. */
bool book_games_recount(struct book_store *store, struct reason *reason);

#endif
