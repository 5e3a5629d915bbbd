/* train/people_fit.h - fitting the model of people (people/people.h), a position at a time.
 *
 * Rows take steps of Adagrad with one rate a row, all else steps of Adam every 64 positions. One
 * thread; the same samples in the same order give the same model on one machine. */
#ifndef TRAIN_PEOPLE_FIT_H
#define TRAIN_PEOPLE_FIT_H

#include "train/people_data.h"

struct people_rates { double row, dense; };

struct people_fit;

/* NULL if out of memory. */
struct people_fit *people_fit_create(const struct people_rates *rates, uint64_t seed);
void people_fit_destroy(struct people_fit *fit);

/* One step; rates are multiplied by `share`, 0..1. In one position of eight the square before is
 * hidden. Returns minus the logarithm of the chance that the move played had. */
double people_fit_step(struct people_fit *fit, const struct people_sample *sample, double share);

/* The file, with the rows seen most often, `most_rows` at most. NULL if out of memory; the caller
 * frees it. */
uint8_t *people_fit_export(const struct people_fit *fit, size_t most_rows, size_t *size);

#endif
