/* train/errors_fit.h - fits the error model (eval/errors.h) to values found by searches. */
#ifndef TRAIN_ERRORS_FIT_H
#define TRAIN_ERRORS_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include "eval/errors.h"

/* Value at depth `deep` less value at depth `shallow`, 1/128 disc. */
struct error_sample {
    int empties, shallow, deep;
    double error;
    bool is_held_out; /* of the report, not of the fit */
};

enum error_kind { ERRORS_TO_HORIZON, ERRORS_TO_END };

/* Mean by least squares; spread by its mean absolute residual (gamma regression with a
 * logarithmic link; errors beyond four times the mean count as four), as of a normal
 * distribution. A small ridge holds back what the samples do not tell. False if there are
 * too few samples that are not held out (30). */
bool errors_fit(const struct error_sample *samples, size_t n, enum error_kind kind,
                struct error_fit *fit);

#endif
