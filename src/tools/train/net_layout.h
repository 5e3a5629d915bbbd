/* train/net_layout.h - the numbers of one ply of a weights file (eval/network_file.h), in their
 * order: for writing (net_export.c) and for reading them back (net_import.c). */
#ifndef TRAIN_NET_LAYOUT_H
#define TRAIN_NET_LAYOUT_H

#include "train/net_model.h"

/* `unit` of the file's whole numbers make 1; none is beyond +-most. */
struct net_field {
    float *list;
    int n, n_bytes;
    double unit, most;
};
enum { NET_FIELDS = 10 };
struct net_fields { struct net_field of[NET_FIELDS]; };

static inline struct net_fields net_fields_of(struct net_tied *t, float ply[NETWORK_CHANNELS])
{
    const double weight = NETWORK_WEIGHT_UNIT, bias = NETWORK_WEIGHT_UNIT * NETWORK_ACTIVE;
    const double out = NETWORK_OUT_UNIT * (double)NET_UNIT, sum = NETWORK_SUM_UNIT;
    const int n_mobility = NETWORK_MOBILITY * NETWORK_CHANNELS;
    return (struct net_fields){{
        {&t->w1[0][0][0], sizeof t->w1 / sizeof(float), 2, weight, NETWORK_WEIGHT_MOST},
        {&t->w2[0][0][0], sizeof t->w2 / sizeof(float), 2, weight, NETWORK_WEIGHT_MOST},
        {t->b1, NETWORK_HIDDEN, 4, bias, 1 << 24},
        {t->b2, NETWORK_HIDDEN, 4, bias, 1 << 24},
        {t->v, NETWORK_HIDDEN, 2, out / NETWORK_ACTIVE, NETWORK_MAX_OUT},
        {t->skip, NETWORK_CHANNELS, 2, out / sum, NETWORK_MAX_SKIP},
        {ply, NETWORK_CHANNELS, 2, sum, NETWORK_MAX_ROW},
        {t->own[0], n_mobility, 2, sum, NETWORK_MAX_ROW},
        {t->other[0], n_mobility, 2, sum, NETWORK_MAX_ROW},
        {&t->bias, 1, 4, out, NETWORK_MAX_BIAS},
    }};
}

#endif
