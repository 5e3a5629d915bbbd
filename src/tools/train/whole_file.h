/* train/whole_file.h - reading a whole data file. */
#ifndef TRAIN_WHOLE_FILE_H
#define TRAIN_WHOLE_FILE_H

#include <fcntl.h>
#include <stdint.h>

#include "base/regular.h"

/* A regular file's bytes, to be freed; NULL with errno (EFBIG above 16 GiB; regular_problem() says
 * what). */
static inline uint8_t *file_load(const char *path, size_t *size)
{
    return regular_load(path, O_RDONLY, (size_t)16 << 30, size);
}

#endif
