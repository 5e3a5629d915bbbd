/* train/net_export.c - see net_export.h. */
#include "train/net_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/network_file.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "train/export.h"

struct writer { uint8_t *at; };

static void put(struct writer *w, double value, double most, int n)
{
    value = rint(value);
    value = value > most ? most : value < -most ? -most : value;
    export_put_le(w->at, (uint64_t)(int64_t)value, n);
    w->at += n;
}

static void put_list(struct writer *w, const float *list, int n, double unit, double most,
                     int n_bytes)
{
    for (int i = 0; i < n; i++)
        put(w, (double)list[i] * unit, most, n_bytes);
}

static void put_ply(struct writer *w, const struct net_tied *t, const float *ply)
{
    const double weight = NETWORK_WEIGHT_UNIT, bias = NETWORK_WEIGHT_UNIT * NETWORK_ACTIVE;
    const double out = NETWORK_OUT_UNIT * (double)NET_UNIT, sum = NETWORK_SUM_UNIT;
    uint8_t *begin = w->at;
    put_list(w, &t->w1[0][0][0], sizeof t->w1 / sizeof(float), weight, 127, 1);
    put_list(w, &t->w2[0][0][0], sizeof t->w2 / sizeof(float), weight, 127, 1);
    put_list(w, t->b1, NETWORK_HIDDEN, bias, 1 << 24, 4);
    put_list(w, t->b2, NETWORK_HIDDEN, bias, 1 << 24, 4);
    put_list(w, t->v, NETWORK_HIDDEN, out / NETWORK_ACTIVE, NETWORK_MAX_OUT, 2);
    put_list(w, t->skip, NETWORK_CHANNELS, out / sum, NETWORK_MAX_SKIP, 2);
    put_list(w, ply, NETWORK_CHANNELS, sum, NETWORK_MAX_ROW, 2);
    put_list(w, t->own[0], sizeof t->own / sizeof(float), sum, NETWORK_MAX_ROW, 2);
    put_list(w, t->other[0], sizeof t->other / sizeof(float), sum, NETWORK_MAX_ROW, 2);
    put(w, (double)t->bias * out, 1 << 28, 4);
    w->at = begin + NETWORK_FILE_PLY;
}

/* A configuration that is its own image: its row must be, too, to the last bit. */
static void even_out(uint8_t row[NETWORK_LANES], unsigned fixing)
{
    for (int k = 0; k < TURNS; k++) {
        int least = k;
        for (int m = 0; m < TURNS; m++)
            if ((fixing >> m & 1) && turn_product(m, k) < least)
                least = turn_product(m, k);
        memmove(row + k * NETWORK_CHANNELS, row + least * NETWORK_CHANNELS, NETWORK_CHANNELS);
    }
}

/* One bucket's bitmap and rows; rows that round to 0 are left out. */
static void put_bucket(struct writer *w, const struct net_model *model, int bucket)
{
    uint8_t *bitmap = w->at;
    w->at += NETWORK_FILE_BITMAP;
    for (size_t i = 0; i < PATTERN_N_PACKED; i++) {
        const float *row = model->rows +
                           (i * (size_t)model->n_buckets + (size_t)bucket) * NETWORK_LANES;
        uint8_t *begin = w->at;
        put_list(w, row, NETWORK_LANES, NETWORK_SUM_UNIT, NETWORK_ROW_MOST, 1);
        even_out(begin, pattern_packed_fixing[i]);
        bool is_there = false;
        for (int k = 0; k < NETWORK_LANES; k++)
            is_there |= begin[k] != 0;
        bitmap[i / 8] |= (uint8_t)(is_there << (i % 8));
        if (!is_there)
            w->at = begin;
    }
}

uint8_t *net_export(const struct net_model *model, const char *label, size_t *size)
{
    size_t most = WEIGHTS_HEADER + WEIGHTS_PLIES * NETWORK_FILE_PLY +
                  (size_t)model->n_buckets *
                      (NETWORK_FILE_BITMAP + (size_t)PATTERN_N_PACKED * NETWORK_LANES);
    uint8_t *bytes = calloc(1, most + NETWORK_LANES);
    if (!bytes)
        return NULL;
    struct writer w = {.at = bytes + WEIGHTS_HEADER};
    for (int ply = 0; ply < WEIGHTS_PLIES; ply++) {
        struct net_tied tied;
        net_at_ply(model->dense, ply, &tied);
        put_ply(&w, &tied, model->dense->ply[ply]);
    }
    for (int bucket = 0; bucket < model->n_buckets; bucket++)
        put_bucket(&w, model, bucket);
    *size = (size_t)(w.at - bytes);
    const struct export_header header = {
        .kind = 1, .n_knots = (uint32_t)model->n_buckets, .n_extra = NETWORK_FILE_PLY,
        .label = label,
    };
    export_put_header(bytes, *size, &header);
    return bytes;
}

void net_measure_weights(const struct weights *weights, const struct sample_list *list,
                         struct linear_error *error)
{
    memset(error, 0, sizeof *error);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++) {
            const struct sample *s = &list->list[i];
            int value = kernel()->evaluate_trained(weights, s->board);
            linear_count_error(error, ply, value / (double)EVAL_DISC, s);
        }
}
