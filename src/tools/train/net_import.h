/* train/net_import.h - from a weights file back to a network that can be trained further. */
#ifndef TRAIN_NET_IMPORT_H
#define TRAIN_NET_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "train/net_model.h"

/* The inverse of net_export() but for what was rounded: `model` gets as many buckets as the file
 * has; net_free() it. False with `reason` if this is no network of our patterns, or there
 * is no memory. */
bool net_import(const uint8_t *bytes, size_t size, struct net_model *model, struct reason *reason);

#endif
