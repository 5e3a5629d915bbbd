/* train/net_export.h - from a trained network to a weights file (eval/network_file.h). */
#ifndef TRAIN_NET_EXPORT_H
#define TRAIN_NET_EXPORT_H

#include <stddef.h>
#include "train/net_model.h"

/* The file's bytes, rounded to the integers of eval/network.h. `label`: at most 16
 * characters count. The smallest rows are left out if the file would have more than `most_bytes`.
 * NULL if out of memory; the caller frees it. */
uint8_t *net_export(const struct net_model *model, const char *label, size_t most_bytes,
                    size_t *size);

#endif
