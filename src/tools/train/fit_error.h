/* train/fit_error.h - how far values are from known scores and from labels. */
#ifndef TRAIN_FIT_ERROR_H
#define TRAIN_FIT_ERROR_H

#include "eval/weights.h"
#include "train/dataset.h"

/* Errors of a list by ply and kind of label, in discs. */
struct fit_error {
    struct fit_sums {
        size_t n;
        double absolute, squared, label_squared; /* of value - truth; of value - label */
    } of[BOARD_PLIES][RECORD_KINDS];
};

/* Counts a value (discs, bounded here) against the sample's truth and label. */
void fit_error_count(struct fit_error *error, int ply, double value, const struct sample *sample);

/* Errors of a loaded file, of the classical evaluation without `weights`. Sorted list. */
void fit_error_measure(const struct weights *weights, const struct sample_list *list,
                       struct fit_error *error);

#endif
