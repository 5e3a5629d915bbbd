/* train/pack_rows.h - the rows of a network or a student, coded with loss (eval/packed_weights.h).
 *
 * A coefficient's step follows what its row is worth: an error counts as much as it moves values.
 * Of all ways to write a row the one is taken that costs the least, bits and errors weighed. */
#ifndef TRAIN_PACK_ROWS_H
#define TRAIN_PACK_ROWS_H

#include "train/pack_uses.h"

struct pack_rows {
    const int8_t *rows[NETWORK_MAX_BUCKETS]; /* [PATTERN_N_PACKED][n_lanes] of each bucket */
    const struct pack_uses *uses;
    /* Of a row that one position of a million has, in bytes; others' go with the inverse root. */
    double step;
    double floor; /* positions of a million that a row has besides */
    double bits;  /* what a bit costs, in squared steps */
};

/* The bytes of the rows, free() them; NULL if out of memory. The same rows, worths and numbers give
 * the same bytes. */
uint8_t *pack_rows(const struct pack_rows *pack, size_t *size);

#endif
