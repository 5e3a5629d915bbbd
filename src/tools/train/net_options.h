/* train/net_options.h - how the network is trained (net_fit.h), and what is told meanwhile. */
#ifndef TRAIN_NET_OPTIONS_H
#define TRAIN_NET_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct net_model;

struct net_progress {
    bool is_pass;
    int pass;
    double done;                   /* of all passes together, 0..1 */
    double train_rmse, check_rmse; /* weighted; check only after a pass */
    double seconds, positions_per_s;
};

struct net_options {
    int n_buckets, n_threads, n_passes, batch;
    double rate, prior, share_plies; /* of rows */
    double decay;                  /* of a row in a pass, in gradients */
    double dense_rate;
    uint64_t seed;
    double keep;                   /* with `start`: its rows count as if seen so much more often */
    const struct net_model *start; /* goes on from this one, of n_buckets; NULL: from random ones */
    /* During and (is_pass) after each pass; NULL for none. */
    void (*on_step)(void *user, const struct net_progress *progress);
    void *user;
};

#endif
