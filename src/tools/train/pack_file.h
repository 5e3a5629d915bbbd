/* train/pack_file.h - packed files of weights (eval/packed_weights.h). */
#ifndef TRAIN_PACK_FILE_H
#define TRAIN_PACK_FILE_H

#include "train/pack_rows.h"

/* The rows behind a bitmap, [PATTERN_N_PACKED][n_lanes], zeros where there is none; *at is moved
 * behind them. NULL if out of memory; free() them. */
int8_t *pack_read_rows(const uint8_t **at, int n_lanes);

/* A network's file from its header and payload unpacked, which are sound, and its coded rows; NULL
 * if out of memory, free() it. */
uint8_t *pack_network(const uint8_t *file, const uint8_t *rows, size_t rows_size, size_t *size);
/* The same of a student's block. */
uint8_t *pack_student(const uint8_t *block, const uint8_t *rows, size_t rows_size, size_t *size);

#endif
