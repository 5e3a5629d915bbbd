/* base/regular.c - see regular.h. */
#include "base/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* The name of what the link `path` points to: a new one, or NULL with errno. */
static char *target_of(const char *path)
{
    char target[PATH_MAX];
    const ssize_t n = readlink(path, target, sizeof target);
    const char *slash = strrchr(path, '/');
    const size_t folder = n > 0 && target[0] != '/' && slash ? (size_t)(slash - path) + 1 : 0;
    char *name = n > 0 ? malloc(folder + (size_t)n + 1) : NULL;
    if (!name)
        return NULL;
    memcpy(name, path, folder);
    memcpy(name + folder, target, (size_t)n);
    name[folder + (size_t)n] = '\0';
    return name;
}

char *regular_follow(const char *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux has it */
    char *name = strdup(path);
    struct stat status;
    for (int i = 0; name && lstat(name, &status) == 0 && S_ISLNK(status.st_mode); i++) {
        char *next = i < MOST_LINKS ? target_of(name) : NULL;
        free(name);
        name = next;
        if (i == MOST_LINKS)
            errno = ELOOP;
    }
    return name;
}

const char *regular_problem(int error)
{
    return error == EINVAL ? "not a regular file" : strerror(error);
}
