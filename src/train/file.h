/* train/file.h - reading a whole data file. */
#ifndef TRAIN_FILE_H
#define TRAIN_FILE_H

#include <stddef.h>
#include <stdint.h>

/* A regular file's bytes, to be freed; NULL with errno (EFBIG above 16 GiB; regular_problem() says
 * what). */
uint8_t *file_load(const char *path, size_t *size);

#endif
