/* train/people_fit.c - see people_fit.h. */
#include "train/people_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/rng.h"
#include "people/people.h"

enum { BATCH = 64, N_NET = sizeof(struct people_net) / sizeof(float) };

struct people_fit {
    struct people_shapes shapes;
    struct people_rates rates;
    struct rng rng;
    struct people_net net, gradient, mean, square;
    float (*rows)[PEOPLE_CHANNELS], *squares; /* squares: of a row's gradients, summed */
    uint32_t *seen;
    int n_steps, n_batches;
    struct people_look looks[PEOPLE_MOVES];
    struct people_pass passes[PEOPLE_MOVES];
};

/* About normal, variance 1. */
static float draw_normal(struct rng *rng)
{
    float sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (float)((double)(rng_next(rng) >> 40) * 0x1p-24);
    return sum - 6;
}

static void draw_net(struct people_net *net, struct rng *rng)
{
    for (int i = 0; i < PEOPLE_INPUTS; i++)
        for (int k = 0; k < PEOPLE_WIDE; k++)
            net->wide[i][k] = draw_normal(rng) * sqrtf(2.0f / PEOPLE_INPUTS);
    for (int i = 0; i < PEOPLE_WIDE; i++)
        for (int k = 0; k < PEOPLE_NARROW; k++)
            net->narrow[i][k] = draw_normal(rng) * sqrtf(2.0f / PEOPLE_WIDE);
    for (int i = 0; i < PEOPLE_NARROW; i++)
        net->out[i] = draw_normal(rng) * 0.1f;
    net->skip[PEOPLE_SIGHTS] = 1;
}

struct people_fit *people_fit_create(const struct people_rates *rates, uint64_t seed)
{
    struct people_fit *fit = calloc(1, sizeof *fit);
    if (!fit)
        return NULL;
    people_shapes_make(&fit->shapes);
    fit->rates = *rates;
    fit->rng = rng_seeded(seed);
    draw_net(&fit->net, &fit->rng);
    fit->rows = calloc(fit->shapes.n_rows, sizeof *fit->rows);
    fit->squares = calloc(fit->shapes.n_rows, sizeof *fit->squares);
    fit->seen = calloc(fit->shapes.n_rows, sizeof *fit->seen);
    if (fit->rows && fit->squares && fit->seen)
        return fit;
    people_fit_destroy(fit);
    return NULL;
}

void people_fit_destroy(struct people_fit *fit)
{
    if (!fit)
        return;
    free(fit->rows);
    free(fit->squares);
    free(fit->seen);
    free(fit);
}

/* ---- one position ---- */

static void forward(struct people_fit *fit, const struct people_sample *sample, int last,
                    double *share)
{
    const int n = sample->moves.n;
    double most = -INFINITY, sum = 0;
    people_look_at(&fit->shapes, sample->board, last, sample->rating, &sample->moves, fit->looks);
    for (int i = 0; i < n; i++) {
        float *in = fit->passes[i].in, *channels = in + PEOPLE_SIGHTS;
        memcpy(in, fit->looks[i].sight, sizeof fit->looks[i].sight);
        memset(channels, 0, PEOPLE_CHANNELS * sizeof *channels);
        for (int j = 0; j < PEOPLE_SHAPES; j++)
            for (int k = 0; k < PEOPLE_CHANNELS; k++)
                channels[k] += fit->rows[fit->looks[i].row[j]][k];
        share[i] = people_net_run(&fit->net, &fit->passes[i]);
        most = fmax(most, share[i]);
    }
    for (int i = 0; i < n; i++)
        sum += share[i] = exp(share[i] - most);
    for (int i = 0; i < n; i++)
        share[i] /= sum;
}

/* The gradients of the layers of one move; `slope` is that of its output. */
static void backward(struct people_fit *fit, const struct people_pass *pass, float slope,
                     float *channel_slope)
{
    struct people_net *to = &fit->gradient;
    const struct people_net *net = &fit->net;
    float narrow[PEOPLE_NARROW], wide[PEOPLE_WIDE] = {0};
    for (int k = 0; k < PEOPLE_NARROW; k++) {
        to->out[k] += slope * pass->narrow[k];
        narrow[k] = pass->narrow[k] > 0 ? slope * net->out[k] : 0;
        to->narrow_bias[k] += narrow[k];
    }
    for (int i = 0; i < PEOPLE_WIDE; i++) {
        for (int k = 0; pass->wide[i] > 0 && k < PEOPLE_NARROW; k++) {
            wide[i] += narrow[k] * net->narrow[i][k];
            to->narrow[i][k] += pass->wide[i] * narrow[k];
        }
        to->wide_bias[i] += wide[i];
    }
    for (int i = 0; i < PEOPLE_INPUTS; i++) {
        to->skip[i] += slope * pass->in[i];
        for (int k = 0; k < PEOPLE_WIDE; k++)
            to->wide[i][k] += pass->in[i] * wide[k];
    }
    for (int c = 0; c < PEOPLE_CHANNELS; c++) {
        channel_slope[c] = slope * net->skip[PEOPLE_SIGHTS + c];
        for (int k = 0; k < PEOPLE_WIDE; k++)
            channel_slope[c] += wide[k] * net->wide[PEOPLE_SIGHTS + c][k];
    }
}

static void move_rows(struct people_fit *fit, const uint32_t *rows, const float *slope,
                      double share)
{
    float sum = 0;
    for (int k = 0; k < PEOPLE_CHANNELS; k++)
        sum += slope[k] * slope[k];
    for (int j = 0; j < PEOPLE_SHAPES; j++) {
        const uint32_t row = rows[j];
        fit->squares[row] += sum / PEOPLE_CHANNELS;
        const float step = (float)(share * fit->rates.row) / sqrtf(fit->squares[row] + 1e-3f);
        for (int k = 0; k < PEOPLE_CHANNELS; k++)
            fit->rows[row][k] -= step * slope[k];
    }
}

static void end_batch(struct people_fit *fit, double share)
{
    float *net = (float *)&fit->net, *gradient = (float *)&fit->gradient;
    float *mean = (float *)&fit->mean, *square = (float *)&fit->square;
    fit->n_batches++;
    const float rate = (float)(share * fit->rates.dense / (1 - pow(0.9, fit->n_batches)));
    const float unbias = (float)(1 - pow(0.999, fit->n_batches));
    for (size_t i = 0; i < N_NET; i++) {
        const float x = gradient[i] / BATCH;
        mean[i] += 0.1f * (x - mean[i]);
        square[i] += 0.001f * (x * x - square[i]);
        net[i] -= rate * mean[i] / (sqrtf(square[i] / unbias) + 1e-8f);
        gradient[i] = 0;
    }
}

double people_fit_step(struct people_fit *fit, const struct people_sample *sample, double share)
{
    double chance[PEOPLE_MOVES];
    float slope[PEOPLE_CHANNELS];
    const int last = rng_next(&fit->rng) % 8 == 0 ? OFL_NO_MOVE : sample->last;
    forward(fit, sample, last, chance);
    for (int i = 0; i < sample->moves.n; i++) {
        for (int j = 0; j < PEOPLE_SHAPES; j++)
            fit->seen[fit->looks[i].row[j]]++;
        backward(fit, &fit->passes[i], (float)(chance[i] - (i == sample->played)), slope);
        move_rows(fit, fit->looks[i].row, slope, share);
    }
    if (++fit->n_steps % BATCH == 0)
        end_batch(fit, share);
    return -log(fmax(chance[sample->played], 1e-12));
}

/* ---- the file ---- */

static size_t count_rows(const struct people_fit *fit, uint32_t least_seen)
{
    size_t n = 0;
    for (uint32_t i = 0; i < fit->shapes.n_rows; i++)
        n += fit->seen[i] >= least_seen;
    return n;
}

/* Twelve times the root of the mean square at most: a few rows are cut. */
static float unit_of(const struct people_fit *fit, uint32_t least_seen, size_t n)
{
    double sum = 0, most = 1e-6;
    for (uint32_t i = 0; i < fit->shapes.n_rows; i++)
        for (int k = 0; fit->seen[i] >= least_seen && k < PEOPLE_CHANNELS; k++) {
            const double x = fit->rows[i][k];
            sum += x * x;
            most = fmax(most, fabs(x));
        }
    return (float)(fmin(most, 12 * sqrt(sum / (double)(n * PEOPLE_CHANNELS + 1)) + 1e-6) / 127);
}

static void write_rows(const struct people_fit *fit, uint32_t least_seen, float unit, uint8_t *bits)
{
    uint8_t *to = bits + (fit->shapes.n_rows + 7) / 8;
    for (uint32_t i = 0; i < fit->shapes.n_rows; i++) {
        if (fit->seen[i] < least_seen)
            continue;
        bits[i / 8] |= (uint8_t)(1 << i % 8);
        for (int k = 0; k < PEOPLE_CHANNELS; k++)
            *to++ = (uint8_t)(int8_t)fmaxf(-127, fminf(127, rintf(fit->rows[i][k] / unit)));
    }
}

uint8_t *people_fit_export(const struct people_fit *fit, size_t most_rows, size_t *size)
{
    uint32_t least_seen = 2;
    struct people_net net = fit->net;
    while (count_rows(fit, least_seen) > most_rows)
        least_seen++;
    const size_t n_rows = count_rows(fit, least_seen), n_bits = (fit->shapes.n_rows + 7) / 8;
    *size = PEOPLE_HEADER + sizeof net + n_bits + n_rows * PEOPLE_CHANNELS;
    uint8_t *bytes = calloc(1, *size);
    if (!bytes)
        return NULL;
    net.unit = unit_of(fit, least_seen, n_rows);
    memcpy(bytes, "OFLPEOP1", 8);
    bytes_write_le(bytes + 16, fit->shapes.n_rows, 4);
    for (size_t i = 0; i < N_NET; i++) {
        uint32_t word;
        memcpy(&word, (const float *)&net + i, sizeof word);
        bytes_write_le(bytes + PEOPLE_HEADER + 4 * i, word, 4);
    }
    write_rows(fit, least_seen, net.unit, bytes + PEOPLE_HEADER + sizeof net);
    bytes_write_le(bytes + 8, checksum_of(bytes + 16, *size - 16), 8);
    return bytes;
}
