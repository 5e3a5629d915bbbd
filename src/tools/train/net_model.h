/* train/net_model.h - the embedding network in float, as it is trained.
 *
 * Every instance of a pattern adds a row of 8 turns x 8 channels to a sum S; where the
 * pattern is laid by turn g, its row's turn k goes to the sum's turn g k. So the sum of a
 * turned board is the sum with its turns permuted (eval/turn.h), and weights that only
 * depend on how two turns lie to each other keep that to the end: the value is the same
 * for all eight boards (Cohen and Welling, "Group Equivariant Convolutional Networks",
 * 2016). Mobilities and the ply add rows that are the same for every turn.
 *
 *   a = clamp(S, 0, 1)^2                                   64
 *   y = clamp(b1 + sum w1[h^-1 k] a[k], 0, 1)    8 turns x 4
 *   z = clamp(b2 + sum w2[h^-1 k] y[k], 0, 1)    8 turns x 4
 *   value = bias + sum v z + sum skip S                     in NET_UNIT discs
 *
 * Rows belong to a range of plies (a bucket); all else is interpolated between knots at
 * plies 0, 10 .. 60. Units and bounds are those of the integers of eval/network.h. */
#ifndef TRAIN_NET_MODEL_H
#define TRAIN_NET_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include "eval/network.h"
#include "train/dataset.h"

enum { NET_KNOTS = 7, NET_KNOT_PLIES = 10, NET_UNIT = 16 };

/* All but the rows, at one knot or one ply; floats only. */
struct net_tied {
    float w1[TURNS][NETWORK_CHANNELS][NETWORK_HIDDEN]; /* by h^-1 k */
    float w2[TURNS][NETWORK_HIDDEN][NETWORK_HIDDEN];
    float b1[NETWORK_HIDDEN], b2[NETWORK_HIDDEN], v[NETWORK_HIDDEN];
    float skip[NETWORK_CHANNELS];
    float own[NETWORK_MOBILITY][NETWORK_CHANNELS], other[NETWORK_MOBILITY][NETWORK_CHANNELS];
    float bias;
};

struct net_dense {
    struct net_tied knot[NET_KNOTS];
    float ply[BOARD_PLIES][NETWORK_CHANNELS];
};
enum { NET_DENSE_FLOATS = sizeof(struct net_dense) / sizeof(float) };

/* The tied weights of one ply written out, for products of whole vectors. */
struct net_wide {
    _Alignas(64) float w1[NETWORK_LANES][NETWORK_WIDE];
    _Alignas(64) float w1_back[NETWORK_WIDE][NETWORK_LANES]; /* the same, transposed */
    _Alignas(64) float w2[NETWORK_WIDE][NETWORK_WIDE];
    _Alignas(64) float w2_back[NETWORK_WIDE][NETWORK_WIDE];
    _Alignas(64) float b1[NETWORK_WIDE], b2[NETWORK_WIDE], v[NETWORK_WIDE];
    _Alignas(64) float skip[NETWORK_LANES];
    float bias;
    const struct net_tied *tied; /* mobilities are read there */
    const float *ply;            /* its row of channels */
};

struct net_model {
    int n_buckets;
    struct net_dense *dense; /* owned */
    float *rows;             /* [PATTERN_N_PACKED][n_buckets][NETWORK_LANES]; owned */
};

/* Rows 0, the rest random. False if out of memory. */
bool net_init(struct net_model *model, int n_buckets, uint64_t seed);
void net_free(struct net_model *model);
/* Of as many buckets. */
void net_copy(struct net_model *to, const struct net_model *from);

/* How far `end` moves back towards `start` of a training. */
struct net_blend {
    double share; /* of the way between them that stays */
    int early;    /* what belongs to knots, plies and buckets before it alone stays whole */
    /* How often boards whose values must stay have each row: [PATTERN_N_PACKED][n_buckets], or NULL
     * for no matter. A row they have `rarely` times goes back half the way that one they have often
     * goes; a row they never have stays whole. */
    const uint32_t *counts;
    double rarely;
};

/* `end` and `start` have as many buckets (Wortsman et al., "Robust fine-tuning of zero-shot
 * models", 2022). Rows that `start` does not have stay whole. */
void net_blend(struct net_model *end, const struct net_model *start, const struct net_blend *how);

/* The weights at a ply, between two knots. */
void net_at_ply(const struct net_dense *dense, int ply, struct net_tied *tied);
/* The transpose: adds what a gradient at a ply is at the knots. */
void net_to_knots(const struct net_tied *gradient, int ply, struct net_dense *sum);

/* `tied` must outlive `wide`. */
void net_widen(const struct net_tied *tied, const float *ply_row, struct net_wide *wide);
/* Adds a gradient by wide weights (w1, w2, b1, b2, v, skip, bias) to one by tied ones. */
void net_fold(const struct net_wide *gradient, struct net_tied *sum);

/* Weights that integers cannot hold are cut off. */
void net_bound(struct net_dense *dense);

#endif
