/* train/student_fit.c - see student_fit.h. Values are in UNIT discs here. */
#include "train/student_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/score.h"
#include "eval/student.h"
#include "train/ids.h"

enum { UNIT = 16, LANES = STUDENT_LANES, HIDDEN = STUDENT_HIDDEN };

/* All but the rows; floats only. */
struct dense {
    float w[LANES][HIDDEN], b[HIDDEN], v[HIDDEN], skip[LANES];
    float start[STUDENT_STAGES][LANES], bias[STUDENT_STAGES];
    float own[STUDENT_MOBILITY][LANES], other[STUDENT_MOBILITY][LANES];
};
enum { N_DENSE = sizeof(struct dense) / sizeof(float) };

struct student_fit {
    struct row_digits digits;
    struct student_rates rates;
    struct dense dense, gradient, mean, square; /* the last two of Adam */
    float rows[PATTERN_N_PACKED][LANES];
    float squares[PATTERN_N_PACKED];            /* of gradients, Adagrad */
    int n_gathered;
    long n_steps;
};

/* -range .. range */
static float draw(struct rng *rng, double range)
{
    return (float)(range * ((double)(rng_next(rng) >> 11) * 0x1p-52 - 1));
}

struct student_fit *student_fit_create(const struct student_rates *rates, uint64_t seed)
{
    struct student_fit *fit = calloc(1, sizeof *fit);
    if (!fit)
        return NULL;
    fit->rates = *rates;
    row_digits_init(&fit->digits);
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++)
        fit->squares[i] = (float)rates->prior;
    struct rng rng = rng_seeded(seed ^ UINT64_C(0x57D));
    struct dense *d = &fit->dense;
    for (int c = 0; c < LANES; c++) {
        d->skip[c] = c & 1 ? -0.05F : 0.05F;
        for (int stage = 0; stage < STUDENT_STAGES; stage++)
            d->start[stage][c] = 0.4F;
        for (int h = 0; h < HIDDEN; h++)
            d->w[c][h] = draw(&rng, 0.25);
    }
    for (int h = 0; h < HIDDEN; h++) {
        d->b[h] = 0.3F;
        d->v[h] = draw(&rng, 0.15);
    }
    return fit;
}

void student_fit_destroy(struct student_fit *fit) { free(fit); }

struct forward {
    uint32_t at[PATTERN_N_INSTANCES];
    int stage;
    float s[LANES], a[LANES], y_raw[HIDDEN], y[HIDDEN];
};

static float forward(const struct student_fit *fit, const struct student_sample *sample,
                     struct forward *f)
{
    const struct dense *d = &fit->dense;
    _Alignas(64) uint16_t configs[PATTERN_LANES];
    row_digits_configs(&fit->digits, sample->board, configs);
    f->stage = ofl_count_empties(sample->board) - STUDENT_EMPTIES_LEAST;
    for (int i = 0; i < PATTERN_N_INSTANCES; i++) {
        f->at[i] = pattern_packed_index[pattern_lane_offsets[i] + configs[i]];
        __builtin_prefetch(fit->rows[f->at[i]]);
    }
    for (int c = 0; c < LANES; c++)
        f->s[c] = d->start[f->stage][c] + d->own[sample->own][c] + d->other[sample->other][c];
    for (int i = 0; i < PATTERN_N_INSTANCES; i++)
        for (int c = 0; c < LANES; c++)
            f->s[c] += fit->rows[f->at[i]][c];
    float value = d->bias[f->stage];
    memcpy(f->y_raw, d->b, sizeof f->y_raw);
    for (int c = 0; c < LANES; c++) {
        const float x = f->s[c] < 0 ? 0 : f->s[c] > 1 ? 1 : f->s[c];
        f->a[c] = x * x;
        value += d->skip[c] * f->s[c];
        for (int h = 0; h < HIDDEN; h++)
            f->y_raw[h] += d->w[c][h] * f->a[c];
    }
    for (int h = 0; h < HIDDEN; h++) {
        f->y[h] = f->y_raw[h] < 0 ? 0 : f->y_raw[h] > 1 ? 1 : f->y_raw[h];
        value += d->v[h] * f->y[h];
    }
    return value;
}

double student_fit_value(const struct student_fit *fit, const struct student_sample *sample)
{
    struct forward f;
    return UNIT * (double)forward(fit, sample, &f);
}

/* Gradients of all but the rows are gathered; returns that by the sum S in `ds`. */
static void backward(struct student_fit *fit, const struct student_sample *sample,
                     const struct forward *f, float error, float ds[LANES])
{
    const struct dense *d = &fit->dense;
    struct dense *g = &fit->gradient;
    float dy[HIDDEN];
    g->bias[f->stage] += error;
    for (int h = 0; h < HIDDEN; h++) {
        g->v[h] += error * f->y[h];
        dy[h] = f->y_raw[h] > 0 && f->y_raw[h] < 1 ? error * d->v[h] : 0;
        g->b[h] += dy[h];
    }
    for (int c = 0; c < LANES; c++) {
        float da = 0;
        for (int h = 0; h < HIDDEN; h++) {
            g->w[c][h] += dy[h] * f->a[c];
            da += d->w[c][h] * dy[h];
        }
        ds[c] = (f->s[c] > 0 && f->s[c] < 1 ? 2 * f->s[c] * da : 0) + error * d->skip[c];
        g->skip[c] += error * f->s[c];
        g->start[f->stage][c] += ds[c];
        g->own[sample->own][c] += ds[c];
        g->other[sample->other][c] += ds[c];
    }
}

static float within(float x, float most) { return x > most ? most : x < -most ? -most : x; }

static void step_rows(struct student_fit *fit, const struct forward *f, const float ds[LANES],
                      float rate)
{
    const float most = (float)STUDENT_ROW_MOST / STUDENT_SUM_UNIT;
    float square = 0;
    for (int c = 0; c < LANES; c++)
        square += ds[c] * ds[c] / LANES;
    for (int i = 0; i < PATTERN_N_INSTANCES; i++) {
        float *row = fit->rows[f->at[i]];
        fit->squares[f->at[i]] += square;
        const float step = rate / sqrtf(fit->squares[f->at[i]]);
        for (int c = 0; c < LANES; c++)
            row[c] = within(row[c] - step * ds[c], most);
    }
}

static void bound(float *list, size_t n, double most)
{
    for (size_t i = 0; i < n; i++)
        list[i] = within(list[i], (float)most);
}

static void bound_dense(struct dense *d)
{
    const double start = (double)STUDENT_MAX_START / STUDENT_SUM_UNIT;
    bound(d->w[0], LANES * HIDDEN, (double)STUDENT_MAX_WEIGHT / STUDENT_WEIGHT_UNIT);
    bound(d->v, HIDDEN, (double)STUDENT_MAX_OUT * STUDENT_ACTIVE / STUDENT_OUT_UNIT / UNIT);
    bound(d->skip, LANES,
          (double)STUDENT_MAX_SKIP * STUDENT_SUM_UNIT / STUDENT_OUT_UNIT / UNIT);
    bound(d->start[0], sizeof d->start / sizeof(float), start);
    bound(d->own[0], sizeof d->own / sizeof(float), start);
    bound(d->other[0], sizeof d->other / sizeof(float), start);
}

static void step_dense(struct student_fit *fit, float rate)
{
    enum { WARM_UP = 10000 }; /* steps after which the corrections of Adam are 1 */
    float *weight = (float *)&fit->dense, *gradient = (float *)&fit->gradient;
    float *mean = (float *)&fit->mean, *square = (float *)&fit->square;
    const long n = ++fit->n_steps;
    const float of_mean = n < WARM_UP ? 1 / (1 - powf(0.9F, (float)n)) : 1;
    const float of_square = n < WARM_UP ? 1 / (1 - powf(0.999F, (float)n)) : 1;
    for (int i = 0; i < N_DENSE; i++) {
        mean[i] = 0.9F * mean[i] + 0.1F * gradient[i];
        square[i] = 0.999F * square[i] + 0.001F * gradient[i] * gradient[i];
        weight[i] -= rate * mean[i] * of_mean / (sqrtf(square[i] * of_square) + 1e-8F);
        gradient[i] = 0;
    }
    bound_dense(&fit->dense);
}

double student_fit_step(struct student_fit *fit, const struct student_sample *sample,
                        double share)
{
    struct forward f;
    const float error = forward(fit, sample, &f) - (float)sample->value / (EVAL_DISC * UNIT);
    float ds[LANES];
    backward(fit, sample, &f, error, ds);
    step_rows(fit, &f, ds, (float)(fit->rates.row * share));
    if (++fit->n_gathered == STUDENT_BATCH) {
        fit->n_gathered = 0;
        step_dense(fit, (float)(fit->rates.dense * share));
    }
    return UNIT * (double)error;
}

static int32_t whole(float x, double unit, double most)
{
    const double scaled = rint((double)x * unit);
    return (int32_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

static void round_words(const float *from, int16_t *to, size_t n, double unit, double most)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (int16_t)whole(from[i], unit, most);
}

static void round_dense(const struct dense *d, struct student_dense *out)
{
    const double value = STUDENT_OUT_UNIT * (double)UNIT, sum = STUDENT_SUM_UNIT;
    for (int h = 0; h < HIDDEN; h++) {
        for (int c = 0; c < LANES; c++)
            out->w[c / 2][h][c % 2] =
                (int16_t)whole(d->w[c][h], STUDENT_WEIGHT_UNIT, STUDENT_MAX_WEIGHT);
        out->b[h] = whole(d->b[h], (double)STUDENT_WEIGHT_UNIT * STUDENT_ACTIVE,
                          STUDENT_MAX_HIDDEN_BIAS);
        out->v[h] = whole(d->v[h], value / STUDENT_ACTIVE, STUDENT_MAX_OUT);
    }
    round_words(d->skip, out->skip, LANES, value / sum, STUDENT_MAX_SKIP);
    round_words(d->start[0], out->start[0], STUDENT_STAGES * LANES, sum, STUDENT_MAX_START);
    round_words(d->own[0], out->own[0], STUDENT_MOBILITY * LANES, sum, STUDENT_MAX_START);
    round_words(d->other[0], out->other[0], STUDENT_MOBILITY * LANES, sum, STUDENT_MAX_START);
    for (int stage = 0; stage < STUDENT_STAGES; stage++)
        out->bias[stage] = whole(d->bias[stage], value, STUDENT_MAX_BIAS);
}

/* Rows that round to 0 are left out. Returns where they end. */
static uint8_t *put_rows(const struct student_fit *fit, uint8_t *bitmap)
{
    uint8_t *at = bitmap + STUDENT_BITMAP;
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++) {
        bool is_there = false;
        for (int c = 0; c < LANES; c++) {
            const int32_t byte = whole(fit->rows[i][c], STUDENT_SUM_UNIT, STUDENT_ROW_MOST);
            at[c] = (uint8_t)(int8_t)byte;
            is_there |= byte != 0;
        }
        bitmap[i / 8] |= (uint8_t)(is_there << i % 8);
        at += is_there ? LANES : 0;
    }
    return at;
}

uint8_t *student_fit_export(const struct student_fit *fit, size_t *size)
{
    enum { BEFORE = 16, CHECKSUM = 8, SLACK = LANES };
    uint8_t *bytes = calloc(1, BEFORE + sizeof(struct student_dense) + STUDENT_BITMAP +
                                   sizeof fit->rows / sizeof(float) + CHECKSUM + SLACK);
    if (!bytes)
        return NULL;
    struct student_dense dense = {.zero = 0};
    round_dense(&fit->dense, &dense);
    memcpy(bytes + BEFORE, &dense, sizeof dense);
    const uint8_t *end = put_rows(fit, bytes + BEFORE + sizeof dense);
    *size = (size_t)(end - bytes) + CHECKSUM;
    memcpy(bytes, STUDENT_MAGIC, 8);
    bytes_write_le(bytes + 8, *size, 8);
    memset(bytes + *size - CHECKSUM, 0, CHECKSUM);
    bytes_write_le(bytes + *size - CHECKSUM, checksum_of(bytes, *size - CHECKSUM), CHECKSUM);
    return bytes;
}
