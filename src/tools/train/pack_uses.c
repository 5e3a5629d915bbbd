/* train/pack_uses.c - see pack_uses.h. */
#include "train/pack_uses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "eval/student.h"
#include "train/net_pass.h"

enum { EVERY = 256, BATCH = 4096 };

bool pack_uses_init(struct pack_uses *uses, int n_lanes, int n_buckets)
{
    const size_t lanes = (size_t)n_lanes;
    *uses = (struct pack_uses){.n_lanes = n_lanes, .n_buckets = n_buckets};
    uses->worth = calloc((size_t)n_buckets * PATTERN_N_PACKED, sizeof *uses->worth);
    uses->products = calloc(PATTERN_N_SHAPES * lanes * lanes, sizeof *uses->products);
    return uses->worth && uses->products;
}

void pack_uses_free(struct pack_uses *uses)
{
    free(uses->worth);
    free(uses->products);
}

/* The shape of a lane. */
static int shape_of(int lane)
{
    int shape = 0;
    for (int first = 0; lane >= first + pattern_shape_table[shape].n_instances; shape++)
        first += pattern_shape_table[shape].n_instances;
    return shape;
}

static float squares_of(const float *gradient, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += gradient[k] * gradient[k];
    return sum;
}

static void add_products(struct pack_uses *uses, int lane, const float *gradient)
{
    const int n = uses->n_lanes;
    double *to = uses->products + (size_t)(shape_of(lane) * n) * (size_t)n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            to[i * n + k] += (double)(gradient[i] * gradient[k]);
}

/* One position, whose sum has this gradient. */
static void add_position(struct pack_uses *uses, const net_code *codes, int bucket,
                         const float *gradient, bool with_products)
{
    const float squares = squares_of(gradient, NETWORK_LANES);
    float *worth = uses->worth + (size_t)bucket * PATTERN_N_PACKED;
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        worth[codes[lane] / TURNS] += squares;
        float turned[NETWORK_LANES];
        for (int h = 0; h < TURNS && with_products; h++)
            memcpy(turned + turn_product((int)(codes[lane] % TURNS), h) * NETWORK_CHANNELS,
                   gradient + h * NETWORK_CHANNELS, NETWORK_CHANNELS * sizeof *turned);
        if (with_products)
            add_products(uses, lane, turned);
    }
}

struct batch {
    const struct sample *samples[BATCH];
    net_code codes[BATCH][PATTERN_N_INSTANCES];
    float values[BATCH];
    _Alignas(64) float sums[BATCH][NETWORK_LANES];
    struct net_gradient unused;
};

/* Labels are set so that errors are 1: then the gradient is the value's. */
static void add_batch(struct pack_uses *uses, const struct net_run *run, struct sample *list,
                      struct batch *b)
{
    static const float weights[RECORD_KINDS] = {1, 1, 1, 1};
    const struct net_kernel *kernel = net_kernel();
    kernel->values(run, b->values);
    for (size_t i = 0; i < run->n; i++)
        list[i].label = (int16_t)lrintf((b->values[i] - NET_UNIT) * DATASET_LABEL_UNIT);
    kernel->gradients(run, weights, b->values, &b->unused, b->sums);
    for (size_t i = 0; i < run->n; i++)
        add_position(uses, b->codes[i], network_bucket(uses->n_buckets, run->ply), b->sums[i],
                     i % EVERY == 0);
}

static void add_ply(struct pack_uses *uses, const struct net_model *model, int ply,
                    struct sample *list, size_t n, const struct net_coder *coder, struct batch *b,
                    struct net_wide *wide)
{
    struct net_tied tied;
    net_at_ply(model->dense, ply, &tied);
    net_widen(&tied, model->dense->ply[ply], wide);
    for (size_t first = 0; first < n; first += BATCH) {
        const size_t more = n - first < BATCH ? n - first : BATCH;
        for (size_t i = 0; i < more; i++) {
            b->samples[i] = list + first + i;
            net_kernel()->encode(coder, list[first + i].board, b->codes[i]);
        }
        const struct net_run run = {
            .model = model, .wide = wide, .samples = b->samples,
            .codes = (const net_code (*)[PATTERN_N_INSTANCES])b->codes, .n = more, .ply = ply};
        add_batch(uses, &run, list + first, b);
    }
}

bool pack_uses_add(struct pack_uses *uses, const struct net_model *model, struct sample_list *list)
{
    struct net_coder *coder = net_coder_create();
    struct batch *batch = mem_alloc(sizeof *batch, NULL);
    struct net_wide *wide = mem_alloc(sizeof *wide, NULL);
    const bool is_good = coder && batch && wide;
    for (int ply = 0; is_good && ply < BOARD_PLIES; ply++)
        add_ply(uses, model, ply, list->list + list->first[ply],
                list->first[ply + 1] - list->first[ply], coder, batch, wide);
    net_coder_destroy(coder);
    mem_free(batch, sizeof *batch);
    mem_free(wide, sizeof *wide);
    return is_good;
}

/* The gradient of a student's value by its sum. */
static void student_gradient(const struct student_dense *d, const float sum[STUDENT_LANES],
                             float gradient[STUDENT_LANES])
{
    float active[STUDENT_LANES], y[STUDENT_HIDDEN];
    for (int h = 0; h < STUDENT_HIDDEN; h++)
        y[h] = (float)d->b[h] / STUDENT_WEIGHT_UNIT / STUDENT_ACTIVE;
    for (int k = 0; k < STUDENT_LANES; k++) {
        const float x = sum[k] / STUDENT_SUM_UNIT;
        active[k] = x < 0 ? 0 : x > 1 ? 1 : x;
        for (int h = 0; h < STUDENT_HIDDEN; h++)
            y[h] += active[k] * active[k] * (float)d->w[k / 2][h][k % 2] / STUDENT_WEIGHT_UNIT;
    }
    for (int k = 0; k < STUDENT_LANES; k++) {
        float by_active = 0;
        for (int h = 0; h < STUDENT_HIDDEN; h++)
            if (y[h] > 0 && y[h] < 1)
                by_active += (float)d->v[h] * STUDENT_ACTIVE * (float)d->w[k / 2][h][k % 2] /
                             STUDENT_WEIGHT_UNIT;
        const bool is_inside = active[k] > 0 && active[k] < 1;
        gradient[k] = (float)d->skip[k] + (is_inside ? 2 * active[k] * by_active : 0) /
                                              STUDENT_SUM_UNIT;
    }
}

bool pack_uses_add_student(struct pack_uses *uses, const struct student_dense *dense,
                           const int8_t *rows, const struct student_list *list)
{
    struct net_coder *coder = net_coder_create();
    for (size_t i = 0; coder && i < list->n; i++) {
        const struct student_sample *s = &list->list[i];
        const int stage = ofl_count_empties(s->board) - STUDENT_EMPTIES_LEAST;
        net_code codes[PATTERN_N_INSTANCES];
        float sum[STUDENT_LANES], gradient[STUDENT_LANES];
        net_kernel()->encode(coder, s->board, codes);
        for (int k = 0; k < STUDENT_LANES; k++) {
            sum[k] = (float)(dense->start[stage][k] + dense->own[s->own][k] +
                             dense->other[s->other][k]);
            for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
                sum[k] += rows[(size_t)(codes[lane] / TURNS) * STUDENT_LANES + (size_t)k];
        }
        student_gradient(dense, sum, gradient);
        const float squares = squares_of(gradient, STUDENT_LANES);
        for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
            uses->worth[codes[lane] / TURNS] += squares;
            if (i % EVERY == 0)
                add_products(uses, lane, gradient);
        }
    }
    net_coder_destroy(coder);
    return coder != NULL;
}
