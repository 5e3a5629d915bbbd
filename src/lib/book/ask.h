/* book/ask.h - what a book says of a position, inside: outflank/book.h without what takes time.
 *
 * Errors, threads: as outflank/book.h.
 */
#ifndef BOOK_ASK_H
#define BOOK_ASK_H

#include <outflank/book.h>

#include "base/reason.h"
#include "book/view.h"

/* As ofl_book_ask(). A reason of REASON_LATER: the book is being loaded. */
int book_ask_lines(struct ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                   struct reason *reason);

/* The same, but lines have only their move and score: for looking back at a game. */
int book_ask_scores(struct ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                    struct reason *reason);

/* book_view_played() of its book. */
int book_ask_played(struct ofl_book *book, ofl_board board,
                    struct book_played played[OFL_MAX_MOVES], struct reason *reason);

/* A checksum over what the book says of its positions, never 0: it names the book. A packed book
 * has it in its header; a working one is read as a whole. False with the reason. */
bool book_ask_id(struct ofl_book *book, uint64_t *id, struct reason *reason);

/* Has any position a value, so that there are moves to give? 1, 0, -1. */
int book_ask_has_values(struct ofl_book *book, struct reason *reason);

#endif
