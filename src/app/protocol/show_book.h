/* protocol/show_book.h - what an opening book says, as text.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_SHOW_BOOK_H
#define PROTOCOL_SHOW_BOOK_H

#include <outflank/book.h>

#include "base/strbuf.h"

/* "book FILE, 21734 positions; variety 1.00, seed 0". The engine has a book. One line, ended. */
void show_book_head(struct strbuf *text, ofl_engine *engine);

/* The games of a move: "12", "at least 65536". */
void show_games(struct strbuf *text, const struct ofl_book_answer *answer, int index);

/* A line for each move, as x-book has them: "f5 +0.31 book depth 24 games 12 pv f5 d6 c5"; then
 * "other moves are not known", if so. */
void show_book_lines(struct strbuf *text, const struct ofl_book_answer *answer, int n_empties,
                     bool has_upper_case);

#endif
