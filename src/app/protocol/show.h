/* protocol/show.h - boards, moves and results of a search as text.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_SHOW_H
#define PROTOCOL_SHOW_H

#include <outflank/engine.h>
#include <outflank/game.h>

#include "base/strbuf.h"
#include "protocol/word.h"

/* "black" or "white"; 'b', 'w', the words, any case. False for anything else. */
const char *show_color(enum ofl_color color);
bool show_read_color(struct word word, enum ofl_color *color);

int show_read_move(struct word word); /* OFL_NO_MOVE if it is none */
void show_move(struct strbuf *text, int move, bool has_upper_case);
void show_squares(struct strbuf *text, uint64_t squares); /* " a1 b2" */

/* Discs of `color`. */
uint64_t show_discs(ofl_position position, enum ofl_color color);
int show_count(ofl_position position, enum ofl_color color);

/* Black's discs less white's. */
int show_difference(ofl_position position, enum ofl_score_rule rule);

/* Eight rows with coordinates, row 1 first; X black, O white, '.' empty, and
 * `mark` on the legal squares of the side to move (0: none). The name of the opening (or NULL)
 * stands beside it. Each line ended. */
void show_board(struct strbuf *text, ofl_position position, char mark, const char *opening);

/* "+1.25": 1/100 discs as discs. A proven score is whole: "+4.00" still. */
void show_score(struct strbuf *text, int score_cd);

/* "12", "24@73%" when the search reached the end but not without doubt,
 * "100%" for a proven score, "100%W" for a proven win, loss or draw.
 * NBoard's words for depth; `n_empties` of the searched position. */
void show_depth(struct strbuf *text, const struct ofl_line *line, int n_empties);

/* The moves of the principal variation, with `separator` between them. */
void show_pv(struct strbuf *text, const struct ofl_line *line, bool has_upper_case,
             const char *separator);

/* The sentence for a finished game: "Black wins by 10 (37-27)", "Draw (32-32)". */
void show_result(struct strbuf *text, ofl_position position, enum ofl_score_rule rule);
/* The same, where Black's score less White's is known. */
void show_result_by(struct strbuf *text, ofl_position position, int difference);

/* "a Fight game (...)", with what that word of the rule sheet means; for a game that somebody won. */
void show_grade(struct strbuf *text, int difference);

/* Discs, then the score by both ways of counting, each with its grade; in a game that
 * goes on only the difference up to now. */
void show_score_sheet(struct strbuf *text, ofl_position position);

/* What is wrong after a move: "ok", or any of "missing discs: d3" (squares that should hold a
 * disc), "missing flips: d3 e4", "extra flips: c2", "extra discs: h8" and "wrong colour: d3" (the
 * disc that was placed), or else the side to move. Who comes next is free when the game is over, or
 * when the other side has to pass. Once the other side has moved (`is_late`) an error stands:
 * "stands; missing flips: d3". */
void show_referee(struct strbuf *text, ofl_position before, int move, ofl_position after,
                  bool is_late);

/* BOARD SIDE MOVE BOARD SIDE [late]; false with the reason. */
bool show_read_referee(struct word line, ofl_position *before, int *move, ofl_position *after,
                       bool *is_late, struct strbuf *reason);

/* The terms of the evaluation: name, count of the side to move, of the other
 * side, contribution in discs; then their sum and the evaluation in use. */
void show_explanation(struct strbuf *text, ofl_engine *engine, ofl_board board);

/* A board of who may be expected to own each square at the end (analysis/owners.h), in percent. */
void show_owners(struct strbuf *text, ofl_engine *engine, ofl_board board);

/* "+0.15 discs for white, who moves"; or "who must pass", or "-2.00 discs for white; the game is
 * over". */
void show_evaluation(struct strbuf *text, ofl_position position, int value_cd);

#endif
