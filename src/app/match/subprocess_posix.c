/* match/subprocess_posix.c - implements subprocess.h by posix_spawn() and a process group. */
#include "match/subprocess.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A program named by a relative path with a slash: an absolute path, so that
 * the change of folder cannot break it. The caller frees it; NULL: as given. */
static char *resolve_program(const char *program, const char *dir)
{
    if (strchr(program, '/') == NULL || program[0] == '/')
        return NULL;
    if (dir != NULL) {
        size_t size = strlen(dir) + strlen(program) + 2;
        char *joined = malloc(size);
        if (joined == NULL)
            return NULL;
        snprintf(joined, size, "%s/%s", dir, program);
        char *path = access(joined, X_OK) == 0 ? realpath(joined, NULL) : NULL;
        free(joined);
        if (path != NULL)
            return path;
    }
    return realpath(program, NULL);
}

int subprocess_start(struct subprocess *child, char *const argv[], const char *dir, int in, int out,
                     int error)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults, none;
    *child = (struct subprocess){.exit_status = -1};
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    sigemptyset(&none);
    sigfillset(&defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    int rc = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
    if (rc == 0 && dir != NULL)
        rc = posix_spawn_file_actions_addchdir_np(&actions, dir);
    if (rc == 0) {
        char *program = resolve_program(argv[0], dir);
        rc = posix_spawnp(&child->id, program ? program : argv[0], &actions, &attributes, argv,
                          environ);
        free(program);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    child->id = rc == 0 ? child->id : 0;
    return rc;
}

/* The group is killed while the unreaped pid still keeps its number from reuse. */
bool subprocess_has_ended(struct subprocess *child)
{
    siginfo_t info = {.si_pid = 0};
    if (child->has_ended)
        return true;
    const int rc = waitid(P_PID, (id_t)child->id, &info, WEXITED | WNOHANG | WNOWAIT);
    if (rc != 0)
        return errno != EINTR;
    if (info.si_pid != child->id)
        return false;
    kill(-child->id, SIGKILL);
    if (waitpid(child->id, &child->exit_status, 0) != child->id)
        child->exit_status = -1;
    child->has_ended = true;
    return true;
}

void subprocess_kill(struct subprocess *child, bool is_at_once)
{
    kill(-child->id, is_at_once ? SIGKILL : SIGTERM);
}

void subprocess_release(struct subprocess *child) { child->id = 0; }

void subprocess_describe_end(const struct subprocess *child, char *out, size_t size)
{
    if (child->exit_status == -1)
        snprintf(out, size, "ended");
    else if (WIFSIGNALED(child->exit_status))
        snprintf(out, size, "killed by signal %d (%s)", WTERMSIG(child->exit_status),
                 strsignal(WTERMSIG(child->exit_status)));
    else
        snprintf(out, size, "exit status %d", WEXITSTATUS(child->exit_status));
}
