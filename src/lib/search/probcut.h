/* search/probcut.h - Multi-ProbCut: a shallow search tells how a deep one ends (hot files only).
 *
 * Source: M. Buro, ProbCut (1995) and Multi-ProbCut (1997). The error of the
 * shallow search comes from the model fitted to the evaluation (eval/errors.h). */
#ifndef SEARCH_PROBCUT_H
#define SEARCH_PROBCUT_H

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

/* True if the node's value lies above (alpha + 1) or below alpha with the
 * confidence of worker->selectivity; *score then is that bound. `moves` are its legal ones; `known`
 * is its entry of the table, or NULL. */
bool ISA_FN(probcut_cuts)(struct worker *worker, const struct position *position, uint64_t moves,
                          int depth, int alpha, const struct tt_data *known, int *score);

static inline bool probcut_may_try(const struct worker *worker, int n_empties, int depth)
{
    return worker->selectivity < SELECTIVITY_NONE &&
           (depth >= n_empties ? n_empties >= PROBCUT_EMPTIES : depth >= PROBCUT_DEPTH);
}

#endif
