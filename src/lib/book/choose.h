/* book/choose.h - choosing a move among those that a book values.
 *
 * The choice is for play that varies: each move has a weight, and the random numbers are the
 * caller's, so that a seed gives the same choice again.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_CHOOSE_H
#define BOOK_CHOOSE_H

#include <outflank/book.h>

#include "base/rng.h"

enum book_style_kind {
    BOOK_STYLE_BEST,  /* the less a move loses, the more often */
    BOOK_STYLE_PEOPLE /* as often as people played it; as BEST where nobody did */
};

struct book_style {
    int variety_cd;   /* what the choice may lose, 1/100 disc */
    enum book_style_kind kind;
    int contempt_cd;  /* a proved draw counts as so much less than 0 */
};

/* What a line counts to the side to move, 1/100 disc. */
int book_choose_value(const struct ofl_line *line, const struct book_style *style);

/* The index of the line chosen; -1 if there is none. No line that loses more than variety_cd
 * against the best of them is. With variety_cd 0 the choice is among equals. A choice of one draws
 * no random number. */
int book_choose(const struct ofl_book_answer *answer, const struct book_style *style,
                struct rng *rng);

/* The squares of the lines. */
uint64_t book_choose_squares(const struct ofl_book_answer *answer);

/* What a move loses against the best line; 0 if the book has no line for it. */
int book_choose_loss(const struct ofl_book_answer *answer, const struct book_style *style,
                     int move);

#endif
