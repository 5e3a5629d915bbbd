/* main.c - the program outflank: hands over to the command line (src/app/cli).
 *
 * setlocale() is never called: the program reads and writes the same bytes
 * whatever the user's language is. */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sysexits.h>

#include "cli/cli.h"

enum { STACK_BYTES = 4 << 20 }; /* the deepest search needs under 1 MiB */

struct call {
    int argc;
    char **argv;
    int code;
};

/* Files opened later must not land on 0, 1 or 2. A closed stdin is empty; a
 * closed stdout stays one that cannot be written, so that the loss is noticed. */
static bool hold_standard_fds(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return false;
    return true;
}

static void *run(void *argument)
{
    struct call *call = argument;
    call->code = cli_main(call->argc, call->argv);
    return NULL;
}

/* Under a small limit for the stack (ulimit -s) everything runs in a thread,
 * whose stack does not depend on that limit. */
static bool is_stack_small(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_BYTES;
}

static bool run_on_own_stack(struct call *call)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool is_ok = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                 pthread_create(&thread, &attributes, run, call) == 0;
    pthread_attr_destroy(&attributes);
    return is_ok && pthread_join(thread, NULL) == 0;
}

int main(int argc, char **argv)
{
    struct call call = {.argc = argc, .argv = argv};
    if (!hold_standard_fds())
        return EX_OSERR;
    if (!is_stack_small() || !run_on_own_stack(&call))
        run(&call);
    return call.code;
}
