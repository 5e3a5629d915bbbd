/* eval/network.h - the embedding network E1: layout and integers (network_run.h runs it).
 *
 * One row of 64 bytes, a cache line, for every configuration of a pattern: 8 turns x 8
 * channels. The rows of all instances are summed; a tail of two small hidden layers and an
 * output makes the value. How turns make it exactly the same for all eight symmetric boards:
 * train/net_model.h. All integers, no saturation: every CPU level gives the same value.
 *
 *   S: int16, NETWORK_SUM_UNIT to 1; a row's byte is -63..63 + NETWORK_ROW_ZERO
 *   a = (16 clamp(S, 0, 1023)^2 + 2^14) >> 15                0..NETWORK_ACTIVE
 *   y = clamp((b1 + sum w1 a + 256) >> 9, 0, NETWORK_ACTIVE) w1, w2: -511..511
 *   z = clamp((b2 + sum w2 y + 256) >> 9, 0, NETWORK_ACTIVE)
 *   value = (bias + sum v z + sum skip S + 512) >> 10        1/128 disc
 *
 * Sources: embeddings of patterns and their sum in place of linear weights, as in
 * neural-reversi; integers as in NNUE (Nasu 2018). */
#ifndef EVAL_NETWORK_H
#define EVAL_NETWORK_H

#include <stddef.h>
#include <stdint.h>
#include "board/squares.h"
#include "eval/pattern.h"
#include "eval/turn.h"

enum {
    NETWORK_MOBILITY = 40,       /* numbers of moves that are told apart */
    NETWORK_CHANNELS = 8,
    NETWORK_LANES = TURNS * NETWORK_CHANNELS,
    NETWORK_ROW_SHIFT = 6,       /* a row is a cache line */
    NETWORK_HIDDEN = 4,
    NETWORK_WIDE = TURNS * NETWORK_HIDDEN,
    NETWORK_SUM_UNIT = 1024,
    NETWORK_ROW_ZERO = 64,       /* two bytes still add up to a byte */
    NETWORK_ROW_MOST = 63,
    NETWORK_MAX_ROW = 4096,      /* of ply and mobility, either sign: keeps S within int16 */
    /* Nine bits: rounding costs 0.2 % of the error, 1.1 % with seven, in the same time, for all
     * products are of words (docs/lab/evaluation.md). */
    NETWORK_ACTIVE = 512,
    NETWORK_ACTIVE_SHIFT = 2,    /* (S << 2)^2 >> 15 */
    NETWORK_WEIGHT_BITS = 9,
    NETWORK_WEIGHT_UNIT = 1 << NETWORK_WEIGHT_BITS, /* w1 and w2 */
    NETWORK_WEIGHT_MOST = 511,
    NETWORK_OUT_UNIT = 128 * 1024, /* v z and skip S: one disc */
    NETWORK_MAX_SKIP = 768,      /* keeps the sum within int32 */
    NETWORK_MAX_OUT = 8191,
    NETWORK_MAX_BIAS = 1 << 28,
    NETWORK_MAX_BUCKETS = 6
};

/* What is read at one ply, laid out for vectors.
 *
 * A layer is y[h] = b + sum over turns d of w[d] in[h d]. Split turns into the exchange e and the
 * mirrors m; then over the mirrors it is a convolution by exclusive or, and their Walsh
 * transform (character k of mirrors m: -1 to the number of ones in k & m) makes it a product:
 * a quarter of the multiplications, and all integers stay exact. Transformed weights are
 *   u[e'][f][k] = sum over m of character(k, m) w[4 (e' ^ f) + (m, exchanged if e')]
 * from inputs of exchange f to outputs of exchange e'; the sum comes out four times as large.
 * Dwords hold two neighbouring channels c, a lane of 16 bytes the four outputs o. */
struct network_ply {
    _Alignas(64) int16_t u1[2][2][NETWORK_CHANNELS / 2][4][NETWORK_HIDDEN][2]; /* e', f, c, k, o */
    _Alignas(64) int16_t u2[2][2][NETWORK_HIDDEN / 2][4][NETWORK_HIDDEN][2];
    _Alignas(16) int32_t b1[NETWORK_HIDDEN], b2[NETWORK_HIDDEN]; /* four times, rounding added */
    _Alignas(16) int16_t v[2][NETWORK_HIDDEN];            /* for both exchanges */
    _Alignas(16) int16_t skip[NETWORK_CHANNELS];
    /* Of every turn; `start`: the ply, less the zeros of all rows. */
    _Alignas(16) int16_t start[NETWORK_CHANNELS];
    _Alignas(16) int16_t own[NETWORK_MOBILITY][NETWORK_CHANNELS];
    _Alignas(16) int16_t other[NETWORK_MOBILITY][NETWORK_CHANNELS];
    int32_t bias;
    int bucket;
};

_Static_assert(1 << NETWORK_ROW_SHIFT == NETWORK_LANES, "a byte a lane");

/* The bucket of a ply: 0..60 in equal parts. */
static inline int network_bucket(int n_buckets, int ply)
{
    return ply * n_buckets / BOARD_PLIES;
}

struct network {
    int n_buckets;
    struct network_ply *plies;             /* BOARD_PLIES */
    uint8_t (*rows)[NETWORK_LANES];        /* [n_buckets][PATTERN_N_CONFIGS] */
};

#endif
