/* base/sample.c - see sample.h. */
#include "base/sample.h"

#include <math.h>

bool sample_normalize(double *share, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += share[i];
    for (int i = 0; sum > 0 && i < n; i++)
        share[i] /= sum;
    return sum > 0;
}

void sample_soften(const double *cost, int n, double temperature, double power, double *share)
{
    double least = cost[0];
    for (int i = 1; i < n; i++)
        least = cost[i] < least ? cost[i] : least;
    for (int i = 0; i < n; i++) {
        const double over = cost[i] - least;
        share[i] = over <= 0 ? 1 : temperature <= 0 ? 0 : exp(-pow(over / temperature, power));
    }
    sample_normalize(share, n);
}

double sample_mean(const double *value, const double *share, int n)
{
    double mean = 0;
    for (int i = 0; i < n; i++)
        mean += value[i] * share[i];
    return mean;
}

int sample_draw(const double *share, int n, struct rng *rng)
{
    /* 53 bits, as many as a double holds; what rounding leaves over goes to the last move. */
    double at = (double)(rng_next(rng) >> 11) * 0x1p-53;
    int last = 0;
    for (int i = 0; i < n; i++) {
        if (share[i] <= 0)
            continue;
        last = i;
        at -= share[i];
        if (at < 0)
            return i;
    }
    return last;
}
