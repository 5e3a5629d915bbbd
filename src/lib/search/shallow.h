/* search/shallow.h - plain alpha-beta of 0..2 plies (hot files only). */
#ifndef SEARCH_SHALLOW_H
#define SEARCH_SHALLOW_H

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

/* The score of the window (alpha, beta), fail-soft, 1/128 disc, for the player. No table, no
 * pruning, no tempo: static values as they are. For the order of moves and for the last ply
 * above the horizon. */
int ISA_FN(shallow_search)(struct worker *worker, const struct position *position, int depth,
                           int alpha, int beta);

#endif
