/* train/report.h - the fitted weights as C, and how well they predict. */
#ifndef TRAIN_REPORT_H
#define TRAIN_REPORT_H

#include <stdio.h>
#include "train/samples.h"

/* Writes eval/classical_weights.h: weights of regress_fit() in 1/128 disc. False if
 * the file could not be written. */
bool report_weights(FILE *out, const double *weights, const struct samples *samples);

/* Rounds the weights as report_weights() writes them. */
void report_round(double *weights);

/* Held-out error by number of empty squares, as a table in Markdown; of `weights`,
 * or of the evaluation that is built in if NULL. */
void report_errors(FILE *out, const double *weights, const struct samples *samples);

#endif
