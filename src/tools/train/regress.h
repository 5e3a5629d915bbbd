/* train/regress.h - ridge regression of the classical weights. */
#ifndef TRAIN_REGRESS_H
#define TRAIN_REGRESS_H

#include "train/samples.h"

/* Where a weight lies in the vector of all of them: in rows, one weight per knot; first
 * the counts and parity, then the shapes by class. */
enum {
    REGRESS_COUNT_ROWS = CLASSICAL_COUNT_COLUMNS * 65 + 5, /* counts, then parity */
    REGRESS_BLOCKS_AT = CLASSICAL_LINE_CLASSES,            /* edges, then blocks */
    REGRESS_SECONDS_AT = REGRESS_BLOCKS_AT + CLASSICAL_BLOCK_CLASSES,
    REGRESS_DIAGONALS_AT = REGRESS_SECONDS_AT + CLASSICAL_LINE_CLASSES,
    REGRESS_SHAPE_ROWS = REGRESS_DIAGONALS_AT + CLASSICAL_LINE_CLASSES,
    REGRESS_SHAPES_AT = REGRESS_COUNT_ROWS * CLASSICAL_COUNT_KNOTS,
    REGRESS_WEIGHTS = REGRESS_SHAPES_AT + REGRESS_SHAPE_ROWS * CLASSICAL_SHAPE_KNOTS
};

/* How much a weight is held back, in positions: a weight seen that often moves half-way. */
struct regress_options {
    double bend;       /* second differences along a count */
    double drift;      /* counts: differences between neighbouring knots */
    double shape;      /* size of shape weights */
    double shape_drift;
    int iterations;
};

/* Fits on the positions not held out. Writes REGRESS_WEIGHTS weights, in discs.
 * Conjugate gradients on the normal equations, one thread, sums in a fixed order:
 * the same input gives the same weights. False if out of memory. */
bool regress_fit(const struct samples *samples, const struct regress_options *options,
                 double *weights);

/* The evaluation by these weights, in discs, neither rounded nor bounded. */
double regress_predict(const double *weights, const struct sample *sample);

#endif
