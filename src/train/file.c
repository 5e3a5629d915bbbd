/* train/file.c - see file.h. */
#include "train/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"

#define FILE_MOST ((off_t)16 << 30)

/* Fills `bytes` as far as the file goes; the number read, or -1. */
static ssize_t read_all(int fd, uint8_t *bytes, size_t size)
{
    size_t have = 0;
    while (have < size) {
        ssize_t n = read(fd, bytes + have, size - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

uint8_t *file_load(const char *path, size_t *size)
{
    int fd = regular_open(path, O_RDONLY);
    if (fd < 0)
        return NULL;
    struct stat status;
    uint8_t *bytes = NULL;
    int error = 0;
    if (fstat(fd, &status) != 0)
        error = errno;
    else if (status.st_size > FILE_MOST)
        error = EFBIG;
    else if (!(bytes = malloc((size_t)status.st_size + 1)))
        error = ENOMEM;
    if (bytes) {
        ssize_t n = read_all(fd, bytes, (size_t)status.st_size);
        error = n < 0 ? errno : 0;
        *size = n < 0 ? 0 : (size_t)n;
    }
    close(fd);
    if (error) {
        free(bytes);
        bytes = NULL;
        errno = error;
    }
    return bytes;
}
