/* eval/network_run.h - static values of positions by the embedding network (hot files only).
 * Pure functions. */
#ifndef EVAL_NETWORK_RUN_H
#define EVAL_NETWORK_RUN_H

#include <stdint.h>
#include "eval/pattern.h"

struct network;

#ifdef ISA
#include "isa/isa.h"

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
int ISA_FN(network_evaluate)(const struct network *network, uint64_t player, uint64_t opponent,
                             const struct pattern_ids *ids, int side);

/* The same of n >= 1 positions with as many discs each: several at once cost less than one after
 * the other. */
void ISA_FN(network_evaluate_all)(const struct network *network, const struct pattern_input *in,
                                  int n, int *values);
#endif

#endif
