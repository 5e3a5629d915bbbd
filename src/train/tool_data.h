/* train/tool_data.h - what the commands that train share: data in, weights and errors out. */
#ifndef TRAIN_TOOL_DATA_H
#define TRAIN_TOOL_DATA_H

#include "train/dataset.h"
#include "train/linear.h"

/* Data files and WTHOR bases. 0, or an exit code after a sentence on stderr; it is an
 * error if there is nothing to train on. */
int tool_load_data(char **paths, int n_paths, const struct dataset_rules *rules,
                   struct dataset *data);

/* The static values of other weights in place of labels and known scores, said to be of a kind. */
void tool_take_values(const struct weights *like, enum record_kind kind,
                      const struct sample_list *list);

/* A set of weights to be delivered, and how its errors are measured. */
struct tool_fit {
    const void *model;
    bool (*measure)(const void *model, const struct sample_list *list,
                    struct linear_error *error); /* false if out of memory */
    void (*measure_weights)(const struct weights *weights, const struct sample_list *list,
                            struct linear_error *error);
    double seconds; /* the fit took */
};

/* Tells what the fit saw and what it is worth on the positions held out, and writes the
 * weights file: `bytes`, which it frees; NULL if there was no memory for them. 0 or an exit
 * code after a sentence on stderr. */
int tool_deliver(const struct tool_fit *fit, const struct dataset *data, const char *path,
                 uint8_t *bytes, size_t size);

#endif
