/* train/net_pass.h - the hot loops of training the network, built once per CPU level.
 *
 * No operation depends on the width of the machine's vectors, so every level gives the
 * same numbers. */
#ifndef TRAIN_NET_PASS_H
#define TRAIN_NET_PASS_H

#include "train/ids.h"
#include "train/net_model.h"

/* What an instance adds: packed configuration * 8 + turn u; the row's turn u h goes to
 * turn h of the sum. */
typedef uint32_t net_code;

/* From configurations to codes: by lane and raw configuration the packed one and the turn. */
struct net_coder {
    struct row_digits digits;
    net_code *code;                          /* [PATTERN_N_CONFIGS], turn within the shape */
    uint8_t turn_of[PATTERN_LANES][TURNS];   /* by lane and that turn: u */
};

/* Positions of one ply. */
struct net_run {
    const struct net_model *model;
    const struct net_wide *wide;
    const struct sample *const *samples;
    const net_code (*codes)[PATTERN_N_INSTANCES];
    size_t n;
    int ply;
};

/* What a run adds to. */
struct net_gradient {
    struct net_wide wide;    /* gradient of w1, w2, b1, b2, v, skip, bias */
    struct net_tied tied;    /* of the mobilities */
    float ply[NETWORK_CHANNELS];
};

/* How rows take steps. A touch is a position * 8 + u. */
struct net_steps {
    int n_buckets;
    float *rows, *squares;                /* [packed configuration][bucket], rows of lanes */
    const float (*sums)[NETWORK_LANES];   /* by position */
    const uint8_t *bucket;                /* by position */
    float share[NETWORK_MAX_BUCKETS][NETWORK_MAX_BUCKETS]; /* of a gradient, between buckets */
    uint32_t *n_steps;                    /* of each packed configuration so far */
    float rate, pull;                     /* pull to 0 of all steps so far, in gradients */
};

struct net_kernel {
    void (*encode)(const struct net_coder *coder, ofl_board board,
                   net_code codes[PATTERN_N_INSTANCES]);
    /* Values in discs. */
    void (*values)(const struct net_run *run, float *values);
    /* Values too; errors count weights[kind]; `sums` gets the gradient by S of each position. */
    void (*gradients)(const struct net_run *run, const float *weights, float *values,
                      struct net_gradient *gradient, float (*sums)[NETWORK_LANES]);
    /* A step of Adagrad on one packed configuration's rows, from its touches in a batch. */
    void (*step_row)(const struct net_steps *steps, uint32_t row, const uint32_t *touches,
                     uint32_t n);
};

const struct net_kernel *net_kernel(void);

/* NULL if out of memory. */
struct net_coder *net_coder_create(void);
void net_coder_destroy(struct net_coder *coder);

/* How often the samples have each row, [PATTERN_N_PACKED][n_buckets]. NULL if out of memory; free()
 * it. */
uint32_t *net_count_rows(const struct sample_list *list, int n_buckets);

#endif
