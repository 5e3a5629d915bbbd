/* eval/trained.h - static values by the trained weights, of either kind (hot files only). */
#ifndef EVAL_TRAINED_H
#define EVAL_TRAINED_H

#include <stdint.h>
#include "eval/pattern.h"

struct weights;

#ifdef ISA
#include "isa/isa.h"

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
int ISA_FN(trained_evaluate)(const struct weights *weights, uint64_t player, uint64_t opponent,
                             const struct pattern_ids *ids, int side);

/* The same of n >= 1 positions with as many discs each: several at once cost less than one after
 * the other. */
void ISA_FN(trained_evaluate_all)(const struct weights *weights, const struct pattern_input *in,
                                  int n, int *values);
#endif

#endif
