/* eval/eval.h - static evaluation of a board for the side to move.
 *
 * Unit 1/128 disc (eval/score.h). The same at every CPU level, and for all eight
 * symmetric boards. Pure: any thread. Wants a board whose two sides are disjoint. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include <stddef.h>
#include <outflank/engine.h>

#ifdef ISA
#include "isa/isa.h"

/* The classical evaluation: named terms with fitted weights (docs/classical.md). */
int ISA_FN(eval_classical)(ofl_board board);
#endif

/* The terms of the classical evaluation, as ofl_explain() gives them: fills up to
 * `size` of them, returns how many there are. The contributions add up exactly to
 * score_to_cd() of the evaluation before it is bounded. `own` and `other` are the
 * counts of either side; for "parity" the quadrants with an odd and with an even
 * number (not 0) of empty squares. */
size_t eval_explain(ofl_board board, struct ofl_term *terms, size_t size);

#endif
