/* base/sample.h - a choice at random among moves whose costs are known: the one way in which play
 * varies or loses on purpose.
 *
 * A share is a probability; the shares of all moves add up to 1. The law is that of a Boltzmann
 * machine's units ("softmax"), with a power that says how steeply large costs fall off.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_SAMPLE_H
#define BASE_SAMPLE_H

#include <stdbool.h>

#include "base/rng.h"

/* Shares in proportion to exp(-((cost - least) / temperature)^power); at temperature 0 equal ones
 * for the moves of least cost. n >= 1. */
void sample_soften(const double *cost, int n, double temperature, double power, double *share);

/* Makes weights, none below 0, into shares. False, and nothing done, if all are 0. */
bool sample_normalize(double *share, int n);

/* The mean of `value`. */
double sample_mean(const double *value, const double *share, int n);

/* The index of one move. */
int sample_draw(const double *share, int n, struct rng *rng);

#endif
