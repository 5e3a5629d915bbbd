/* train/student_fit.h - training the student (eval/student.h) from samples, one at a time.
 *
 * Rows take steps of Adagrad with one rate a row (Duchi et al. 2011), all else steps of Adam
 * (Kingma and Ba 2014) every STUDENT_BATCH samples. Weights are kept within what integers hold.
 * One thread; the same samples in the same order give the same student, bit for bit. */
#ifndef TRAIN_STUDENT_FIT_H
#define TRAIN_STUDENT_FIT_H

#include "train/student_boards.h"

enum { STUDENT_BATCH = 64 };

struct student_rates { double row, dense, prior; };

struct student_fit;

/* NULL if out of memory. */
struct student_fit *student_fit_create(const struct student_rates *rates, uint64_t seed);
void student_fit_destroy(struct student_fit *fit);

/* One step; rates are multiplied by `share`, 0..1. Returns the error before it, in discs. */
double student_fit_step(struct student_fit *fit, const struct student_sample *sample,
                        double share);
/* In discs. */
double student_fit_value(const struct student_fit *fit, const struct student_sample *sample);

/* Its block (eval/student.h). NULL if out of memory; the caller frees it. */
uint8_t *student_fit_export(const struct student_fit *fit, size_t *size);

#endif
