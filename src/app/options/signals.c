/* options/signals.c - implements signals.h.
 *
 * The handler only stores flags, stops what is watched (async-signal-safe) and
 * writes one byte to a pipe; everything else happens in the threads that watch
 * the pipe or the flag. */
#include "options/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"

enum { SAME_US = 500000 }; /* some senders (timeout) send one to the program, one to its group */

static atomic_int caught;
static atomic_llong caught_us;
static void (*_Atomic stop_watched)(void *object);
static _Atomic(void *) watched;
static int pipe_fd[2] = {-1, -1};
static int note_fd[2] = {-1, -1}; /* a byte for each note: its bit */
static atomic_bool has_notes;     /* SIGINT and SIGCONT are notes */

static void write_note(unsigned char bit)
{
    int saved = errno;
    ssize_t ignored = write(note_fd[1], &bit, 1);
    (void)ignored;
    errno = saved;
}

static void on_note(int number)
{
    if (number == SIGTSTP)
        write_note(SIGNALS_SUSPEND);
    else if (atomic_load(&has_notes))
        write_note(SIGNALS_CONTINUE);
}

static void on_signal(int number)
{
    if (number == SIGINT && atomic_load(&has_notes)) {
        write_note(SIGNALS_INTERRUPT);
        return;
    }
    int saved = errno;
    long long now_us = clock_us(), first_us = 0;
    if (!atomic_compare_exchange_strong(&caught_us, &first_us, now_us)) {
        if (now_us - first_us > SAME_US)
            _exit(128 + number);
        return;
    }
    atomic_store(&caught, number);
    void (*stop)(void *) = atomic_load(&stop_watched);
    if (stop)
        stop(atomic_load(&watched));
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
    if (pipe2(note_fd, O_CLOEXEC | O_NONBLOCK) != 0) {
        close(pipe_fd[0]);
        close(pipe_fd[1]);
        pipe_fd[0] = pipe_fd[1] = -1;
        return false;
    }
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

void signals_watch(void (*stop)(void *object), void *object)
{
    atomic_store(&stop_watched, NULL);
    atomic_store(&watched, object);
    atomic_store(&stop_watched, stop);
    if (stop && signals_caught())
        stop(object);
}

static void stop_engine(void *engine) { ofl_stop(engine); }

void signals_watch_engine(ofl_engine *engine)
{
    signals_watch(engine ? stop_engine : NULL, engine);
}

int signals_caught(void) { return atomic_load(&caught); }

int signals_fd(void) { return pipe_fd[0]; }

void signals_keep_notes(bool keeps)
{
    struct sigaction action = {.sa_handler = keeps ? on_note : SIG_DFL, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    atomic_store(&has_notes, keeps && note_fd[0] >= 0);
    if (note_fd[0] >= 0)
        sigaction(SIGCONT, &action, NULL);
}

void signals_note_suspend(bool is_noted)
{
    struct sigaction action = {.sa_handler = is_noted ? on_note : SIG_DFL, .sa_flags = SA_RESTART};
    struct sigaction old;
    sigemptyset(&action.sa_mask);
    /* A shell without job control has it ignored. */
    if (note_fd[0] >= 0 && sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGTSTP, &action, NULL);
}

int signals_note_fd(void) { return note_fd[0]; }

unsigned signals_take_notes(void)
{
    unsigned char bits[64];
    unsigned notes = 0;
    ssize_t n;
    while (note_fd[0] >= 0 && (n = read(note_fd[0], bits, sizeof bits)) > 0)
        for (ssize_t i = 0; i < n; i++)
            notes |= bits[i];
    return notes;
}
