/* board/variant.h - the rules of struct ofl_variant: anti-Othello, 4x4, 6x6, holes.
 *
 * Flips stop at a hole by themselves, for no disc lies there. So moves are those of the kernels on
 * squares in play. Boards hold no disc on a hole.
 *
 * Score: as in Othello empty squares in play go to whoever has more discs. Where fewer discs win,
 * that score is negated: who has no disc left wins by all squares.
 *
 * Threads: functions touch only their arguments. */
#ifndef BOARD_VARIANT_H
#define BOARD_VARIANT_H

#include <outflank/game.h>

bool variant_is_usual(struct ofl_variant variant); /* Othello */
bool variant_is_same(struct ofl_variant a, struct ofl_variant b);

/* 4 or 6 where that is the board, else 8; its holes. */
int variant_size(struct ofl_variant variant);
uint64_t variant_holes_of(int size);

/* White on the diagonal of the middle that begins at a1's side, Black to move. */
ofl_position variant_start(struct ofl_variant variant);

/* As ofl_legal_moves() and the others. */
uint64_t variant_moves(struct ofl_variant variant, ofl_board board);
bool variant_is_legal(struct ofl_variant variant, ofl_board board, int move);
bool variant_is_over(struct ofl_variant variant, ofl_board board);
int variant_count_empties(struct ofl_variant variant, ofl_board board);
int variant_score(struct ofl_variant variant, ofl_board board, enum ofl_score_rule rule);
const char *variant_illegal_reason(struct ofl_variant variant, ofl_board board, int move);
uint64_t variant_perft(struct ofl_variant variant, ofl_board board, int depth); /* rule A */

#endif
