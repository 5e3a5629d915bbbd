/* train/report.c - the results of a fit: weights as C, errors as a table. */
#include "train/report.h"

#include <math.h>

#include "base/bits.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "train/regress.h"

enum { BUCKET = 4, N_BUCKETS = 16 };

static int rounded(double weight)
{
    const double units = floor(weight * EVAL_DISC + 0.5);
    return units > INT16_MAX ? INT16_MAX : units < -INT16_MAX ? -INT16_MAX : (int)units;
}

void report_round(double *weights)
{
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        weights[i] = rounded(weights[i]) / (double)EVAL_DISC;
}

static void print_rows(FILE *out, const double *weights, int n_rows, int n_knots)
{
    for (int row = 0; row < n_rows; row++) {
        fprintf(out, "{");
        for (int k = 0; k < n_knots; k++)
            fprintf(out, k ? ",%d" : "%d", rounded(weights[row * n_knots + k]));
        fprintf(out, "},\n");
    }
}

/* Returns the number of weights. */
static int print_shapes(FILE *out, const double *weights, const char *name, int n_rows)
{
    fprintf(out, "};\n\nstatic const int16_t fitted_%s[%d][CLASSICAL_SHAPE_KNOTS] = {\n", name,
            n_rows);
    print_rows(out, weights, n_rows, CLASSICAL_SHAPE_KNOTS);
    return n_rows * CLASSICAL_SHAPE_KNOTS;
}

bool report_weights(FILE *out, const double *weights, const struct samples *samples)
{
    fprintf(out,
            "/* eval/classical_weights.h - weights of the classical evaluation, in 1/128 disc.\n"
            " *\n"
            " * Written by outflank-fit-classical from %zu games (%zu positions); how to do it\n"
            " * again is in docs/classical.md. Do not edit. For gen_classical.c only; the order of the\n"
            " * rows is that of eval/classical_pack.h. Columns: 0, 4 .. 60 empty squares for\n"
            " * counts and parity, 0, 8 .. 56 for shapes. */\n"
            "#ifndef EVAL_CLASSICAL_WEIGHTS_H\n#define EVAL_CLASSICAL_WEIGHTS_H\n\n"
            "#include \"eval/classical_pack.h\"\n\n"
            "static const int16_t fitted_counts[CLASSICAL_COUNT_COLUMNS][65]"
            "[CLASSICAL_COUNT_KNOTS] = {\n", samples->n_games, samples->n);
    const double *at = weights;
    for (int column = 0; column < CLASSICAL_COUNT_COLUMNS; column++) {
        fprintf(out, "{\n");
        print_rows(out, at, 65, CLASSICAL_COUNT_KNOTS);
        fprintf(out, "},\n");
        at += 65 * CLASSICAL_COUNT_KNOTS;
    }
    fprintf(out, "};\n\nstatic const int16_t fitted_parity[5][CLASSICAL_COUNT_KNOTS] = {\n");
    print_rows(out, at, 5, CLASSICAL_COUNT_KNOTS);
    at += 5 * CLASSICAL_COUNT_KNOTS;
    at += print_shapes(out, at, "edges", CLASSICAL_LINE_CLASSES);
    at += print_shapes(out, at, "blocks", CLASSICAL_BLOCK_CLASSES);
    at += print_shapes(out, at, "seconds", CLASSICAL_LINE_CLASSES);
    print_shapes(out, at, "diagonals", CLASSICAL_LINE_CLASSES);
    fprintf(out, "};\n\n#endif\n");
    return !ferror(out) && !fflush(out);
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
        const double mean = both[0]->training_n > 0 ? both[0]->training_sum / both[0]->training_n : 0;
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
