/* train/regress.c - least squares with penalties, by conjugate gradients.
 *
 * Minimises sum (prediction - target)^2 + penalties. The penalties are what joins
 * neighbouring weights: counts bend little, knots drift little, and shapes stay
 * small, so that what a named count can explain is explained by the count.
 * Source: Hestenes & Stiefel 1952, preconditioned by the diagonal. */
#include "train/regress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 2 * CLASSICAL_N_COUNTS + 1 + SAMPLE_SHAPES };

/* One position as a sparse row: weight at[i] counts low[i], the next one high[i]. */
struct row {
    int n;
    int at[TERMS];
    double low[TERMS], high[TERMS];
};

static void put(struct row *row, int at, double low, double high)
{
    row->at[row->n] = at;
    row->low[row->n] = low;
    row->high[row->n++] = high;
}

static int knot_of(int empties, int step, int n_knots, double *high)
{
    int knot = empties / step;
    *high = (double)(empties % step) / step;
    if (knot >= n_knots - 1) {
        knot = n_knots - 2;
        *high = 1;
    }
    return knot;
}

static void expand(const struct sample *s, struct row *row)
{
    double high;
    int knot = knot_of(s->empties, CLASSICAL_COUNT_STEP, CLASSICAL_COUNT_KNOTS, &high);
    row->n = 0;
    for (int i = 0; i < CLASSICAL_N_COUNTS; i++)
        for (int side = 0; side < 2; side++) {
            const int line = classical_column_of(i, side) * 65 + s->count[i][side];
            const double sign = classical_sign_of(i, side);
            put(row, line * CLASSICAL_COUNT_KNOTS + knot, sign * (1 - high), sign * high);
        }
    const int parity = CLASSICAL_COUNT_COLUMNS * 65 + s->odd_quadrants;
    put(row, parity * CLASSICAL_COUNT_KNOTS + knot, 1 - high, high);
    knot = knot_of(s->empties, CLASSICAL_SHAPE_STEP, CLASSICAL_SHAPE_KNOTS, &high);
    for (int i = 0; i < SAMPLE_SHAPES; i++) {
        static const int kind_at[] = {0, REGRESS_BLOCKS_AT, REGRESS_SECONDS_AT,
                                      REGRESS_DIAGONALS_AT};
        const int shape = s->shape[i];
        if (!shape)
            continue;
        const int line = abs(shape) - 1 + kind_at[i / 4];
        const double sign = shape < 0 ? -1 : 1;
        put(row, REGRESS_SHAPES_AT + line * CLASSICAL_SHAPE_KNOTS + knot, sign * (1 - high),
            sign * high);
    }
}

static double dot(const struct row *row, const double *w)
{
    double sum = 0;
    for (int i = 0; i < row->n; i++)
        sum += row->low[i] * w[row->at[i]] + row->high[i] * w[row->at[i] + 1];
    return sum;
}

static void scatter(const struct row *row, double factor, double *out)
{
    for (int i = 0; i < row->n; i++) {
        out[row->at[i]] += row->low[i] * factor;
        out[row->at[i] + 1] += row->high[i] * factor;
    }
}

double regress_predict(const double *weights, const struct sample *sample)
{
    struct row row;
    expand(sample, &row);
    return dot(&row, weights);
}

/* out += strength * D'D w for the difference (w[a] - 2 w[b] + w[c]) or, with c < 0,
 * (w[a] - w[b]). With w NULL, out += the diagonal of D'D instead. */
static void penalise(double strength, int a, int b, int c, const double *w, double *out)
{
    const double middle = c < 0 ? -1 : -2;
    if (!w) {
        out[a] += strength;
        out[b] += strength * middle * middle;
        if (c >= 0)
            out[c] += strength;
        return;
    }
    const double difference = strength * (w[a] + middle * w[b] + (c < 0 ? 0 : w[c]));
    out[a] += difference;
    out[b] += middle * difference;
    if (c >= 0)
        out[c] += difference;
}

/* All penalties; see penalise() for w and out. */
static void penalties(const struct regress_options *o, const double *w, double *out)
{
    const double little = 0.01; /* keeps weights that nothing determines at 0 */
    for (int i = 0; i < REGRESS_WEIGHTS; i++) {
        const double ridge = i < REGRESS_SHAPES_AT ? little : o->shape;
        out[i] += ridge * (w ? w[i] : 1);
    }
    for (int row = 0; row < REGRESS_COUNT_ROWS; row++)
        for (int k = 0; k < CLASSICAL_COUNT_KNOTS; k++) {
            const int at = row * CLASSICAL_COUNT_KNOTS + k;
            if (k > 0)
                penalise(o->drift, at, at - 1, -1, w, out);
            if (row < CLASSICAL_COUNT_COLUMNS * 65 && row % 65 >= 2)
                penalise(o->bend, at, at - CLASSICAL_COUNT_KNOTS, at - 2 * CLASSICAL_COUNT_KNOTS,
                         w, out);
        }
    for (int row = 0; row < REGRESS_SHAPE_ROWS; row++)
        for (int k = 1; k < CLASSICAL_SHAPE_KNOTS; k++) {
            const int at = REGRESS_SHAPES_AT + row * CLASSICAL_SHAPE_KNOTS + k;
            penalise(o->shape_drift, at, at - 1, -1, w, out);
        }
}

/* What CG carries from step to step; vectors of REGRESS_WEIGHTS. */
struct state {
    double *residual, *direction, *image, *diagonal;
};

/* image = (X'X + penalties) direction */
static void multiply(const struct samples *samples, const struct regress_options *o,
                     struct state *s)
{
    struct row row;
    memset(s->image, 0, REGRESS_WEIGHTS * sizeof *s->image);
    for (size_t i = 0; i < samples->n; i++)
        if (!samples->list[i].held_out) {
            expand(&samples->list[i], &row);
            scatter(&row, dot(&row, s->direction), s->image);
        }
    penalties(o, s->direction, s->image);
}

/* residual = X'y, diagonal = diag(X'X + penalties) */
static void prepare(const struct samples *samples, const struct regress_options *o,
                    struct state *s)
{
    struct row row;
    for (size_t i = 0; i < samples->n; i++)
        if (!samples->list[i].held_out) {
            expand(&samples->list[i], &row);
            scatter(&row, samples->list[i].target, s->residual);
            for (int j = 0; j < row.n; j++) {
                s->diagonal[row.at[j]] += row.low[j] * row.low[j];
                s->diagonal[row.at[j] + 1] += row.high[j] * row.high[j];
            }
        }
    penalties(o, NULL, s->diagonal);
}

static double preconditioned(const struct state *s)
{
    double sum = 0;
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        sum += s->residual[i] * s->residual[i] / s->diagonal[i];
    return sum;
}

bool regress_fit(const struct samples *samples, const struct regress_options *options,
                 double *weights)
{
    double *block = calloc(4 * (size_t)REGRESS_WEIGHTS, sizeof *block);
    if (!block)
        return false;
    struct state s = {block, block + REGRESS_WEIGHTS, block + 2 * (size_t)REGRESS_WEIGHTS,
                      block + 3 * (size_t)REGRESS_WEIGHTS};
    memset(weights, 0, REGRESS_WEIGHTS * sizeof *weights);
    prepare(samples, options, &s);
    double rho = preconditioned(&s), before = 0;
    const double goal = rho * 1e-12;
    for (int step = 0; step < options->iterations && rho > goal; step++) {
        const double beta = step ? rho / before : 0;
        for (int i = 0; i < REGRESS_WEIGHTS; i++)
            s.direction[i] = s.residual[i] / s.diagonal[i] + beta * s.direction[i];
        multiply(samples, options, &s);
        double curvature = 0;
        for (int i = 0; i < REGRESS_WEIGHTS; i++)
            curvature += s.direction[i] * s.image[i];
        const double alpha = rho / curvature;
        for (int i = 0; i < REGRESS_WEIGHTS; i++) {
            weights[i] += alpha * s.direction[i];
            s.residual[i] -= alpha * s.image[i];
        }
        before = rho;
        rho = preconditioned(&s);
        fprintf(stderr, "step %d: residual %.3g\n", step + 1, rho);
    }
    free(block);
    return true;
}
