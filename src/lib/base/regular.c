/* base/regular.c - see regular.h. */
#include "base/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

int regular_open(const char *path, int flags)
{
    /* O_NONBLOCK: a pipe must not hold us up before it can be refused. */
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -1;
    struct stat status;
    int error = 0;
    if (fstat(fd, &status) != 0)
        error = errno;
    else if (!S_ISREG(status.st_mode))
        error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    if (error == 0)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

FILE *regular_stream(const char *path)
{
    int fd = regular_open(path, O_RDONLY);
    FILE *stream = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && stream == NULL) {
        int error = errno;
        close(fd);
        errno = error;
    }
    return stream;
}

/* The one device that ends: an empty input. */
static bool is_null_device(const struct stat *status)
{
    struct stat null;
    return S_ISCHR(status->st_mode) && stat("/dev/null", &null) == 0 &&
           S_ISCHR(null.st_mode) && null.st_rdev == status->st_rdev;
}

int regular_open_input(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) ||
                                    isatty(fd) || is_null_device(&status)))
        return fd;
    close(fd);
    errno = 0;
    return -1;
}

ssize_t regular_read_until(int fd, int end_fd, void *buffer, size_t size)
{
    struct pollfd fds[2] = {{.fd = end_fd, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    while (end_fd >= 0 && poll(fds, 2, -1) < 0)
        if (errno != EINTR)
            return -1;
    if (fds[0].revents) {
        errno = EINTR;
        return -1;
    }
    return read(fd, buffer, size);
}

ssize_t regular_read_at(int fd, void *buffer, size_t size, off_t offset)
{
    size_t n = 0;
    while (n < size) {
        const ssize_t more = pread(fd, (char *)buffer + n, size - n, offset + (off_t)n);
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0)
            return -1;
        if (more == 0)
            break;
        n += (size_t)more;
    }
    return (ssize_t)n;
}

void *regular_load(const char *path, int flags, size_t most, size_t *size)
{
    const int fd = regular_open(path, flags);
    struct stat status;
    char *bytes = NULL;
    if (fd < 0)
        return NULL;
    int error = fstat(fd, &status) != 0 ? errno : 0;
    if (!error && (uintmax_t)status.st_size > most)
        error = EFBIG;
    if (!error && !(bytes = malloc((size_t)status.st_size + 1)))
        error = ENOMEM;
    const ssize_t n = bytes ? regular_read_at(fd, bytes, (size_t)status.st_size, 0) : 0;
    if (n < 0)
        error = errno;
    close(fd);
    if (error) {
        free(bytes);
        errno = error;
        return NULL;
    }
    bytes[n] = '\0';
    *size = (size_t)n;
    return bytes;
}

bool regular_begins_with(const char *path, const char *bytes, size_t n)
{
    char head[32];
    const int fd = regular_open(path, O_RDONLY);
    if (fd < 0)
        return false;
    const bool is_equal = n <= sizeof head && regular_read_at(fd, head, n, 0) == (ssize_t)n &&
                          memcmp(head, bytes, n) == 0;
    close(fd);
    return is_equal;
}

/* Where a link leads that is at `path`, or NULL with errno. The caller frees it. */
static char *read_link(const char *path)
{
    char target[PATH_MAX];
    const ssize_t n = readlink(path, target, sizeof target);
    if (n < 0 || n == sizeof target) {
        errno = n < 0 ? errno : ENAMETOOLONG;
        return NULL;
    }
    const size_t folder = target[0] != '/' ? path_folder_length(path) : 0;
    char *joined = malloc(folder + (size_t)n + 1);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, target, (size_t)n);
    joined[folder + (size_t)n] = '\0';
    return joined;
}

char *regular_follow(const char *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux has it */
    char *at = strdup(path);
    for (int i = 0; at && i < MOST_LINKS; i++) {
        struct stat status;
        if (lstat(at, &status) != 0 || !S_ISLNK(status.st_mode))
            return at;
        char *next = read_link(at);
        free(at);
        at = next;
    }
    if (at)
        errno = ELOOP;
    free(at);
    return NULL;
}

const char *regular_problem(int error)
{
    return error == EINVAL ? "not a regular file" : strerror(error);
}
