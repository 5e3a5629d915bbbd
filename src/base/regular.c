/* base/regular.c - see regular.h. */
#include "base/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int regular_open(const char *path, int flags, const char **problem)
{
    struct stat status = {0};
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        *problem = strerror(errno);
        return -1;
    }
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        return fd;
    *problem = S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file";
    close(fd);
    return -1;
}
