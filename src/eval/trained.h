/* eval/trained.h - static value by the trained weights, of either kind (hot files only). */
#ifndef EVAL_TRAINED_H
#define EVAL_TRAINED_H

#include "eval/linear.h"
#include "eval/network_run.h"

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
static inline int trained_evaluate(const struct weights *weights, uint64_t player,
                                   uint64_t opponent, const struct pattern_ids *ids, int side)
{
    if (weights->network)
        return network_evaluate(weights->network, player, opponent, ids, side);
    return linear_evaluate(weights, player, opponent, ids, side);
}

#endif
