/* match/subprocess.h - the system's part of a child process: starting it, seeing that it has ended,
 * killing it together with the processes that it has started itself.
 *
 * subprocess_posix.c has it for POSIX, subprocess_windows.c for Windows. */
#ifndef MATCH_SUBPROCESS_H
#define MATCH_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct subprocess {
    pid_t id;             /* 0: none */
    void *process, *job;  /* of Windows */
    bool has_ended;       /* and exit_status is known */
    int exit_status;      /* as the system has it; -1: unknown */
};

/* Starts argv[0] as process_start() says, with these descriptors as stdin, stdout and stderr. 0, or
 * errno. */
int subprocess_start(struct subprocess *child, char *const argv[], const char *dir, int in, int out,
                     int error);

/* Once it has ended, whatever else runs in its group is killed. */
bool subprocess_has_ended(struct subprocess *child);

/* Asks the child and its group to end, or ends them. */
void subprocess_kill(struct subprocess *child, bool is_at_once);

/* Frees what is kept of a child that has ended. */
void subprocess_release(struct subprocess *child);

/* What process_describe_end() says. */
void subprocess_describe_end(const struct subprocess *child, char *out, size_t size);

#endif
