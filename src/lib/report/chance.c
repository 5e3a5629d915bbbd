/* report/chance.c - implements chance.h. */
#include "report/chance.h"

#include <assert.h>
#include <math.h>

/* Fitted by bench/chances.py to 1,999 games of the engine against itself (docs/lab/review.md).
 * `share` of the games go as perfect play would. The spread grows with the empty squares to the
 * power of `power`. The side to move has `bias` discs less where their number is even, at one empty
 * square. */
static const struct { double share, spread_at_24, power, bias_at_one; } fitted = {
    0.108, 9.91, 1.003, -0.060};
/* Error of a search against perfect play: ERROR_LEAST + ERROR_FALL exp(-depth / ERROR_DEPTHS). */
static const double error_least = 2.0, error_fall = 4.6, error_depths = 5.0;

double chance_error(struct chance_value value, int empties)
{
    if (value.is_exact || empties == 0)
        return 0;
    return error_least + error_fall * exp(-value.depth / error_depths);
}

static double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

/* 1, 1/2 or 0. Scores are even: an estimate wins if the truth is at least 1 above 0. */
static double result_of(double discs, double error)
{
    if (error <= 0)
        return discs > 0 ? 1 : discs < 0 ? 0 : 0.5;
    return 0.5 * (normal((discs - 1) / error) + normal((discs + 1) / error));
}

double chance_of(struct chance_value value, int empties)
{
    assert(empties >= 0 && empties <= 64);
    const double discs = value.score_cd / 100.0, root = sqrt(empties);
    const double error = chance_error(value, empties);
    const double result = result_of(discs, error);
    if (empties == 0)
        return result;
    const double own = fitted.spread_at_24 * pow(empties / 24.0, fitted.power);
    const double spread = sqrt(own * own + 0.304 * error * error);
    const double bias = empties % 2 == 0 ? fitted.bias_at_one * root : -fitted.bias_at_one * root;
    return fitted.share * result + (1 - fitted.share) / (1 + exp((bias - discs) / spread));
}
