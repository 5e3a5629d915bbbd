/* base/posix/posix.h - what the sources use beyond POSIX 2008, by its own calls.
 *
 * The compiler reads this before every source on macOS, and with -Dposix=true, which proves it
 * elsewhere: that build defines _POSIX_C_SOURCE alone. */
#ifndef BASE_POSIX_H
#define BASE_POSIX_H
#ifndef __ASSEMBLER__

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum { GRND_NONBLOCK = 1 };

static inline int pipe2(int fds[2], int flags)
{
    if (pipe(fds) != 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(fds[i], F_SETFD, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
        fcntl(fds[i], F_SETFL, flags & O_NONBLOCK);
    }
    return 0;
}

static inline int mkostemp(char *path, int flags)
{
    const int fd = mkstemp(path);
    if (fd >= 0 && flags & O_CLOEXEC)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

static inline ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, buffer, size);
    if (fd >= 0)
        close(fd);
    return n;
}

static inline int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

/* What waits to be written goes nowhere, as all that follows. */
static inline void __fpurge(FILE *file)
{
    const int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (fd >= 0 && dup2(fd, fileno(file)) >= 0)
        fflush(file);
    if (fd >= 0)
        close(fd);
}

#ifdef __APPLE__
#define _SC_AVPHYS_PAGES (-1) /* nobody knows */
#define fdatasync fsync
#define pthread_condattr_setclock(ATTRIBUTES, CLOCK) 0

/* Deadlines are of the monotonic clock. */
static inline int wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex,
                             const struct timespec *deadline)
{
    enum { NS_PER_S = 1000000000 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t left_ns = (int64_t)(deadline->tv_sec - now.tv_sec) * NS_PER_S;
    left_ns += deadline->tv_nsec - now.tv_nsec;
    left_ns = left_ns > 0 ? left_ns : 0;
    const struct timespec left = {.tv_sec = left_ns / NS_PER_S, .tv_nsec = left_ns % NS_PER_S};
    return pthread_cond_timedwait_relative_np(condition, mutex, &left);
}
#define pthread_cond_timedwait wait_until

static inline int posix_fallocate(int fd, off_t offset, off_t size)
{
    return ftruncate(fd, offset + size) == 0 ? 0 : errno;
}
#else
/* macOS has these; headers of POSIX alone hide them. */
char *realpath(const char *path, char *resolved);
int wcwidth(wchar_t sign);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
#endif

#endif
#endif
