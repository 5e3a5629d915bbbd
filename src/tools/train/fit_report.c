/* train/fit_report.c - the results of a fit: a file of weights, a table of errors. */
#include "train/fit_report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "train/regress.h"

enum { BUCKET = 4, N_BUCKETS = 16 };

static int16_t rounded(double weight)
{
    const double units = floor(weight * EVAL_DISC + 0.5);
    return (int16_t)(units > CLASSICAL_WEIGHT_MOST    ? CLASSICAL_WEIGHT_MOST
                     : units < -CLASSICAL_WEIGHT_MOST ? -CLASSICAL_WEIGHT_MOST
                                                      : units);
}

void report_round(double *weights)
{
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        weights[i] = rounded(weights[i]) / (double)EVAL_DISC;
}

void report_weights(const double *weights, const struct samples *samples,
                    uint8_t bytes[CLASSICAL_FILE_BYTES])
{
    static_assert((int)CLASSICAL_N_WEIGHTS == (int)REGRESS_WEIGHTS, "in the same order");
    int16_t list[REGRESS_WEIGHTS];
    struct classical_fitted fitted;
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        list[i] = rounded(weights[i]);
    memcpy(&fitted, list, sizeof fitted);
    const struct classical_origin origin = {samples->n_games, samples->n};
    classical_file_write(&fitted, &origin, bytes);
}

struct error { double absolute, square; };

static void add_error(struct error *e, double difference)
{
    e->absolute += fabs(difference);
    e->square += difference * difference;
}

struct bucket {
    double n, training_n, training_sum;
    struct error fit, mean, discs;
};

static double evaluated(const double *weights, const struct sample *s)
{
    const double limit = (double)EVAL_MAX / EVAL_DISC;
    if (!weights)
        return (double)kernel()->evaluate(s->board) / EVAL_DISC;
    const double value = regress_predict(weights, s);
    return value > limit ? limit : value < -limit ? -limit : value;
}

static void print_bucket(FILE *out, const char *name, const struct bucket *b)
{
    fprintf(out, "| %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", name, b->n,
            b->fit.absolute / b->n, sqrt(b->fit.square / b->n), b->mean.absolute / b->n,
            sqrt(b->mean.square / b->n), b->discs.absolute / b->n, sqrt(b->discs.square / b->n));
}

void report_errors(FILE *out, const double *weights, const struct samples *samples)
{
    struct bucket buckets[N_BUCKETS] = {0}, all = {0};
    for (size_t i = 0; i < samples->n; i++)
        if (!samples->list[i].held_out) {
            struct bucket *b = &buckets[samples->list[i].empties / BUCKET];
            b->training_n++;
            b->training_sum += samples->list[i].target;
        }
    for (size_t i = 0; i < samples->n; i++) {
        const struct sample *s = &samples->list[i];
        if (!s->held_out)
            continue;
        struct bucket *const both[2] = {&buckets[s->empties / BUCKET], &all};
        const double target = s->target;
        const double n = both[0]->training_n;
        const double mean = n > 0 ? both[0]->training_sum / n : 0;
        const int discs = bit_count(s->board.player) - bit_count(s->board.opponent);
        const double value = evaluated(weights, s);
        for (int j = 0; j < 2; j++) {
            both[j]->n++;
            add_error(&both[j]->fit, value - target);
            add_error(&both[j]->mean, mean - target);
            add_error(&both[j]->discs, discs - target);
        }
    }
    fprintf(out, "| empties | positions | MAE | RMSE | mean: MAE | RMSE | discs: MAE | RMSE |\n"
                 "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < N_BUCKETS; i++)
        if (buckets[i].n > 0) {
            char name[32];
            snprintf(name, sizeof name, "%d-%d", i * BUCKET, i * BUCKET + BUCKET - 1);
            print_bucket(out, name, &buckets[i]);
        }
    if (all.n > 0)
        print_bucket(out, "all", &all);
}
