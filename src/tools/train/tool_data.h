/* train/tool_data.h - what the commands that train share: labelled positions. */
#ifndef TRAIN_TOOL_DATA_H
#define TRAIN_TOOL_DATA_H

#include "train/dataset.h"
#include "eval/weights.h"

/* Data files and WTHOR bases. 0, or an exit code after a sentence on stderr; it is an
 * error if there is nothing to train on. */
int tool_load_data(char **paths, int n_paths, const struct dataset_rules *rules,
                   struct dataset *data);

/* The static values of other weights in place of labels and known scores, said to be of a kind. */
void tool_take_values(const struct weights *like, enum record_kind kind,
                      const struct sample_list *list);

#endif
