/* Pools of jobs: order, back-pressure, and the ways they end. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/jobs.h"

enum { N_JOBS = 2000, N_WORKERS = 4, NEVER = -1 };

struct number {
    struct job job;
    int value, square;
};

struct test {
    atomic_int n_run, n_inside, n_stops;
    int ends_at, fails_at, refuses_at, waits_at; /* numbers of jobs */
    atomic_bool goes_on;                         /* for the one that waits */
    int last, n_delivered;                       /* of the deliverer */
};

static struct test begin_test(void)
{
    return (struct test){.ends_at = NEVER, .fails_at = NEVER, .refuses_at = NEVER,
                         .waits_at = NEVER, .last = -1};
}

static int run(void *user, int worker, struct job *job, struct reason *reason)
{
    struct test *test = user;
    struct number *number = (struct number *)job;
    cr_assert(worker >= 0 && worker < N_WORKERS);
    atomic_fetch_add(&test->n_run, 1);
    while (number->value == test->waits_at && !atomic_load(&test->goes_on))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    if (number->value % 7 == 0)
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL); /* later ones are done before */
    number->square = number->value * number->value;
    if (number->value == test->fails_at)
        reason_set(reason, "number %d", number->value);
    return number->value == test->fails_at ? -1 : number->value != test->ends_at;
}

static bool deliver(void *user, struct job *job)
{
    struct test *test = user;
    const struct number *number = (const struct number *)job;
    cr_assert_eq(atomic_fetch_add(&test->n_inside, 1), 0, "one at a time");
    cr_assert_eq(number->value, test->last + 1, "in order");
    cr_assert_eq(number->square, number->value * number->value, "done");
    test->last = number->value;
    test->n_delivered++;
    atomic_fetch_sub(&test->n_inside, 1);
    return number->value != test->refuses_at;
}

static void stop(void *user)
{
    struct test *test = user;
    atomic_fetch_add(&test->n_stops, 1);
    atomic_store(&test->goes_on, true);
}

static struct jobs *begin(struct test *test, int n_most, bool delivers)
{
    const struct jobs_plan plan = {.n_workers = N_WORKERS, .n_most = n_most, .run = run,
                                   .deliver = delivers ? deliver : NULL, .stop = stop,
                                   .user = test};
    struct reason reason;
    struct jobs *jobs = jobs_begin(&plan, &reason);
    cr_assert(jobs != NULL);
    return jobs;
}

static bool give(struct jobs *jobs, int value)
{
    struct number *number = malloc(sizeof *number);
    cr_assert(number != NULL);
    number->value = value;
    return jobs_give(jobs, &number->job);
}

/* Gives all numbers. How many were taken over. */
static int give_all(struct jobs *jobs)
{
    int n = 0;
    while (n < N_JOBS && give(jobs, n))
        n++;
    return n;
}

Test(jobs, order)
{
    struct reason reason;
    for (int n_most = 1; n_most <= 64; n_most *= 4) { /* fewer than workers, and more */
        struct test test = begin_test();
        struct jobs *jobs = begin(&test, n_most, true);
        cr_assert_eq(give_all(jobs), N_JOBS);
        cr_assert(jobs_finish(jobs, &reason));
        cr_assert_eq(test.n_delivered, N_JOBS);
        cr_assert_eq(jobs_count(jobs), 0);
        jobs_free(jobs);
        cr_assert_eq(test.n_stops, 0);
    }
}

/* Behind a slow one at most n_most - 1 others wait. */
Test(jobs, room)
{
    enum { MOST = 10 };
    struct reason reason;
    struct test test = begin_test();
    test.waits_at = 0;
    struct jobs *jobs = begin(&test, MOST, true);
    for (int i = 0; i < MOST; i++)
        cr_assert(give(jobs, i));
    while (atomic_load(&test.n_run) < MOST)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    cr_assert_eq(jobs_count(jobs), MOST);
    cr_assert_eq(test.n_delivered, 0);
    atomic_store(&test.goes_on, true);
    cr_assert(give(jobs, MOST), "waits until there is room");
    cr_assert(jobs_finish(jobs, &reason));
    cr_assert_eq(test.n_delivered, MOST + 1);
    jobs_free(jobs);
}

/* What was done in front of the gap is delivered, and nothing behind it. */
Test(jobs, soft_end)
{
    struct reason reason;
    struct test test = begin_test();
    test.ends_at = 1000;
    struct jobs *jobs = begin(&test, 64, true);
    cr_assert_lt(give_all(jobs), N_JOBS);
    cr_assert(jobs_finish(jobs, &reason), "it is no failure");
    cr_assert_eq(test.n_delivered, 1000);
    cr_assert_eq(test.n_stops, 0);
    jobs_free(jobs);
}

Test(jobs, failure)
{
    struct reason reason = {.text = ""};
    struct test test = begin_test();
    test.fails_at = 1000;
    struct jobs *jobs = begin(&test, 64, true);
    cr_assert_lt(give_all(jobs), N_JOBS);
    cr_assert_not(jobs_finish(jobs, &reason));
    cr_assert_str_eq(reason.text, "number 1000");
    cr_assert_leq(test.n_delivered, 1000);
    cr_assert_eq(test.n_stops, 1);
    jobs_free(jobs);
}

Test(jobs, refused)
{
    struct reason reason;
    struct test test = begin_test();
    test.refuses_at = 1000;
    struct jobs *jobs = begin(&test, 64, true);
    cr_assert_lt(give_all(jobs), N_JOBS);
    cr_assert(jobs_finish(jobs, &reason));
    cr_assert_eq(test.n_delivered, 1001);
    cr_assert_eq(test.n_stops, 1);
    jobs_free(jobs);
}

static void *stop_soon(void *jobs)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    jobs_stop(jobs);
    return NULL;
}

/* The giver waits for room behind a job that only a stop ends. */
Test(jobs, stop)
{
    struct reason reason;
    struct test test = begin_test();
    pthread_t thread;
    test.waits_at = 100;
    struct jobs *jobs = begin(&test, 16, true);
    cr_assert_eq(pthread_create(&thread, NULL, stop_soon, jobs), 0);
    cr_assert_lt(give_all(jobs), 100 + 17);
    pthread_join(thread, NULL);
    cr_assert(jobs_finish(jobs, &reason));
    cr_assert_leq(test.n_delivered, 100, "what was cut is not delivered");
    cr_assert_eq(test.n_stops, 1);
    jobs_free(jobs);
}

/* The giver takes jobs as they come, until its time or all of them are over. */
Test(jobs, taken)
{
    static bool has[N_JOBS];
    struct reason reason;
    struct job *job;
    struct test test = begin_test();
    int n_given = 0, n_taken = 0;
    test.waits_at = 0;
    struct jobs *jobs = begin(&test, 16, false);
    cr_assert_eq(jobs_take(jobs, 1, &job, &reason), 0);
    while (n_taken < N_JOBS) {
        for (; n_given < N_JOBS && jobs_count(jobs) < 16; n_given++)
            cr_assert(give(jobs, n_given));
        if (n_taken == N_JOBS - 1)
            atomic_store(&test.goes_on, true); /* all others went past the first */
        while (jobs_take(jobs, 1, &job, &reason) > 0) {
            const int value = ((struct number *)job)->value;
            cr_assert(value == 0 ? n_taken == N_JOBS - 1 : !has[value]);
            has[value] = true;
            n_taken++;
            free(job);
        }
    }
    cr_assert_eq(jobs_count(jobs), 0);
    jobs_free(jobs);
}

/* A failure is told once what was done before is taken; a pool is freed with jobs in it. */
Test(jobs, taken_failure)
{
    struct reason reason = {.text = ""};
    struct job *job;
    struct test test = begin_test();
    test.waits_at = 10;
    test.fails_at = 11;
    struct jobs *jobs = begin(&test, N_JOBS, false);
    give_all(jobs);
    int n_taken = 0, code;
    while ((code = jobs_take(jobs, 1000, &job, &reason)) > 0) {
        cr_assert_neq(((struct number *)job)->value, 10, "cut short");
        n_taken++;
        free(job);
    }
    cr_assert_eq(code, -1);
    cr_assert_str_eq(reason.text, "number 11");
    cr_assert_geq(n_taken, 10 - N_WORKERS);
    jobs_free(jobs);
    cr_assert_eq(test.n_stops, 1);
}
