/* match/stats.c - implements match/stats.h.
 *
 * Elo and its interval: normal approximation of the mean over pairs, as the
 * fishtest and cutechess-cli reports do, but with half an imagined loss and
 * half an imagined win among the pairs when the interval is taken (in the
 * manner of Agresti and Coull's adjusted interval), and n - 1 in the variance:
 * equal results are no certainty. SPRT: the generalised likelihood
 * ratio test of M. Van den Bergh's notes for fishtest ("A practical
 * introduction to the GSPRT"), with the multinomial maximum-likelihood
 * estimate under a fixed mean instead of its normal approximation: it stays
 * right while pairs are few or nearly all alike.
 */
#include "match/stats.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double z95 = 1.959963984540054; /* 97.5 % quantile of the normal law */
static const double imagined = 1;      /* results added before an interval is taken */
static const double never_seen = 1e-3;       /* stands for a count of 0 in the LLR */

void stats_add_game(struct stats_games *games, int points, int difference)
{
    assert(points >= 0 && points <= 2 && difference >= -64 && difference <= 64);
    if (points == 2)
        games->wins++;
    else if (points == 1)
        games->draws++;
    else
        games->losses++;
    games->sum_discs += difference;
    games->sum_discs_squared += (int64_t)difference * difference;
}

void stats_add_pair(struct stats_pairs *pairs, int points, int difference)
{
    assert(points >= 0 && points <= 4);
    pairs->count[points]++;
    pairs->sum_discs += difference;
    pairs->sum_discs_squared += (int64_t)difference * difference;
}

uint64_t stats_count_games(const struct stats_games *games)
{
    return games->wins + games->draws + games->losses;
}

uint64_t stats_count_pairs(const struct stats_pairs *pairs)
{
    uint64_t n = 0;
    for (int i = 0; i < 5; i++)
        n += pairs->count[i];
    return n;
}

/* Standard error of the mean of n values, from their sums. */
static double mean_error(uint64_t n_values, int64_t sum_values, int64_t sum_squares)
{
    double n = (double)n_values, sum = (double)sum_values;
    if (n_values < 2)
        return INFINITY;
    double variance = ((double)sum_squares - sum * sum / n) / (n - 1);
    return sqrt(fmax(variance, 0) / n);
}

void stats_discs(const struct stats_games *games, const struct stats_pairs *pairs, double *mean,
                 double *error)
{
    const uint64_t n_games = stats_count_games(games), n_pairs = stats_count_pairs(pairs);
    *mean = n_games > 0 ? (double)games->sum_discs / (double)n_games : 0;
    if (n_pairs > 0) /* a pair's mean is half its sum */
        *error = mean_error(n_pairs, pairs->sum_discs, pairs->sum_discs_squared) / 2;
    else
        *error = mean_error(n_games, games->sum_discs, games->sum_discs_squared);
}

double stats_elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double stats_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* Mean and variance of outcomes worth 0, 1/(n-1), ... 1. */
static void moments(const double *weights, int n, double *mean, double *variance)
{
    double total = 0, sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        double value = (double)i / (n - 1);
        total += weights[i];
        sum += weights[i] * value;
        squares += weights[i] * value * value;
    }
    *mean = sum / total;
    *variance = fmax(squares / total - *mean * *mean, 0);
}

struct stats_estimate stats_estimate(const struct stats_games *games,
                                     const struct stats_pairs *pairs)
{
    struct stats_estimate e = {.score = 0.5, .los = 0.5, .elo_low = -INFINITY,
                               .elo_high = INFINITY};
    double weights[5], center, variance;
    double n = (double)stats_count_pairs(pairs);
    int n_kinds = 5;
    for (int i = 0; i < 5; i++)
        weights[i] = (double)pairs->count[i];
    if (stats_count_pairs(pairs) == 0) {
        n = (double)stats_count_games(games);
        n_kinds = 3;
        weights[0] = (double)games->losses;
        weights[1] = (double)games->draws;
        weights[2] = (double)games->wins;
    }
    if (n < 0.5) /* nothing was played */
        return e;
    moments(weights, n_kinds, &e.score, &variance);
    e.elo = stats_elo_of_score(e.score);
    weights[0] += imagined / 2;
    weights[n_kinds - 1] += imagined / 2;
    n += imagined;
    moments(weights, n_kinds, &center, &variance);
    e.score_error = sqrt(variance / (n - 1)); /* never 0: two outcomes differ */
    e.elo_low = stats_elo_of_score(center - z95 * e.score_error);
    e.elo_high = stats_elo_of_score(center + z95 * e.score_error);
    e.los = 0.5 * erfc(-(center - 0.5) / e.score_error / sqrt(2));
    return e;
}

double stats_elo_margin(const struct stats_estimate *estimate)
{
    if (isinf(estimate->elo_high) || isinf(estimate->elo_low))
        return INFINITY;
    return (estimate->elo_high - estimate->elo_low) / 2;
}

const char *stats_sprt_check(const struct stats_sprt *sprt)
{
    if (!isfinite(sprt->elo0) || !isfinite(sprt->elo1) || fabs(sprt->elo0) > 1000 ||
        fabs(sprt->elo1) > 1000)
        return "elo0 and elo1 must lie within -1000..1000";
    if (!(sprt->elo0 < sprt->elo1))
        return "elo0 must be less than elo1";
    if (!(sprt->alpha > 0 && sprt->alpha < 0.5) || !(sprt->beta > 0 && sprt->beta < 0.5))
        return "alpha and beta must lie between 0 and 0.5";
    return NULL;
}

double stats_sprt_lower(const struct stats_sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double stats_sprt_upper(const struct stats_sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

/* The multinomial law nearest to p (in likelihood) under which the values in `a` have the
 * mean 0 has p_i / (1 + x a_i); x is the root of a falling function. Two signs must occur. */
static double multiplier(const double *p, int n, const double *a)
{
    double least = 0, most = 0;
    for (int i = 0; i < n; i++) {
        least = fmin(least, a[i]);
        most = fmax(most, a[i]);
    }
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 60; step++) {
        double x = (low + high) / 2, f = 0;
        for (int i = 0; i < n; i++)
            f += p[i] * a[i] / (1 + x * a[i]);
        if (f > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

/* The log-likelihood, up to a constant, of the counts p under the nearest law with that mean. */
static double mean_fit(const double *p, int n, double score)
{
    double a[5] = {0}, fit = 0;
    for (int i = 0; i < n; i++)
        a[i] = (double)i / (n - 1) - score;
    const double x = multiplier(p, n, a);
    for (int i = 0; i < n; i++)
        fit -= p[i] * log1p(x * a[i]);
    return fit;
}

/* The same for the nearest law whose (mean - 1/2) / spread is t. Lagrange's condition for it is
 * that of a mean 0 of values that depend on the law: they are taken from the last law until it
 * stands still. The first one has that t by wins and losses alone; from the counts themselves, if
 * one side wins all, no step may lead there. */
static double normalized_fit(const double *p, int n, double t)
{
    double law[5] = {0}, a[5], mean, variance, fit = 0;
    law[n - 1] = (1 + t / sqrt(1 + t * t)) / 2;
    law[0] = 1 - law[n - 1];
    for (int step = 0; step < 40; step++) {
        double least = 0, most = 0, x;
        moments(law, n, &mean, &variance);
        const double spread = sqrt(variance);
        for (int i = 0; i < n; i++) {
            const double value = (double)i / (n - 1), z = (value - mean) / spread;
            a[i] = value - 0.5 - t * spread / 2 * (1 + z * z);
            least = fmin(least, a[i]);
            most = fmax(most, a[i]);
        }
        assert(least < 0 && most > 0);
        x = multiplier(p, n, a);
        double moved = 0;
        for (int i = 0; i < n; i++) {
            const double next = p[i] / (1 + x * a[i]);
            moved = fmax(moved, fabs(next - law[i]));
            law[i] = next;
        }
        if (moved < 1e-9 * p[0])
            break;
    }
    for (int i = 0; i < n; i++)
        fit += p[i] * log(law[i] / p[i]);
    return fit;
}

static double llr(const uint64_t *counts, int n, double low, double high,
                  double (*fit)(const double *p, int n, double hypothesis))
{
    assert(n == 3 || n == 5);
    double p[5] = {0}, total = 0;
    for (int i = 0; i < n; i++) {
        p[i] = counts[i] > 0 ? (double)counts[i] : never_seen;
        total += p[i];
    }
    return total < 0.5 ? 0 /* nothing was played */ : fit(p, n, high) - fit(p, n, low);
}

double stats_llr(const uint64_t *counts, int n, double score0, double score1)
{
    return llr(counts, n, score0, score1, mean_fit);
}

double stats_llr_normalized(const uint64_t *counts, int n, double t0, double t1)
{
    return llr(counts, n, t0, t1, normalized_fit);
}

double stats_sprt_llr(const struct stats_sprt *sprt, const struct stats_games *games,
                      const struct stats_pairs *pairs)
{
    const bool has_pairs = stats_count_pairs(pairs) > 0 && !sprt->is_of_games;
    const uint64_t results[3] = {games->losses, games->draws, games->wins};
    const uint64_t *counts = has_pairs ? pairs->count : results;
    const int n = has_pairs ? 5 : 3;
    if (sprt->is_normalized) { /* a pair's spread is that of a game over the root of 2 */
        const double t = log(10) / 800 * (has_pairs ? sqrt(2) : 1);
        return stats_llr_normalized(counts, n, t * sprt->elo0, t * sprt->elo1);
    }
    return stats_llr(counts, n, stats_score_of_elo(sprt->elo0), stats_score_of_elo(sprt->elo1));
}

enum stats_verdict stats_sprt_verdict(const struct stats_sprt *sprt, double llr)
{
    if (llr >= stats_sprt_upper(sprt))
        return STATS_ACCEPT_H1;
    if (llr <= stats_sprt_lower(sprt))
        return STATS_ACCEPT_H0;
    return STATS_OPEN;
}

double stats_sprt_length(const struct stats_sprt *sprt, double elo, double variance)
{
    double score0 = stats_score_of_elo(sprt->elo0), score1 = stats_score_of_elo(sprt->elo1);
    double lower = stats_sprt_lower(sprt), upper = stats_sprt_upper(sprt);
    double step = (score1 - score0) / variance;
    double drift = step * (stats_score_of_elo(elo) - (score0 + score1) / 2);
    double spread = step * step * variance; /* variance of the LLR per pair */
    if (fabs(drift) < 1e-9 * spread)
        return -lower * upper / spread;
    /* Chance to end at the upper bound: Brownian motion with drift. */
    double k = 2 * drift / spread;
    double p = (1 - exp(-k * lower)) / (exp(-k * upper) - exp(-k * lower));
    return (p * upper + (1 - p) * lower) / drift;
}
