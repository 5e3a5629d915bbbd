/* train/pack_uses.h - what rows are worth to values: for packing them with loss (pack_rows.h). */
#ifndef TRAIN_PACK_USES_H
#define TRAIN_PACK_USES_H

#include "eval/student.h"
#include "train/dataset.h"
#include "train/net_model.h"
#include "train/student_boards.h"

/* Over the positions that have a row. */
struct pack_uses {
    int n_lanes, n_buckets;
    /* The squared gradients of values by all lanes of a row, summed up; by bucket and packed
     * configuration, [n_buckets][PATTERN_N_PACKED]. Owned. */
    float *worth;
    /* By shape, the products of the gradients by two lanes; from every 256th position.
     * [PATTERN_N_SHAPES][n_lanes][n_lanes]. Owned. */
    double *products;
};

bool pack_uses_init(struct pack_uses *uses, int n_lanes, int n_buckets);
void pack_uses_free(struct pack_uses *uses);

/* Adds the positions of a list sorted by ply; labels are lost. False if out of memory. */
bool pack_uses_add(struct pack_uses *uses, const struct net_model *model, struct sample_list *list);
/* The same of a student's boards; rows as in pack_rows.h. */
bool pack_uses_add_student(struct pack_uses *uses, const struct student_dense *dense,
                           const int8_t *rows, const struct student_list *list);

#endif
