/* protocol/signals.c - implements signals.h.
 *
 * The handler only stores flags, calls ofl_stop() (async-signal-safe) and
 * writes one byte to a pipe; everything else happens in the threads that watch
 * the pipe or the flag. */
#include "protocol/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int caught;
static _Atomic(ofl_engine *) watched;
static int pipe_fd[2] = {-1, -1};

static void on_signal(int number)
{
    int saved = errno;
    int none = 0;
    if (!atomic_compare_exchange_strong(&caught, &none, number))
        _exit(128 + number);
    ofl_engine *engine = atomic_load(&watched);
    if (engine)
        ofl_stop(engine);
    ssize_t ignored = write(pipe_fd[1], "", 1);
    (void)ignored;
    errno = saved;
}

bool signals_install(void)
{
    if (pipe_fd[0] >= 0)
        return true;
    if (pipe2(pipe_fd, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    /* No SA_RESTART: a write() that waits for a slow reader must come back. */
    struct sigaction end = {.sa_handler = on_signal};
    sigemptyset(&end.sa_mask);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    const int harmless[] = {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction old;
        /* nohup: who ignores a hang-up wants the program to go on. */
        if (ending[i] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
            continue;
        sigaction(ending[i], &end, NULL);
    }
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        sigaction(harmless[i], &ignore, NULL);
    return true;
}

void signals_watch_engine(ofl_engine *engine)
{
    atomic_store(&watched, engine);
    if (engine && signals_caught())
        ofl_stop(engine);
}

int signals_caught(void) { return atomic_load(&caught); }

int signals_fd(void) { return pipe_fd[0]; }
