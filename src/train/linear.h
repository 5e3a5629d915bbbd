/* train/linear.h - fitting the linear pattern evaluation.
 *
 * Value of a position at ply p, in discs: constant + own mobility + opponent's
 * mobility + one weight an instance, each weight interpolated between the two
 * knots around p (the file format of eval/weights.h, but in float).
 *
 * The fit is ridge regression: the sum of squared errors, each divided by the usual
 * squared error at its ply and of its kind of label (so that noisy labels, as those of
 * the start, are smoothed more and do not outweigh the others), plus `shrink` times
 * every weight squared (a configuration seen n times is pulled to 0 by about
 * shrink / n), plus `smooth` times the squared differences of neighbouring
 * knots. It is solved by conjugate gradients with a diagonal preconditioner; a
 * step is one pass over the positions. Fitting stops when the error on the
 * check part has not fallen (by 1/50,000 at least) for some steps.
 *
 * Work is cut into one contiguous range a thread, and the sums of the threads are
 * added in order: the same number of threads gives the same weights, bit for bit. */
#ifndef TRAIN_LINEAR_H
#define TRAIN_LINEAR_H

#include <stdbool.h>
#include <stddef.h>
#include "eval/weights.h"
#include "train/dataset.h"
#include "train/passes.h"

struct linear_options {
    int n_knots, n_threads, max_steps, patience;
    double shrink, smooth;
    /* After each step; NULL for none. */
    void (*on_step)(void *user, int step, double train_rmse, double check_rmse, double seconds);
    void *user;
};

struct linear_model {
    int n_knots;
    float *weights; /* n_knots rows of LINEAR_PER_KNOT, in discs; owned */
};

/* Error of a list by ply and kind of label. */
struct linear_error {
    struct linear_sums {
        size_t n;
        double absolute, squared, label_squared;
    } of[DATASET_PLIES][RECORD_KINDS];
};

/* False if out of memory or threads; then nothing is held. Sorted data. */
bool linear_fit(const struct dataset *data, const struct linear_options *options,
                struct linear_model *model);
void linear_free(struct linear_model *model);

/* Counts a value (discs, bounded here) against the sample's truth and label. */
void linear_count_error(struct linear_error *error, int ply, double value,
                        const struct sample *sample);

/* Against `truth`, bounded to +-64: of the model, and of a loaded weights file. False if out of
 * memory. */
bool linear_measure(const struct linear_model *model, const struct sample_list *list,
                    struct linear_error *error);
void linear_measure_weights(const struct weights *weights, const struct sample_list *list,
                            struct linear_error *error);

#endif
