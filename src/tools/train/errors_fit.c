/* train/errors_fit.c - see errors_fit.h. */
#include "train/errors_fit.h"

#include <math.h>
#include <string.h>

enum { MOST = ERRORS_N_SPREAD, ROUNDS = 25, LEAST_SAMPLES = 30 };

/* Sums of a least-squares problem with up to MOST unknowns. */
struct normal {
    int n;
    double a[MOST][MOST], b[MOST];
};

static void normal_add(struct normal *sums, const int *terms, double y)
{
    for (int i = 0; i < sums->n; i++) {
        for (int k = 0; k < sums->n; k++)
            sums->a[i][k] += (double)terms[i] * terms[k];
        sums->b[i] += terms[i] * y;
    }
}

/* Gauss with pivoting; terms that are not wanted stay 0. */
static void normal_solve(struct normal *sums, const bool *is_wanted, double ridge, double *x)
{
    int n = sums->n;
    for (int i = 0; i < n; i++) {
        sums->a[i][i] += ridge * (1 + sums->a[i][i] * 1e-6);
        for (int k = 0; !is_wanted[i] && k < n; k++)
            sums->a[i][k] = sums->a[k][i] = i == k;
        if (!is_wanted[i])
            sums->b[i] = 0;
    }
    for (int i = 0; i < n; i++) {
        int pivot = i;
        for (int k = i + 1; k < n; k++)
            if (fabs(sums->a[k][i]) > fabs(sums->a[pivot][i]))
                pivot = k;
        for (int k = 0; k < n; k++) {
            double swapped = sums->a[i][k];
            sums->a[i][k] = sums->a[pivot][k];
            sums->a[pivot][k] = swapped;
        }
        double swapped = sums->b[i];
        sums->b[i] = sums->b[pivot];
        sums->b[pivot] = swapped;
        for (int k = i + 1; k < n; k++) {
            double factor = sums->a[k][i] / sums->a[i][i];
            for (int m = i; m < n; m++)
                sums->a[k][m] -= factor * sums->a[i][m];
            sums->b[k] -= factor * sums->b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = sums->b[i];
        for (int k = i + 1; k < n; k++)
            x[i] -= sums->a[i][k] * x[k];
        x[i] /= sums->a[i][i];
    }
}

static double sum_terms(const double *x, const int *terms, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * terms[i];
    return sum;
}

static void fit_mean(const struct error_sample *samples, size_t n, const bool *is_wanted, double *x)
{
    struct normal sums = {.n = ERRORS_N_MEAN};
    int terms[ERRORS_N_MEAN];
    for (size_t i = 0; i < n; i++) {
        if (samples[i].is_held_out)
            continue;
        errors_mean_terms(samples[i].empties, samples[i].shallow, samples[i].deep, terms);
        normal_add(&sums, terms, samples[i].error);
    }
    normal_solve(&sums, is_wanted, 10, x);
}

/* log2 of the mean absolute residual, by Newton steps from a flat start, which is also what the
 * ridge pulls to: two discs where the samples do not tell. */
static void fit_spread(const struct error_sample *samples, size_t n, const double *mean,
                       const bool *is_wanted, double *x)
{
    const double flat = 8;
    int terms[ERRORS_N_SPREAD], mean_terms[ERRORS_N_MEAN];
    memset(x, 0, ERRORS_N_SPREAD * sizeof *x);
    x[0] = flat;
    for (int round = 0; round < ROUNDS; round++) {
        struct normal sums = {.n = ERRORS_N_SPREAD};
        for (size_t i = 0; i < n; i++) {
            const struct error_sample *s = &samples[i];
            if (s->is_held_out)
                continue;
            errors_mean_terms(s->empties, s->shallow, s->deep, mean_terms);
            errors_spread_terms(s->empties, s->shallow, s->deep, terms);
            double off = fabs(s->error - sum_terms(mean, mean_terms, ERRORS_N_MEAN));
            double at = sum_terms(x, terms, ERRORS_N_SPREAD);
            double step = off / exp2(at) - 1;
            normal_add(&sums, terms, at - flat + (step > 3 ? 3 : step) / log(2.0));
        }
        normal_solve(&sums, is_wanted, 1, x);
        x[0] += flat;
    }
    x[0] += log2(sqrt(acos(-1.0) / 2)); /* of a normal distribution */
}

static size_t count_fitted(const struct error_sample *samples, size_t n)
{
    size_t n_fitted = 0;
    for (size_t i = 0; i < n; i++)
        n_fitted += !samples[i].is_held_out;
    return n_fitted;
}

bool errors_fit(const struct error_sample *samples, size_t n, enum error_kind kind,
                struct error_fit *fit)
{
    if (count_fitted(samples, n) < LEAST_SAMPLES)
        return false;
    /* To the end D = e, so that D tells nothing new, and e^2 could not be trusted beyond
     * the numbers of empties that were solved. */
    bool is_end = kind == ERRORS_TO_END;
    const bool mean_wanted[ERRORS_N_MEAN] = {true, true, true, !is_end, true};
    const bool spread_wanted[ERRORS_N_SPREAD] = {true, true, !is_end, true, true, !is_end, true};
    double mean[ERRORS_N_MEAN], spread[ERRORS_N_SPREAD];
    fit_mean(samples, n, mean_wanted, mean);
    fit_spread(samples, n, mean, spread_wanted, spread);
    for (int i = 0; i < ERRORS_N_MEAN; i++)
        fit->mean[i] = (int32_t)lrint(mean[i] * 65536);
    for (int i = 0; i < ERRORS_N_SPREAD; i++)
        fit->spread[i] = (int32_t)lrint(spread[i] * 65536);
    return true;
}
