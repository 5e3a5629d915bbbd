/* engine/bookplay.h - the book of one engine: what it plays from, how it chooses, its seed.
 *
 * The random number of a choice follows from the seed and the position alone, so what else is asked
 * in a game does not change it. Each game that used the seed is followed by one with the next seed.
 *
 * Errors:  a book that fails is closed, and `problem` has the sentence. One that another process
 *          loads stays open and is asked again.
 * Threads: as the engine.
 */
#ifndef ENGINE_BOOKPLAY_H
#define ENGINE_BOOKPLAY_H

#include <outflank/book.h>

#include "base/reason.h"
#include "base/rng.h"
#include "book/choose.h"

struct book_forced;

struct bookplay {
    ofl_book *book;             /* or NULL */
    char *book_name;            /* of the option; NULL: none */
    struct book_forced *forced; /* or NULL */
    char *forced_name;
    uint64_t seed;              /* in force; 0: to be drawn when it is needed */
    bool is_seed_used;
    struct book_style style;
    bool varies_only_book;      /* the variety in force is for book moves */
    bool is_raw;                /* scores are raw ones: a book's proofs are not of them */
    struct reason problem;      /* why the book does not answer; "" */
    bool is_waiting;            /* it is being loaded, and that was told */
};

void bookplay_finish(struct bookplay *play);

/* The options "book" and "book-lines". False with the reason, and what was open stays. */
bool bookplay_set_book(struct bookplay *play, const char *name, struct reason *reason);
bool bookplay_set_lines(struct bookplay *play, const char *name, struct reason *reason);

/* The option "seed"; 0: a new one. */
void bookplay_set_seed(struct bookplay *play, uint64_t seed);

/* A game ends: the next one has another seed. */
void bookplay_new_game(struct bookplay *play);

/* What the book says of a board, without lines that are not as deep as `least_depth` or proved.
 * Where one of these might be best, the answer is not complete. Scores of a book count empties for
 * the winner: by raw scores nothing of it is proved. 0 if there is nothing. */
int bookplay_ask(struct bookplay *play, ofl_board board, int least_depth,
                 struct ofl_book_answer *answer);

/* Has a forced opening a move for the board? */
bool bookplay_is_forced(const struct bookplay *play, ofl_board board);

/* The move of a forced opening, or OFL_NO_MOVE. */
int bookplay_forced(struct bookplay *play, ofl_board board);

/* What the side to move has left of the variety of this game, apart from `spent_cd`, 1/100 disc. */
int bookplay_left(struct bookplay *play, const struct ofl_game *game, double spent_cd);

/* The line to play of an answer that has some: by style, and losing left_cd at most. */
int bookplay_choose(struct bookplay *play, const struct ofl_game *game, int left_cd,
                    const struct ofl_book_answer *answer);

/* The random numbers for one position of this game. */
struct rng bookplay_rng(struct bookplay *play, ofl_board board);

#endif
