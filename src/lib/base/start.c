/* base/start.c - see start.h. */
#include "base/start.h"

#include <fcntl.h>
#include <sys/resource.h>

bool start_begin(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return false;
    return true;
}

bool start_has_small_stack(size_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < bytes;
}
