/* cli/watch.c - implements watch.h: one thread that sleeps in poll(). */
#include "cli/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "options/signals.h"

static void *watch_stdout(void *data)
{
    struct watch *watch = data;
    struct pollfd fds[3] = {{.fd = 1, .events = 0},
                            {.fd = watch->wake_fd[0], .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN}};
    for (;;) {
        if (poll(fds, 3, -1) < 0) {
            if (errno == EINTR)
                continue;
            return NULL;
        }
        if (fds[1].revents)
            return NULL;
        if (fds[0].revents & (POLLERR | POLLHUP)) {
            atomic_store(&watch->is_reader_gone, true);
            watch->stop(watch->user);
            return NULL;
        }
        if (fds[2].revents) {
            watch->stop(watch->user);
            fds[2].fd = -1; /* readable for good */
        }
        if (fds[0].revents)
            fds[0].fd = -1; /* not a pipe: nothing to be seen there */
    }
}

static void stop_engine(void *user) { ofl_stop(user); }
static void stop_jobs(void *user) { jobs_stop(user); }

bool watch_begin_call(struct watch *watch, void (*stop)(void *user), void *user)
{
    watch->stop = stop;
    watch->user = user;
    watch->wake_fd[0] = -1;
    atomic_init(&watch->is_reader_gone, false);
    signals_install();
    if (pipe2(watch->wake_fd, O_CLOEXEC) != 0)
        return false;
    if (pthread_create(&watch->thread, NULL, watch_stdout, watch) == 0)
        return true;
    close(watch->wake_fd[0]);
    close(watch->wake_fd[1]);
    watch->wake_fd[0] = -1;
    return false;
}

bool watch_begin(struct watch *watch, ofl_engine *engine)
{
    signals_install();
    signals_watch_engine(engine);
    return watch_begin_call(watch, stop_engine, engine);
}

bool watch_begin_jobs(struct watch *watch, struct jobs *jobs)
{
    return watch_begin_call(watch, stop_jobs, jobs);
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
