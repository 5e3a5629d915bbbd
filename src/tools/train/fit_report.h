/* train/fit_report.h - the fitted weights as a file, and how well they predict. */
#ifndef TRAIN_FIT_REPORT_H
#define TRAIN_FIT_REPORT_H

#include <stdio.h>
#include "eval/classical_file.h"
#include "train/samples.h"

/* The file of the weights of regress_fit(), rounded to 1/128 disc and bounded. */
void report_weights(const double *weights, const struct samples *samples,
                    uint8_t bytes[CLASSICAL_FILE_BYTES]);

/* Rounds and bounds the weights as report_weights() does. */
void report_round(double *weights);

/* Held-out error by number of empty squares, as a table in Markdown; of `weights`,
 * or of the evaluation that is built in if NULL. */
void report_errors(FILE *out, const double *weights, const struct samples *samples);

#endif
