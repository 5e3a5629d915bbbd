/* train/net_pass.c - see net_pass.h. Built once per CPU level (ISA_FN). */
#include "train/net_pass.h"

#include <math.h>
#include <string.h>

#include "isa/isa.h"

typedef float v8 __attribute__((vector_size(32), aligned(32)));
typedef int32_t v8i __attribute__((vector_size(32), aligned(32)));
enum { CHANNEL_V = NETWORK_CHANNELS / 8, WIDE_V = NETWORK_WIDE / 8, LANES_V = NETWORK_LANES / 8 };
_Static_assert(CHANNEL_V == 1, "a turn is one vector");

static inline v8 least(v8 x, v8 y)
{
    v8i mask = x < y;
    return (v8)((mask & (v8i)x) | (~mask & (v8i)y));
}

static inline v8 largest(v8 x, v8 y)
{
    return -least(-x, -y);
}

static inline v8 all(float x)
{
    return (v8){x, x, x, x, x, x, x, x};
}

static inline v8 clamped(v8 x)
{
    return least(largest(x, all(0)), all(1));
}

/* x where 0 < at < 1, else 0 */
static inline v8 inside(v8 at, v8 x)
{
    return (v8)((at > 0) & (at < 1) & (v8i)x);
}

static inline float total(v8 x)
{
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

static void encode(const struct net_coder *coder, ofl_board board,
                   net_code codes[PATTERN_N_INSTANCES])
{
    _Alignas(64) uint16_t configs[PATTERN_LANES];
    row_digits_configs(&coder->digits, board, configs);
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        net_code code = coder->code[pattern_lane_offsets[lane] + configs[lane]];
        codes[lane] = (code & ~7U) | coder->turn_of[lane][code & 7];
    }
}

/* products.of[u][h] = u h */
struct products { uint8_t of[TURNS][TURNS]; };
#define PRODUCTS { { \
    {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, \
    {3, 2, 1, 0, 7, 6, 5, 4}, {4, 6, 5, 7, 0, 2, 1, 3}, {5, 7, 4, 6, 1, 3, 0, 2}, \
    {6, 4, 7, 5, 2, 0, 3, 1}, {7, 5, 6, 4, 3, 1, 2, 0} } }

struct forward { v8 s[LANES_V], a[LANES_V], y[WIDE_V], y_raw[WIDE_V], z[WIDE_V], z_raw[WIDE_V]; };

static inline const v8 *row_of(const struct net_model *model, net_code code, int bucket)
{
    size_t row = (size_t)(code >> 3) * (size_t)model->n_buckets + (size_t)bucket;
    return (const v8 *)(model->rows + row * NETWORK_LANES);
}

static inline void prefetch(const struct net_run *run, size_t i, int bucket)
{
    if (i >= run->n)
        return;
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        const char *row = (const char *)row_of(run->model, run->codes[i][lane], bucket);
        for (int line = 0; line < 4; line++)
            __builtin_prefetch(row + 64 * line);
    }
}

static inline v8 load8(const float *p)
{
    v8 x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* The value of position i in NET_UNIT discs. */
static inline float forward(const struct net_run *run, size_t i, int bucket,
                            const struct products *products, struct forward *f)
{
    const struct net_wide *w = run->wide;
    const struct sample *sample = run->samples[i];
    v8 start = load8(w->ply) + load8(w->tied->own[sample->own_moves]) +
               load8(w->tied->other[sample->other_moves]);
    for (int h = 0; h < TURNS; h++)
        f->s[h] = start;
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        net_code code = run->codes[i][lane];
        const v8 *row = row_of(run->model, code, bucket);
        const uint8_t *from = products->of[code & 7];
        for (int h = 0; h < TURNS; h++)
            f->s[h] += row[from[h]];
    }
    v8 sum = {0};
    v8 y[WIDE_V], z[WIDE_V];
    memcpy(y, w->b1, sizeof y);
    memcpy(z, w->b2, sizeof z);
    for (int h = 0; h < LANES_V; h++) {
        v8 active = clamped(f->s[h]);
        f->a[h] = active * active;
        sum += f->s[h] * ((const v8 *)w->skip)[h];
    }
    const float *a = (const float *)f->a;
    for (int j = 0; j < NETWORK_LANES; j++)
        for (int o = 0; o < WIDE_V; o++)
            y[o] += ((const v8 *)w->w1[j])[o] * a[j];
    for (int o = 0; o < WIDE_V; o++) {
        f->y_raw[o] = y[o];
        f->y[o] = clamped(y[o]);
    }
    const float *active = (const float *)f->y;
    for (int j = 0; j < NETWORK_WIDE; j++)
        for (int o = 0; o < WIDE_V; o++)
            z[o] += ((const v8 *)w->w2[j])[o] * active[j];
    for (int o = 0; o < WIDE_V; o++) {
        f->z_raw[o] = z[o];
        f->z[o] = clamped(z[o]);
        sum += f->z[o] * ((const v8 *)w->v)[o];
    }
    return total(sum) + w->bias;
}

static void values(const struct net_run *run, float *values)
{
    static const struct products products = PRODUCTS;
    struct forward f;
    int bucket = network_bucket(run->model->n_buckets, run->ply);
    for (size_t i = 0; i < run->n; i++) {
        prefetch(run, i + 1, bucket);
        values[i] = NET_UNIT * forward(run, i, bucket, &products, &f);
    }
}

/* From the error of a position back to its sum; weights' gradients are added up. */
static inline void backward(const struct net_wide *w, const struct forward *f, float error,
                            struct net_wide *g, v8 ds[LANES_V])
{
    v8 dz[WIDE_V], dy[WIDE_V] = {0}, da[LANES_V] = {0};
    g->bias += error;
    for (int o = 0; o < WIDE_V; o++) {
        ((v8 *)g->v)[o] += f->z[o] * error;
        dz[o] = inside(f->z_raw[o], ((const v8 *)w->v)[o] * error);
        ((v8 *)g->b2)[o] += dz[o];
    }
    const float *y = (const float *)f->y, *a = (const float *)f->a;
    for (int j = 0; j < NETWORK_WIDE; j++)
        for (int o = 0; o < WIDE_V; o++) {
            ((v8 *)g->w2[j])[o] += dz[o] * y[j];
            dy[o] += ((const v8 *)w->w2_back[j])[o] * ((const float *)dz)[j];
        }
    for (int o = 0; o < WIDE_V; o++) {
        dy[o] = inside(f->y_raw[o], dy[o]);
        ((v8 *)g->b1)[o] += dy[o];
    }
    for (int j = 0; j < NETWORK_LANES; j++)
        for (int o = 0; o < WIDE_V; o++)
            ((v8 *)g->w1[j])[o] += dy[o] * a[j];
    for (int o = 0; o < NETWORK_WIDE; o++)
        for (int h = 0; h < LANES_V; h++)
            da[h] += ((const v8 *)w->w1_back[o])[h] * ((const float *)dy)[o];
    for (int h = 0; h < LANES_V; h++) {
        ds[h] = inside(f->s[h], 2 * f->s[h] * da[h]) + ((const v8 *)w->skip)[h] * error;
        ((v8 *)g->skip)[h] += f->s[h] * error;
    }
}

static inline void add8(float *to, v8 x)
{
    x += load8(to);
    memcpy(to, &x, sizeof x);
}

static void gradients(const struct net_run *run, const float *weights, float *values,
                      struct net_gradient *gradient, float (*sums)[NETWORK_LANES])
{
    static const struct products products = PRODUCTS;
    struct forward f;
    int bucket = network_bucket(run->model->n_buckets, run->ply);
    for (size_t i = 0; i < run->n; i++) {
        prefetch(run, i + 1, bucket);
        const struct sample *sample = run->samples[i];
        float value = forward(run, i, bucket, &products, &f);
        float label = (float)sample->label / (DATASET_LABEL_UNIT * NET_UNIT);
        values[i] = NET_UNIT * value;
        v8 *ds = (v8 *)sums[i];
        backward(run->wide, &f, (value - label) * weights[sample->kind], &gradient->wide, ds);
        v8 sum = {0};
        for (int h = 0; h < LANES_V; h++)
            sum += ds[h];
        add8(gradient->tied.own[sample->own_moves], sum);
        add8(gradient->tied.other[sample->other_moves], sum);
        add8(gradient->ply, sum);
    }
}

/* out[u h] += in[h] */
static inline void add_turned(v8 out[LANES_V], const v8 in[LANES_V], const uint8_t products[TURNS])
{
    for (int h = 0; h < TURNS; h++)
        out[products[h]] += in[h];
}

/* A configuration that is its own image gets the mean over the turns that fix it. */
static inline void symmetrize(v8 gradient[LANES_V], unsigned fixing,
                              const struct products *products)
{
    v8 sum[LANES_V] = {0};
    float n = 0;
    for (int turn = 0; turn < TURNS; turn++)
        if (fixing >> turn & 1) {
            add_turned(sum, gradient, products->of[turn]);
            n++;
        }
    for (int h = 0; h < LANES_V; h++)
        gradient[h] = sum[h] / n;
}

static inline void step_bucket(const struct net_steps *steps, size_t at, float decay,
                               const v8 g[LANES_V])
{
    const float most = (float)NETWORK_ROW_MOST / NETWORK_SUM_UNIT;
    v8 *row = (v8 *)(steps->rows + at * NETWORK_LANES), sum = {0};
    for (int h = 0; h < LANES_V; h++)
        sum += g[h] * g[h];
    steps->squares[at] += total(sum) / NETWORK_LANES;
    float rate = steps->rate / sqrtf(steps->squares[at]);
    for (int h = 0; h < LANES_V; h++) {
        v8 x = row[h] - rate * (g[h] + decay * row[h]);
        row[h] = largest(least(x, all(most)), all(-most));
    }
}

static void step_row(const struct net_steps *steps, uint32_t row, const uint32_t *touches,
                     uint32_t n)
{
    static const struct products products = PRODUCTS;
    v8 sum[NETWORK_MAX_BUCKETS][LANES_V];
    const int n_buckets = steps->n_buckets;
    const unsigned fixing = pattern_packed_fixing[row];
    memset(sum, 0, (size_t)n_buckets * sizeof *sum);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t position = touches[i] >> 3;
        add_turned(sum[steps->bucket[position]], (const v8 *)steps->sums[position],
                   products.of[touches[i] & 7]);
    }
    for (int q = 0; q < n_buckets && fixing != 1; q++)
        symmetrize(sum[q], fixing, &products);
    /* The same for all rows in a pass, however often one is met. */
    const float decay = steps->pull / (float)++steps->n_steps[row];
    for (int q = 0; q < n_buckets; q++) {
        v8 gradient[LANES_V] = {0};
        for (int p = 0; p < n_buckets; p++)
            for (int h = 0; h < LANES_V; h++)
                gradient[h] += steps->share[p][q] * sum[p][h];
        step_bucket(steps, (size_t)row * (size_t)n_buckets + (size_t)q, decay, gradient);
    }
}

extern const struct net_kernel ISA_FN(net_kernel);
const struct net_kernel ISA_FN(net_kernel) = {
    .encode = encode, .values = values, .gradients = gradients, .step_row = step_row,
};
