/* match/cancel.c - implements match/cancel.h with a self-pipe. */
#include "match/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool cancel_init(struct cancel *cancel)
{
    int fd[2];
    if (pipe2(fd, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    atomic_init(&cancel->is_raised, false);
    cancel->fd = fd[0];
    cancel->write_fd = fd[1];
    return true;
}

void cancel_finish(struct cancel *cancel)
{
    close(cancel->fd);
    close(cancel->write_fd);
}

void cancel_raise(struct cancel *cancel)
{
    int saved = errno;
    if (!atomic_exchange(&cancel->is_raised, true)) {
        ssize_t written = write(cancel->write_fd, "", 1);
        (void)written; /* the pipe is empty: one byte always fits */
    }
    errno = saved;
}

bool cancel_is_raised(struct cancel *cancel) { return atomic_load(&cancel->is_raised); }
