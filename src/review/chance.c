/* review/chance.c - implements chance.h. */
#include "review/chance.h"

#include <math.h>

/* Games that go as perfect play would; spread and bias at one empty square. The side to move with
 * an even number of empties seldom has the last move, which costs people discs. */
static const double share = 0.24, spread_at_one = 2.245, bias_at_one = 0.41;
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
    const double discs = value.score_cd / 100.0, root = sqrt(empties);
    const double error = chance_error(value, empties);
    const double result = result_of(discs, error);
    if (empties == 0)
        return result;
    const double spread = sqrt(spread_at_one * spread_at_one * empties + 0.304 * error * error);
    const double bias = empties % 2 == 0 ? bias_at_one * root : -bias_at_one * root;
    return share * result + (1 - share) / (1 + exp((bias - discs) / spread));
}
