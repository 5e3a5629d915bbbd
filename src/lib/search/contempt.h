/* search/contempt.h - the last empties where a draw is not worth 0 (hot files only).
 *
 * With contempt a finished game counts as its score, but a draw counts as search_shared.draw for
 * the side to move at the root. The worth of the game is the minimax of that. It is what general
 * nodes, their table and their windows then hold; the endgame and its cache know true scores only.
 * The step from one to the other is here. */
#ifndef SEARCH_CONTEMPT_H
#define SEARCH_CONTEMPT_H

#include "isa/isa.h"
#include "search/position.h"

/* As endgame_nws(), but in 1/128 disc, and a draw has its worth. */
int ISA_FN(contempt_nws)(struct worker *worker, const struct position *position, int alpha);

/* An upper bound of the worth, from one of the score; 1/128 disc. */
static inline int contempt_upper(int bound, int draw)
{
    return bound >= 0 && draw > bound ? draw : bound;
}

#endif
