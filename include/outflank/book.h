/* outflank/book.h - opening books: what they say of a position, and moves chosen from them.
 *
 * A book is a file made by "outflank book" (docs/book.md), working or packed; the content tells
 * which. ofl_book_ask() gives what it says. An engine whose option "book" names one plays from it
 * by ofl_choose(), and takes lines from it by ofl_hint().
 *
 * Threads: any number of threads may ask one book at a time. Opening and closing is for one. What
 *          takes an engine is called as outflank/engine.h says.
 * Errors:  a sentence for the user. A book is input of a stranger: what is damaged gives an error,
 *          never a wrong value.
 * Units:   scores in 1/100 disc for the side to move, depth in plies, as in outflank/engine.h.
 */
#ifndef OFL_BOOK_H
#define OFL_BOOK_H

#include <outflank/engine.h>
#include <outflank/game.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct ofl_book ofl_book;

/* One sentence; "" if nothing was said. */
struct ofl_book_error { char text[512]; };

/* What a book says of a position. */
struct ofl_book_answer {
    bool has_value;        /* the position has a record, with a value */
    int score;             /* that value */
    int low, high;         /* the score is proved to lie there; -6400..6400 if there is no proof */
    /* Moves with a value, best first; none is worth more than `high`. Moves that lead to the same
     * board but for symmetry all have one. `source` of a line says where its value comes from. Its
     * line of play goes on as far as the book does, and then one move more; `depth` is that of the
     * last search on it, made one move before the end of the line. */
    int n_lines;
    struct ofl_line lines[OFL_MAX_MOVES];
    uint32_t n_games[OFL_MAX_MOVES]; /* games that came to the position after lines[i] */
    bool is_complete;      /* a search or a proof says that no other move is better than these */
    bool is_rounded;       /* counts of OFL_ROUNDED_GAMES and more in n_games are rounded down */
};
enum { OFL_ROUNDED_GAMES = 32 };

/* Opens a book for reading; the caller closes it. NULL, with the reason in *error (or NULL), if it
 * is missing, damaged, too new, or was left in the middle of a load. */
ofl_book *ofl_book_open(const char *path, struct ofl_book_error *error);
void ofl_book_close(ofl_book *book); /* NULL: nothing */

/* Number of positions; -1 with the reason. */
int64_t ofl_book_count(ofl_book *book, struct ofl_book_error *error);

/* What the book says of a position: 1, and *answer filled, if it has a value for it or for a move
 * of it; 0 if not, also when the game is over; -1 with the reason. Of a side that must pass the one
 * line is OFL_PASS. */
int ofl_book_ask(ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                 struct ofl_book_error *error);

/* ---- engines with a book ----
 *
 * Options: "book" (off until it is set), "book-style", "book-lines", "variety", "contempt", "seed",
 * "strength", "loss".
 * A book that turns out to be damaged is closed; the engine goes on without it. A working book that
 * another process loads is asked again at each move.
 * ofl_book_take_problem() then has the sentence. */

/* The engine's book: NULL if it has none. The engine's; valid until its next call. */
ofl_book *ofl_engine_book(ofl_engine *engine);

/* As ofl_book_ask() of the engine's book, but lines that look less far ahead, by their plies and
 * their last search, than a search of limits->depth, or of the engine's level (of 16 plies at
 * most), are left out; `limits` may be
 * NULL. With the option "score-rule" raw nothing is proved. 0 if there is no book. */
int ofl_ask_book(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                 struct ofl_book_answer *answer);

/* Has the book, or a forced opening, something to say of a board for a search with these limits?
 * Else ofl_hint() is ofl_search(). May be called while a search runs. */
bool ofl_book_knows(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits);

/* A move for the side to move of `game`: from the forced openings, else from the book, else by
 * ofl_search(); lines[0].source tells. Where the book does not know enough of a position, the moves
 * that it does not know are searched, and the best of both is played. The moves before are looked
 * at: the book moves of one side lose "variety" discs at most in a whole game, and its other moves
 * that many on average. With "strength" 1..19 or "loss" the moves give discs away; what the book
 * says of moves counts among their values (docs/strength.md); depth and time are those of `limits`
 * at most.
 * For OFL_GOAL_PLAY without `moves` and `infinite`; other limits are those of ofl_search(). */
int ofl_choose(ofl_engine *engine, const struct ofl_game *game, const struct ofl_limits *limits,
               struct ofl_result *result);

/* Is ofl_choose() of this game the same as ofl_search() of its board? */
bool ofl_choose_is_search(ofl_engine *engine, const struct ofl_game *game,
                          const struct ofl_limits *limits);

/* 1/100 disc that a strength (1..20) gives away a move on average; 0 for 20, -1 for others. */
int ofl_strength_loss(int strength);

/* The same for the options "strength" and "loss" in force; 0 if the engine plays as well as it can.
 * ofl_choose() is what plays so; searches and hints are not made worse. */
int ofl_loss(const ofl_engine *engine);

/* As ofl_search(), but moves that the book knows take their lines from it, and are not searched. */
int ofl_hint(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
             struct ofl_result *result);

/* Why the book was closed, or does not answer for now; "" if it does, or if that has been asked
 * before. The engine's; valid until its next call. */
const char *ofl_book_take_problem(ofl_engine *engine);

/* "book", "book:person", "book:other", "book:proof", "line"; "" for OFL_FROM_SEARCH. */
const char *ofl_source_text(enum ofl_source source);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
