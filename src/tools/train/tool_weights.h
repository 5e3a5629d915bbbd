/* train/tool_weights.h - for the commands that fit a part to a network: weights in, a part file
 * out (eval/parts.h). */
#ifndef TRAIN_TOOL_WEIGHTS_H
#define TRAIN_TOOL_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>
#include "eval/weights.h"
#include "train/net_model.h"

/* Reads weights, and checks that `out` is not their own file: a part is less than they are, and
 * must not replace them. 0, or an exit code after a sentence on stderr. */
int tool_load_weights(const char *path, const char *out, struct weights **weights);

/* Writes the part file of a block of these weights. 0, or an exit code after a sentence on
 * stderr. */
int tool_write_part(const char *path, const struct weights *weights, const uint8_t *block,
                    size_t size);

/* A network to train further; net_free() it. 0, or an exit code after a sentence on stderr. */
int tool_load_network(const char *path, struct net_model *model);

#endif
