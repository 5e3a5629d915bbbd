/* threads_runner - runs Criterion's tests where Criterion cannot: under ThreadSanitizer its
 * sandbox finds no room in the address space. Each test runs in a child of its own, with its
 * fixtures and its expected signal; the output is TAP. A data race ends a child with 66. */
#include <criterion/criterion.h>
#include <criterion/event.h>
#include <criterion/stats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];
extern struct criterion_suite *__start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *__stop_cr_sts[] __attribute__((weak));

static const struct criterion_test *running;
static bool has_failed;

static void call(void (*own)(void), void (*of_suite)(void))
{
    if (own ? own : of_suite)
        (own ? own : of_suite)();
}

static const struct criterion_test_extra_data *suite_of(const struct criterion_test *test)
{
    static const struct criterion_test_extra_data none;
    for (struct criterion_suite **suite = __start_cr_sts; suite < __stop_cr_sts; suite++)
        if (*suite && strcmp((*suite)->name, test->category) == 0)
            return (*suite)->data;
    return &none;
}

/* What the macros of the tests call. */
void criterion_internal_test_setup(void)
{
    call(running->data->init, suite_of(running)->init);
}

void criterion_internal_test_main(void (*test)(void))
{
    test();
}

void criterion_internal_test_teardown(void)
{
    call(running->data->fini, suite_of(running)->fini);
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
    printf("# %s:%u: %s\n", stats->file, stats->line, stats->message);
    has_failed = true;
}

void cri_asserts_passed_incr(void)
{
}

void criterion_continue_test(void)
{
}

_Noreturn void criterion_abort_test(void)
{
    fflush(stdout);
    _exit(1);
}

_Noreturn void criterion_skip_test(const char *format, ...)
{
    printf("# skipped: %s\n", format);
    fflush(stdout);
    _exit(77);
}

/* The status of a child that ran the test. */
static int run(const struct criterion_test *test)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        running = test;
        test->test();
        exit(has_failed);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int main(void)
{
    int n = 0, n_failed = 0;
    printf("1..%d\n", (int)(__stop_cr_tst - __start_cr_tst));
    for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
        const int status = run(*test), signal = (*test)->data->signal;
        const bool is_skipped = WIFEXITED(status) && WEXITSTATUS(status) == 77;
        const bool is_good = signal ? WIFSIGNALED(status) && WTERMSIG(status) == signal
                                    : is_skipped || status == 0;
        n_failed += !is_good;
        printf("%s %d - %s::%s%s\n", is_good ? "ok" : "not ok", ++n, (*test)->category,
               (*test)->name, is_skipped ? " # SKIP" : "");
    }
    return n_failed > 0;
}
