/* train/export.h - from fitted weights to a weights file (eval/weights.h). */
#ifndef TRAIN_EXPORT_H
#define TRAIN_EXPORT_H

#include <stddef.h>
#include <stdint.h>

struct linear_model; /* train/linear.h */

/* The file's bytes: weights rounded to 1/128 disc and bounded to int16. `label`: at
 * most 16 characters count. NULL if out of memory; the caller frees it. */
uint8_t *export_linear(const struct linear_model *model, const char *label, size_t *size);

/* The header of a file of `size` bytes whose payload is written. */
struct export_header { uint32_t kind, n_knots, n_extra; const char *label; };
void export_put_header(uint8_t *bytes, size_t size, const struct export_header *header);

/* Writes beside `path` and renames: a reader sees the old file or the new one, whole.
 * 0, or -1 with errno; then nothing of the new file stays. */
int export_write(const char *path, const uint8_t *bytes, size_t size);

#endif
