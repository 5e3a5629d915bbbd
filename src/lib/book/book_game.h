/* book/book_game.h - a game as a book keeps it: one form for all symmetric images and all formats.
 *
 * The form: the usual start wherever an image of the game has it, else the least image of the
 * start; of all images that have that start the least moves. Passes are left out. Two games are
 * the same if start, moves and result are. Who played, and when, does not count; ratings stand
 * beside (book/rated.h).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_BOOK_GAME_H
#define BOOK_BOOK_GAME_H

#include "text/reading.h"
#include "book/key.h"

enum { BOOK_GAME_MOVES = 2 * OFL_MAX_PLIES + 1 };

struct book_game {
    char start[OFL_BOARD_TEXT];  /* "" for the usual start; else the side to move is X */
    char moves[BOOK_GAME_MOVES]; /* "f5d6c3..." */
    int result;                  /* whole discs, for the side that moved first; 1 or -1 where only
                                    the winner is known: a game counts as won, drawn or lost */
    int plies;                   /* the first so many moves are counted, 0..60 */
    int ratings[2];              /* of the side to move at the start, of the other; 0: not known */
};
enum { BOOK_MOST_RATING = 9999 };

/* The checksum of a row of the table "game". */
uint64_t book_game_row_sum(const struct book_game *game);

/* At least one is known, and both are within their range. */
bool book_game_has_ratings(const struct book_game *game);

struct book_counts {
    uint32_t wins, draws, losses; /* for the side to move */
};

/* A game and how many of its moves are to be counted. False with a sentence if its result is not
 * known: it is neither over nor does its record tell who won. */
bool book_game_of(const struct reading *record, int plies, struct book_game *form,
                  struct reason *reason);

/* Is it in that form? For games that come from a file. */
bool book_game_check(const struct book_game *game, struct reason *reason);

/* The positions of its first `plies` moves, the start included. Each is given once; positions with
 * a forced pass as what follows the pass. `result` is that of the side to move; `by` who made the
 * last move, as in `ratings`, -1 at the start. False when the visitor says so. `game` is a good
 * one. */
typedef bool (*book_game_visitor)(void *user, ofl_board key, int ply, int result, int by,
                                  struct reason *reason);
bool book_game_visit(const struct book_game *game, book_game_visitor visit, void *user,
                     struct reason *reason);

#endif
