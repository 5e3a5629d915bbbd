/* search/moveloop.h - the loop over the moves of a general node, alone or with helpers (hot files
 * only). */
#ifndef SEARCH_MOVELOOP_H
#define SEARCH_MOVELOOP_H

#include "isa/isa.h"
#include "search/picker.h"
#include "search/search.h"

struct moveloop {
    int n_empties, depth, alpha;         /* of the node */
    int best;                            /* score of the best move so far, fail-soft */
    const struct picker_move *best_move; /* NULL if no move was searched */
};

/* Searches the moves left in the picker, each with the window (alpha, alpha + 1), until one exceeds
 * alpha or the worker is stopped. Moves behind the one that exceeds alpha stay in the picker. */
void ISA_FN(moveloop_run)(struct worker *worker, struct picker *picker, struct moveloop *loop);

/* Takes moves from the split and searches them until none is left or it is cut. */
void ISA_FN(moveloop_help)(struct worker *worker, struct split *split);

#endif
