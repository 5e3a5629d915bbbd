/* tests/protocol/test_edax_solve.c - how "-solve FILE" ends when no answer comes. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/edax/edax_solve.h"

struct refusal {
    int code, n_calls;
};

static int refuse(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    struct refusal *refusal = user;
    (void)board, (void)limits, (void)result, (void)is_stopped;
    refusal->n_calls++;
    return refusal->code;
}

/* Not that of an output that cannot be written: those who run it look at the disk then. */
Test(edax_solve, a_refused_search_ends_the_run_with_its_own_status)
{
    static const struct {
        int code, status;
    } rows[] = {{OFL_ERR_NOMEM, 71}, {OFL_ERR_BOARD, 65}, {OFL_ERR_OPTION, 65}, {OFL_ERR_BUSY, 65}};
    static const char line[] =
        "---------------------------OX------XO--------------------------- X;\n";
    const struct edax_options options = {.verbosity = 0};
    char path[] = "/tmp/outflank-solve-XXXXXX";
    const int fd = mkstemp(path), null = open("/dev/null", O_WRONLY);
    struct output output;
    ofl_engine *engine = ofl_engine_create();
    cr_assert(engine && fd >= 0 && null >= 0 && output_init(&output, null));
    for (int i = 0; i < 2; i++)
        cr_assert_eq(write(fd, line, strlen(line)), (ssize_t)strlen(line));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct refusal refusal = {.code = rows[i].code};
        const struct edax_solver solver = {refuse, &refusal};
        cr_expect_eq(edax_solve(engine, &options, path, &output, &solver), rows[i].status);
        cr_expect_eq(refusal.n_calls, 1, "the second line is not asked for");
    }
    output_finish(&output);
    ofl_engine_destroy(engine);
    unlink(path);
    close(fd);
    close(null);
}
