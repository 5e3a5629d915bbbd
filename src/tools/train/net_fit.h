/* train/net_fit.h - training the network (net_model.h) from labelled positions.
 *
 * Batches of positions in random order; within a batch the gradients of a row are added
 * up and the row takes one step of Adagrad (Duchi et al. 2011), with one rate a row: what
 * is seen often moves by small steps, and `prior` holds back what was seen seldom. A step
 * in one bucket of plies is taken by the others, too, times `share_plies` a bucket of
 * distance: rows common to all plies and rows of their own in one. The tail takes steps of
 * Adam (Kingma and Ba 2014). Rates fall to 0 by a half cosine over the passes.
 *
 * Training that goes on from weights takes no step in the first tenth of a pass: it only learns
 * how large gradients are, or its first steps would undo what the weights know. Rows that are
 * there count as if that tenth had been `keep` tenths (10: a whole pass), and take steps
 * 1 / sqrt(keep) as large: new patterns learn beside them.
 *
 * Errors count by 1 / the usual squared error at their ply and kind of label, as seen in
 * the pass before. After each pass the error on the check part decides which weights are
 * kept.
 *
 * Threads share a batch: ranges of positions first, then whole shapes, so a row has one
 * writer; sums are added in order. The same seed and number of threads give the same
 * weights, bit for bit. */
#ifndef TRAIN_NET_FIT_H
#define TRAIN_NET_FIT_H

#include "train/fit_error.h"
#include "train/net_model.h"
#include "train/net_options.h"

/* False if out of memory or threads; then nothing is held. Sorted data. */
bool net_fit(const struct dataset *data, const struct net_options *options,
             struct net_model *model);

/* Errors of the model against `truth` and labels. False if out of memory. */
bool net_measure(const struct net_model *model, const struct sample_list *list,
                 struct fit_error *error);

#endif
