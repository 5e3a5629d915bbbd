/* train/linear.c - ridge regression by preconditioned conjugate gradients
 * (Hestenes & Stiefel 1952), see linear.h.
 *
 * H = A'V A + shrink * I + smooth * (differences of neighbouring knots), H w = A'V y.
 * A short fit with V = 1 finds the usual error at each ply; V comes from it. */
#include "train/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "train/ids.h"
#include "train/passes.h"

struct solver {
    const struct linear_options *options;
    size_t n;              /* weights of all knots */
    struct passes_importance importance;
    double label_squares;  /* y'V y */
    double *rhs;           /* A'V y */
    double *diagonal, *residual, *product;
    float *direction, *weights;
};

static void solver_free(struct solver *s)
{
    free(s->rhs);
    free(s->diagonal);
    free(s->residual);
    free(s->product);
    free(s->direction);
    free(s->weights);
}

static bool solver_init(struct solver *s, const struct linear_options *options)
{
    *s = (struct solver){.options = options,
                         .n = (size_t)options->n_knots * LINEAR_PER_KNOT};
    s->rhs = calloc(s->n, sizeof *s->rhs);
    s->diagonal = calloc(s->n, sizeof *s->diagonal);
    s->residual = calloc(s->n, sizeof *s->residual);
    s->product = calloc(s->n, sizeof *s->product);
    s->direction = calloc(s->n, sizeof *s->direction);
    s->weights = calloc(s->n, sizeof *s->weights);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            s->importance.of[ply][kind] = 1;
    return s->rhs && s->diagonal && s->residual && s->product && s->direction && s->weights;
}

/* product += (shrink * I + smooth * differences) direction */
static void add_penalty(const struct solver *s, const float *x, double *out)
{
    double shrink = s->options->shrink, smooth = s->options->smooth;
    for (size_t i = 0; i < s->n; i++) {
        double here = (double)x[i];
        out[i] += shrink * here;
        if (i >= LINEAR_PER_KNOT)
            out[i] += smooth * (here - (double)x[i - LINEAR_PER_KNOT]);
        if (i + LINEAR_PER_KNOT < s->n)
            out[i] += smooth * (here - (double)x[i + LINEAR_PER_KNOT]);
    }
}

static void add_penalty_diagonal(struct solver *s)
{
    for (size_t i = 0; i < s->n; i++) {
        int n_sides = (i >= LINEAR_PER_KNOT) + (i + LINEAR_PER_KNOT < s->n);
        s->diagonal[i] += s->options->shrink + s->options->smooth * n_sides;
        if (s->diagonal[i] <= 0)
            s->diagonal[i] = 1; /* never seen and no penalty: stays 0 */
    }
}

/* Error of the fit without another pass: y'V y - w'(b + r) - penalty. */
static double train_squares(const struct solver *s, double *penalised)
{
    double squares = s->label_squares;
    for (size_t i = 0; i < s->n; i++) {
        double w = (double)s->weights[i];
        squares -= w * (s->rhs[i] + s->residual[i]);
        penalised[i] = 0;
    }
    add_penalty(s, s->weights, penalised);
    for (size_t i = 0; i < s->n; i++)
        squares -= (double)s->weights[i] * penalised[i];
    return squares > 0 ? squares : 0;
}

/* Weighted like the fit. NAN if there is nothing to check with, or no memory. */
static double check_rmse(const struct solver *s, const struct sample_list *list)
{
    struct linear_model model = {.n_knots = s->options->n_knots, .weights = s->weights};
    struct linear_error error;
    if (list->n == 0 || !linear_measure(&model, list, &error))
        return NAN;
    double squares = 0;
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            squares += s->importance.of[ply][kind] * error.of[ply][kind].label_squared;
    return sqrt(squares / (double)list->n);
}

/* One step of conjugate gradients; *rho is r'M^-1 r. False on failure. */
static bool step(struct solver *s, struct passes *passes, double *rho, double *rho_before)
{
    double rho_now = 0;
    for (size_t i = 0; i < s->n; i++)
        rho_now += s->residual[i] * s->residual[i] / s->diagonal[i];
    double beta = *rho_before > 0 ? rho_now / *rho_before : 0;
    for (size_t i = 0; i < s->n; i++)
        s->direction[i] = (float)(s->residual[i] / s->diagonal[i] +
                                  beta * (double)s->direction[i]);
    *rho = *rho_before = rho_now;
    if (!passes_run(passes, PASS_PRODUCT, s->direction, s->product))
        return false;
    add_penalty(s, s->direction, s->product);
    double curvature = 0;
    for (size_t i = 0; i < s->n; i++)
        curvature += (double)s->direction[i] * s->product[i];
    if (!(curvature > 0))
        return true; /* solved */
    double alpha = rho_now / curvature;
    for (size_t i = 0; i < s->n; i++) {
        s->weights[i] = (float)((double)s->weights[i] + alpha * (double)s->direction[i]);
        s->residual[i] -= alpha * s->product[i];
    }
    return true;
}

static bool solve(struct solver *s, struct passes *passes, const struct dataset *data,
                  float *best)
{
    const struct sample_list *train = &data->part[PART_TRAIN], *check = &data->part[PART_CHECK];
    const double gain = 1 - 1.0 / 50000;
    double rho = 0, rho_before = 0, least = INFINITY, goal = INFINITY;
    for (int i = 1, last_gain = 0; i <= s->options->max_steps; i++) {
        int64_t start_us = clock_us();
        if (!step(s, passes, &rho, &rho_before))
            return false;
        double train_rmse = sqrt(train_squares(s, s->product) / (double)(train->n + !train->n));
        double rmse = check_rmse(s, check);
        if (!(rmse >= least)) { /* the last one counts when there is nothing to check with */
            least = isnan(rmse) ? INFINITY : rmse;
            memcpy(best, s->weights, s->n * sizeof *best);
        }
        if (!(rmse >= goal)) {
            goal = least * gain;
            last_gain = i;
        }
        if (s->options->on_step)
            s->options->on_step(s->options->user, i, train_rmse, rmse,
                                (double)(clock_us() - start_us) * 1e-6);
        if (i - last_gain >= s->options->patience || !(rho > 0))
            break;
    }
    return true;
}

/* Makes the right side and the diagonal for the importance set, and starts from 0. */
static bool start(struct solver *s, struct passes *passes, const struct sample_list *train)
{
    passes_set_importance(passes, &s->importance);
    if (!passes_run(passes, PASS_LABELS, NULL, s->rhs) ||
        !passes_run(passes, PASS_DIAGONAL, NULL, s->diagonal))
        return false;
    s->label_squares = 0;
    for (size_t i = 0; i < train->n; i++) {
        double label = train->list[i].label / (double)DATASET_LABEL_UNIT;
        s->label_squares += s->importance.of[dataset_ply(train->list[i].board)]
                                            [train->list[i].kind] * label * label;
    }
    memcpy(s->residual, s->rhs, s->n * sizeof *s->rhs);
    memset(s->weights, 0, s->n * sizeof *s->weights);
    memset(s->direction, 0, s->n * sizeof *s->direction);
    add_penalty_diagonal(s);
    return true;
}

/* Mean squared error of a kind around a ply; 0 if there are no such positions. */
static double usual_square(const struct linear_error *error, int ply, int kind)
{
    enum { NEIGHBOURS = 2 };
    double squares = 0, n = 0;
    for (int i = ply - NEIGHBOURS; i <= ply + NEIGHBOURS; i++)
        if (i >= 0 && i < DATASET_PLIES) {
            squares += error->of[i][kind].label_squared;
            n += (double)error->of[i][kind].n;
        }
    return n > 0 ? squares / n : 0;
}

/* From the errors of a few steps: 1 / (usual squared error), bounded, with a mean of 1
 * over the positions. */
static bool find_importance(struct solver *s, struct passes *passes,
                            const struct sample_list *train)
{
    enum { FIRST_STEPS = 8, SQUARE_LEAST = 4 }; /* discs^2 */
    struct linear_model model = {.n_knots = s->options->n_knots, .weights = s->weights};
    struct linear_error error;
    double rho, rho_before = 0, sum = 0;
    for (int i = 0; i < FIRST_STEPS; i++)
        if (!step(s, passes, &rho, &rho_before))
            return false;
    if (!linear_measure(&model, train, &error))
        return false;
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            double usual = usual_square(&error, ply, kind);
            s->importance.of[ply][kind] = 1 / (usual > SQUARE_LEAST ? usual : SQUARE_LEAST);
            sum += s->importance.of[ply][kind] * (double)error.of[ply][kind].n;
        }
    for (int ply = 0; ply < DATASET_PLIES && sum > 0; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            s->importance.of[ply][kind] *= (double)train->n / sum;
    return true;
}

bool linear_fit(const struct dataset *data, const struct linear_options *options,
                struct linear_model *model)
{
    struct solver s;
    const struct sample_list *train = &data->part[PART_TRAIN];
    struct passes *passes = passes_create(train, options->n_knots, options->n_threads);
    float *best = calloc((size_t)options->n_knots * LINEAR_PER_KNOT, sizeof *best);
    bool is_good = solver_init(&s, options) && passes && best && start(&s, passes, train) &&
                   find_importance(&s, passes, train) && start(&s, passes, train) &&
                   solve(&s, passes, data, best);
    passes_destroy(passes);
    solver_free(&s);
    if (!is_good) {
        free(best);
        best = NULL;
    }
    *model = (struct linear_model){.n_knots = options->n_knots, .weights = best};
    return is_good;
}

void linear_free(struct linear_model *model)
{
    free(model->weights);
    model->weights = NULL;
}

void linear_count_error(struct linear_error *error, int ply, double value,
                        const struct sample *sample)
{
    value = value > 64 ? 64 : value < -64 ? -64 : value;
    double off = value - sample->truth / (double)DATASET_LABEL_UNIT;
    double off_label = value - sample->label / (double)DATASET_LABEL_UNIT;
    struct linear_sums *sums = &error->of[ply][sample->kind];
    sums->n++;
    sums->absolute += fabs(off);
    sums->squared += off * off;
    sums->label_squared += off_label * off_label;
}

bool linear_measure(const struct linear_model *model, const struct sample_list *list,
                    struct linear_error *error)
{
    struct row_digits *digits = mem_alloc(sizeof *digits, NULL);
    struct ply_weights *weights = mem_alloc(sizeof *weights, NULL);
    memset(error, 0, sizeof *error);
    bool is_good = digits && weights;
    if (is_good)
        row_digits_init(digits);
    for (int ply = 0; is_good && ply < DATASET_PLIES; ply++) {
        if (list->first[ply] == list->first[ply + 1])
            continue;
        passes_spread(model->weights, model->n_knots, ply, weights);
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++)
            linear_count_error(error, ply, passes_value(digits, weights, &list->list[i]),
                        &list->list[i]);
    }
    mem_free(digits, sizeof *digits);
    mem_free(weights, sizeof *weights);
    return is_good;
}

void linear_measure_weights(const struct weights *weights, const struct sample_list *list,
                            struct linear_error *error)
{
    memset(error, 0, sizeof *error);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++) {
            const struct sample *s = &list->list[i];
            const struct weights_ply *at = &weights->plies[ply];
            struct pattern_ids ids;
            pattern_configs_of(s->board, &ids);
            int sum = at->own_mobility[s->own_moves] + at->other_mobility[s->other_moves];
            for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
                sum += at->pattern[pattern_lane_offsets[lane] + ids.id[lane]];
            linear_count_error(error, ply, sum / 128.0, s);
        }
}
