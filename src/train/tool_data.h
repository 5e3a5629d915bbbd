/* train/tool_data.h - what the commands that train share: reading data, printing errors. */
#ifndef TRAIN_TOOL_DATA_H
#define TRAIN_TOOL_DATA_H

#include "train/dataset.h"
#include "train/linear.h"

/* Data files and WTHOR bases. 0, or an exit code after a sentence on stderr; it is an
 * error if there is nothing to train on. */
int tool_load_data(char **paths, int n_paths, const struct dataset_rules *rules,
                   struct dataset *data);

/* Errors by empties of the fit and of its file, of the kinds of labels in the set `kinds`. */
void tool_print_errors(const char *title, const struct linear_error *fitted,
                       const struct linear_error *rounded, unsigned kinds);

#endif
