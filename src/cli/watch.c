/* cli/watch.c - implements watch.h: one thread that sleeps in poll(). */
#include "cli/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "protocol/signals.h"

static void *watch_stdout(void *data)
{
    struct watch *watch = data;
    struct pollfd fds[2] = {{.fd = 1, .events = 0}, {.fd = watch->wake_fd[0], .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            return NULL;
        }
        if (fds[1].revents)
            return NULL;
        if (fds[0].revents & (POLLERR | POLLHUP)) {
            atomic_store(&watch->is_reader_gone, true);
            ofl_stop(watch->engine);
            return NULL;
        }
        fds[0].fd = -1; /* not a pipe: nothing to be seen there */
    }
}

bool watch_begin(struct watch *watch, ofl_engine *engine)
{
    watch->engine = engine;
    watch->wake_fd[0] = -1;
    atomic_init(&watch->is_reader_gone, false);
    signals_install();
    signals_watch_engine(engine);
    if (pipe2(watch->wake_fd, O_CLOEXEC) != 0)
        return false;
    if (pthread_create(&watch->thread, NULL, watch_stdout, watch) == 0)
        return true;
    close(watch->wake_fd[0]);
    close(watch->wake_fd[1]);
    watch->wake_fd[0] = -1;
    return false;
}

void watch_end(struct watch *watch)
{
    signals_watch_engine(NULL);
    if (watch->wake_fd[0] < 0)
        return;
    close(watch->wake_fd[1]);
    pthread_join(watch->thread, NULL);
    close(watch->wake_fd[0]);
}

bool watch_must_end(const struct watch *watch)
{
    return signals_caught() || atomic_load(&watch->is_reader_gone);
}
