/* train/net_batch.h - one batch of the network's training (net_fit.c), shared by threads.
 *
 * A step: every thread calls net_batch_part() with its number; barriers inside. */
#ifndef TRAIN_NET_BATCH_H
#define TRAIN_NET_BATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include "train/fit_error.h"
#include "train/net_options.h"
#include "train/net_pass.h"

/* Of one thread. */
struct net_thread {
    struct net_gradient *ply;    /* gradient of one ply, wide */
    struct net_dense *dense;     /* of this thread's positions */
    struct fit_error *error;  /* of the positions seen since it was cleared */
    uint32_t *first, *touches;   /* rows of a shape: where each one's touches begin */
};

struct net_batch {
    struct net_model *model;
    const struct net_options *options;
    const struct net_kernel *kernel;
    struct net_coder *coder;
    struct net_thread *threads;  /* n_threads */
    pthread_barrier_t barrier;
    atomic_int next_shape;
    /* The tail at every ply. */
    struct net_tied *tied;
    struct net_wide *wide;
    /* Adam; squares of row gradients [PATTERN_N_PACKED][n_buckets]. */
    struct net_dense *mean, *square;
    long n_steps;
    struct net_steps steps;      /* of the rows; squares and n_steps are owned */
    /* Set before each step. */
    const struct sample *list;
    const uint32_t *order;       /* `n` positions of the list */
    size_t n;
    float dense_rate;            /* and steps.rate, steps.pull */
    float importance[BOARD_PLIES][RECORD_KINDS];
    /* By position, sorted by ply. */
    const struct sample **samples;
    net_code (*codes)[PATTERN_N_INSTANCES];
    float *values;
    float (*sums)[NETWORK_LANES];
    size_t first[BOARD_PLIES + 1];
    uint8_t *bucket;
};

/* NULL if out of memory. */
struct net_batch *net_batch_create(struct net_model *model, const struct net_options *options);
void net_batch_destroy(struct net_batch *batch);
void net_batch_part(struct net_batch *batch, int thread);

#endif
