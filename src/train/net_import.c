/* train/net_import.c - see net_import.h. */
#include "train/net_import.h"

#include <stdio.h>

#include "base/bytes.h"
#include "eval/network_file.h"
#include "eval/weights.h"

enum { WHY = 160, KNOT_PLIES = (WEIGHTS_PLIES - 1) / (NET_KNOTS - 1) };

/* Numbers of n_bytes each, in units of which `unit` make 1. */
static void take(const uint8_t **at, float *list, size_t n, double unit, int n_bytes)
{
    const uint64_t sign = UINT64_C(1) << (8 * n_bytes - 1);
    for (size_t i = 0; i < n; i++, *at += n_bytes) {
        const uint64_t x = bytes_read_le(*at, n_bytes);
        list[i] = (float)((double)(int64_t)((x ^ sign) - sign) / unit);
    }
}

static void take_ply(const uint8_t *at, struct net_tied *t, float ply[NETWORK_CHANNELS])
{
    const double weight = NETWORK_WEIGHT_UNIT, bias = NETWORK_WEIGHT_UNIT * NETWORK_ACTIVE;
    const double out = NETWORK_OUT_UNIT * (double)NET_UNIT, sum = NETWORK_SUM_UNIT;
    take(&at, &t->w1[0][0][0], sizeof t->w1 / sizeof(float), weight, 1);
    take(&at, &t->w2[0][0][0], sizeof t->w2 / sizeof(float), weight, 1);
    take(&at, t->b1, NETWORK_HIDDEN, bias, 4);
    take(&at, t->b2, NETWORK_HIDDEN, bias, 4);
    take(&at, t->v, NETWORK_HIDDEN, out / NETWORK_ACTIVE, 2);
    take(&at, t->skip, NETWORK_CHANNELS, out / sum, 2);
    take(&at, ply, NETWORK_CHANNELS, sum, 2);
    take(&at, t->own[0], sizeof t->own / sizeof(float), sum, 2);
    take(&at, t->other[0], sizeof t->other / sizeof(float), sum, 2);
    take(&at, &t->bias, 1, out, 4);
}

/* One bucket's bitmap and rows; returns what stands behind them. */
static const uint8_t *take_bucket(const uint8_t *at, struct net_model *model, int bucket)
{
    const uint8_t *bitmap = at;
    at += NETWORK_FILE_BITMAP;
    for (size_t i = 0; i < PATTERN_N_PACKED; i++)
        if (bitmap[i / 8] >> (i % 8) & 1)
            take(&at, model->rows + (i * (size_t)model->n_buckets + (size_t)bucket) * NETWORK_LANES,
                 NETWORK_LANES, NETWORK_SUM_UNIT, 1);
    return at;
}

bool net_import(const uint8_t *bytes, size_t size, struct net_model *model, char *why)
{
    struct weights *weights = weights_from_bytes(bytes, size, why); /* checks every byte */
    if (!weights)
        return false;
    const int n_buckets = weights->network ? weights->network->n_buckets : 0;
    weights_free(weights);
    if (!n_buckets || !net_init(model, n_buckets, 0)) {
        snprintf(why, WHY, n_buckets ? "no memory for the network" : "linear weights, no network");
        return false;
    }
    const uint8_t *at = bytes + WEIGHTS_HEADER;
    for (int ply = 0; ply < WEIGHTS_PLIES; ply++) {
        struct net_tied between; /* the file has every ply, the model knots: those are exact */
        take_ply(at, ply % KNOT_PLIES ? &between : &model->dense->knot[ply / KNOT_PLIES],
                 model->dense->ply[ply]);
        at += NETWORK_FILE_PLY;
    }
    for (int bucket = 0; bucket < n_buckets; bucket++)
        at = take_bucket(at, model, bucket);
    return true;
}
