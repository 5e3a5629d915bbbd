/* train/passes.h - passes over all positions for the linear fit (train/linear.c).
 *
 * With A the matrix of positions x weights (interpolation between knots included)
 * and V the importance of each position, by its ply and kind of label, the three
 * passes are A'V y, A'V A x and the diagonal of A'V A, the products a least-squares
 * solver needs.
 * A is never stored: configurations are made from the bitboards each time, at less
 * than the cost of reading them from memory. */
#ifndef TRAIN_PASSES_H
#define TRAIN_PASSES_H

#include <stdbool.h>
#include "eval/weights.h"
#include "train/dataset.h"

enum { LINEAR_PER_KNOT = WEIGHTS_N_EXTRA + PATTERN_N_PACKED }; /* weights */

struct passes;

/* NULL if out of memory. V is 1 at first. The list must be sorted and outlive the passes. */
struct passes *passes_create(const struct sample_list *list, int n_knots, int n_threads);
void passes_destroy(struct passes *passes);
struct passes_importance { double of[DATASET_PLIES][RECORD_KINDS]; };
void passes_set_importance(struct passes *passes, const struct passes_importance *importance);

/* Vectors have n_knots rows of LINEAR_PER_KNOT. False: a thread could not be started. */
enum pass_kind {
    PASS_LABELS,   /* out = A'V y */
    PASS_PRODUCT,  /* out = A'V A x */
    PASS_DIAGONAL  /* out = diagonal of A'V A */
};
bool passes_run(struct passes *passes, enum pass_kind kind, const float *x, double *out);

/* Weights of one ply, spread out for look-up. */
struct ply_weights {
    float own[WEIGHTS_MOBILITY], other[WEIGHTS_MOBILITY]; /* own: with the constant */
    float pattern[PATTERN_N_CONFIGS + 1];                 /* the last one is 0 */
};
void passes_spread(const float *x, int n_knots, int ply, struct ply_weights *out);

struct row_digits;
double passes_value(const struct row_digits *digits, const struct ply_weights *weights,
                    const struct sample *sample);

#endif
