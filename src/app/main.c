/* main.c - the program outflank: hands over to the command line (src/app/cli).
 *
 * setlocale() is never called: the program reads and writes the same bytes
 * whatever the user's language is. */
#include <pthread.h>
#include <stdbool.h>
#include <sysexits.h>

#include "base/start.h"
#include "cli/cli.h"

enum { STACK_BYTES = 4 << 20 }; /* the deepest search needs under 1 MiB */

struct call {
    int argc;
    char **argv;
    int code;
};

static void *run(void *argument)
{
    struct call *call = argument;
    call->code = cli_main(call->argc, call->argv);
    return NULL;
}

/* Under a small limit for the stack everything runs in a thread, whose stack does not depend on
 * that limit. */
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
    if (!start_begin())
        return EX_OSERR;
    if (!start_has_small_stack(STACK_BYTES) || !run_on_own_stack(&call))
        run(&call);
    return call.code;
}
