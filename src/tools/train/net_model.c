/* train/net_model.c - see net_model.h. */
#include "train/net_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

static size_t rows_size(int n_buckets)
{
    return (size_t)PATTERN_N_PACKED * (size_t)n_buckets * NETWORK_LANES * sizeof(float);
}

/* -range .. range */
static float draw(struct rng *rng, double range)
{
    return (float)(range * ((double)(rng_next(rng) >> 11) * 0x1p-52 - 1));
}

static void draw_tied(struct rng *rng, struct net_tied *t)
{
    for (int k = 0; k < TURNS; k++)
        for (int o = 0; o < NETWORK_HIDDEN; o++) {
            for (int c = 0; c < NETWORK_CHANNELS; c++)
                t->w1[k][c][o] = draw(rng, 0.2);
            for (int c = 0; c < NETWORK_HIDDEN; c++)
                t->w2[k][c][o] = draw(rng, 0.3);
        }
    for (int o = 0; o < NETWORK_HIDDEN; o++) {
        t->b1[o] = 0.3F;
        t->b2[o] = 0.4F;
        t->v[o] = draw(rng, 0.1);
    }
    for (int c = 0; c < NETWORK_CHANNELS; c++)
        t->skip[c] = (c & 1 ? -1.0F : 1.0F) * (c < 4 ? 0.04F : 0.01F);
}

bool net_init(struct net_model *model, int n_buckets, uint64_t seed)
{
    assert(n_buckets >= 1 && n_buckets <= NETWORK_MAX_BUCKETS);
    *model = (struct net_model){.n_buckets = n_buckets};
    model->dense = calloc(1, sizeof *model->dense);
    model->rows = mem_alloc(rows_size(n_buckets), NULL);
    if (!model->dense || !model->rows) {
        net_free(model);
        return false;
    }
    struct rng rng = rng_seeded(seed ^ UINT64_C(0xE1));
    draw_tied(&rng, &model->dense->knot[0]);
    for (int knot = 1; knot < NET_KNOTS; knot++)
        model->dense->knot[knot] = model->dense->knot[0];
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int c = 0; c < NETWORK_CHANNELS; c++)
            model->dense->ply[ply][c] = 0.4F;
    return true;
}

void net_free(struct net_model *model)
{
    free(model->dense);
    mem_free(model->rows, rows_size(model->n_buckets));
    *model = (struct net_model){0};
}

void net_copy(struct net_model *to, const struct net_model *from)
{
    memcpy(to->dense, from->dense, sizeof *from->dense);
    memcpy(to->rows, from->rows, rows_size(from->n_buckets));
}

enum { TIED_FLOATS = sizeof(struct net_tied) / sizeof(float) };
_Static_assert((NET_KNOTS - 1) * NET_KNOT_PLIES == BOARD_PLIES - 1,
               "the last knot is the last ply");

static void blend(float *end, const float *start, size_t n, float share)
{
    for (size_t i = 0; i < n; i++)
        end[i] = start[i] + share * (end[i] - start[i]);
}

static bool has_row(const float *row)
{
    for (int k = 0; k < NETWORK_LANES; k++)
        if (row[k] != 0)
            return true;
    return false;
}

static void blend_rows(struct net_model *end, const struct net_model *start,
                       const struct net_blend *how)
{
    const size_t n_rows = (size_t)PATTERN_N_PACKED * (size_t)start->n_buckets;
    const int least = network_bucket(start->n_buckets, how->early);
    for (size_t i = 0; i < n_rows; i++) {
        const float *row = start->rows + i * NETWORK_LANES;
        if (!has_row(row) || (int)(i % (size_t)start->n_buckets) < least)
            continue;
        const double often = how->counts ? how->counts[i] / (how->counts[i] + how->rarely) : 1;
        blend(end->rows + i * NETWORK_LANES, row, NETWORK_LANES,
              (float)(1 - (1 - how->share) * often));
    }
}

void net_blend(struct net_model *end, const struct net_model *start, const struct net_blend *how)
{
    const struct net_dense *from = start->dense;
    struct net_dense *to = end->dense;
    const float share = (float)how->share;
    blend_rows(end, start, how);
    for (int k = 0; k < NET_KNOTS; k++)
        if (k * NET_KNOT_PLIES >= how->early)
            blend((float *)&to->knot[k], (const float *)&from->knot[k],
                  sizeof to->knot[k] / sizeof(float), share);
    for (int ply = how->early; ply < BOARD_PLIES; ply++)
        blend(to->ply[ply], from->ply[ply], NETWORK_CHANNELS, share);
}

void net_at_ply(const struct net_dense *dense, int ply, struct net_tied *tied)
{
    int knot = ply / NET_KNOT_PLIES;
    float part = (float)(ply % NET_KNOT_PLIES) / NET_KNOT_PLIES;
    const float *low = (const float *)&dense->knot[knot];
    const float *high = (const float *)&dense->knot[part > 0 ? knot + 1 : knot];
    float *out = (float *)tied;
    for (int i = 0; i < TIED_FLOATS; i++)
        out[i] = (1 - part) * low[i] + part * high[i];
}

void net_to_knots(const struct net_tied *gradient, int ply, struct net_dense *sum)
{
    int knot = ply / NET_KNOT_PLIES;
    float part = (float)(ply % NET_KNOT_PLIES) / NET_KNOT_PLIES;
    const float *in = (const float *)gradient;
    float *low = (float *)&sum->knot[knot];
    float *high = (float *)&sum->knot[part > 0 ? knot + 1 : knot];
    for (int i = 0; i < TIED_FLOATS; i++) {
        low[i] += (1 - part) * in[i];
        high[i] += part * in[i];
    }
}

void net_widen(const struct net_tied *tied, const float *ply_row, struct net_wide *wide)
{
    for (int h = 0; h < TURNS; h++)
        for (int k = 0; k < TURNS; k++) {
            int way = turn_product(turn_inverse(h), k);
            for (int o = 0; o < NETWORK_HIDDEN; o++) {
                int out = h * NETWORK_HIDDEN + o;
                for (int c = 0; c < NETWORK_CHANNELS; c++)
                    wide->w1[k * NETWORK_CHANNELS + c][out] =
                        wide->w1_back[out][k * NETWORK_CHANNELS + c] = tied->w1[way][c][o];
                for (int c = 0; c < NETWORK_HIDDEN; c++)
                    wide->w2[k * NETWORK_HIDDEN + c][out] =
                        wide->w2_back[out][k * NETWORK_HIDDEN + c] = tied->w2[way][c][o];
            }
        }
    for (int h = 0; h < TURNS; h++) {
        memcpy(wide->b1 + h * NETWORK_HIDDEN, tied->b1, sizeof tied->b1);
        memcpy(wide->b2 + h * NETWORK_HIDDEN, tied->b2, sizeof tied->b2);
        memcpy(wide->v + h * NETWORK_HIDDEN, tied->v, sizeof tied->v);
        memcpy(wide->skip + h * NETWORK_CHANNELS, tied->skip, sizeof tied->skip);
    }
    wide->bias = tied->bias;
    wide->tied = tied;
    wide->ply = ply_row;
}

void net_fold(const struct net_wide *gradient, struct net_tied *sum)
{
    for (int h = 0; h < TURNS; h++)
        for (int k = 0; k < TURNS; k++) {
            int way = turn_product(turn_inverse(h), k);
            for (int o = 0; o < NETWORK_HIDDEN; o++) {
                int out = h * NETWORK_HIDDEN + o;
                for (int c = 0; c < NETWORK_CHANNELS; c++)
                    sum->w1[way][c][o] += gradient->w1[k * NETWORK_CHANNELS + c][out];
                for (int c = 0; c < NETWORK_HIDDEN; c++)
                    sum->w2[way][c][o] += gradient->w2[k * NETWORK_HIDDEN + c][out];
            }
        }
    for (int h = 0; h < TURNS; h++) {
        for (int o = 0; o < NETWORK_HIDDEN; o++) {
            sum->b1[o] += gradient->b1[h * NETWORK_HIDDEN + o];
            sum->b2[o] += gradient->b2[h * NETWORK_HIDDEN + o];
            sum->v[o] += gradient->v[h * NETWORK_HIDDEN + o];
        }
        for (int c = 0; c < NETWORK_CHANNELS; c++)
            sum->skip[c] += gradient->skip[h * NETWORK_CHANNELS + c];
    }
    sum->bias += gradient->bias;
}

static void bound(float *x, size_t n, double most)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > (float)most ? (float)most : x[i] < (float)-most ? (float)-most : x[i];
}

void net_bound(struct net_dense *dense)
{
    const double weight = (double)NETWORK_WEIGHT_MOST / NETWORK_WEIGHT_UNIT;
    const double row = NETWORK_MAX_ROW / NETWORK_SUM_UNIT;
    for (int i = 0; i < NET_KNOTS; i++) {
        struct net_tied *t = &dense->knot[i];
        bound(&t->w1[0][0][0], sizeof t->w1 / sizeof(float), weight);
        bound(&t->w2[0][0][0], sizeof t->w2 / sizeof(float), weight);
        bound(t->skip, NETWORK_CHANNELS,
              (double)NETWORK_MAX_SKIP * NETWORK_SUM_UNIT / NETWORK_OUT_UNIT / NET_UNIT);
        bound(t->v, NETWORK_HIDDEN,
              (double)NETWORK_MAX_OUT * NETWORK_ACTIVE / NETWORK_OUT_UNIT / NET_UNIT);
        bound(&t->own[0][0], sizeof t->own / sizeof(float), row);
        bound(&t->other[0][0], sizeof t->other / sizeof(float), row);
    }
    bound(&dense->ply[0][0], sizeof dense->ply / sizeof(float), row);
}
