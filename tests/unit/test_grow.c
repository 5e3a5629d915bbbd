/* Growing a book in a file: kills between, the same answers in any order, the end within limits. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "book/store.h"
#include "grow/answerer.h"
#include "grow/grow.h"
#include "support.h"

static char path[128];

static void make_folder(void)
{
    test_folder_make();
    snprintf(path, sizeof path, "%s", test_folder_at("a.book"));
}

static ofl_engine *make_engine(void *user, struct reason *reason)
{
    (void)user, (void)reason;
    ofl_engine *engine = ofl_engine_create();
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    return engine;
}

static struct book_store *open_book(const char *name)
{
    struct book_store *store;
    struct reason reason = {.text = ""};
    cr_assert(book_store_open(name, BOOK_STORE_CREATE, &store, &reason), "%s", reason.text);
    return store;
}

static ofl_board root;

static struct grow_options usual_options(void)
{
    root = ofl_position_start().board;
    return (struct grow_options){
        .request = {.roots = {&root, 1}, .limits = {PLAN_NO_ERROR_LIMIT, 40, 200},
                    .effort = {2, 87, 0}}, .n_workers = 2, .make_engine = make_engine};
}

static enum grow_end grow(const char *name, const struct grow_options *options,
                          struct grow_progress *progress)
{
    struct reason reason = {.text = ""};
    enum grow_end end = GROW_STOPPED;
    struct book_store *store = open_book(name);
    cr_assert(grow_run(store, options, &end, progress, &reason), "%s", reason.text);
    book_store_close(store);
    return end;
}

static struct graph load(const char *name)
{
    struct graph graph = {0};
    struct reason reason = {.text = ""};
    struct book_store *store = open_book(name);
    cr_assert(grow_load(&graph, store, &reason), "%s", reason.text);
    book_store_close(store);
    return graph;
}

/* Every derived field follows from the facts; every position is reached from the root. */
static size_t check_book(const char *name)
{
    struct graph graph = load(name);
    for (size_t i = 0; i < graph.n; i++) {
        struct book_moves moves;
        size_t children[OFL_MAX_MOVES];
        struct reason reason = {.text = ""};
        struct book_record again = graph.records[i];
        graph_moves(&graph, i, &moves, children);
        cr_assert(book_derive(&again, &moves, &reason), "%s", reason.text);
        cr_assert(book_record_is_equal(&again, &graph.records[i]), "record %zu", i);
    }
    struct plan plan;
    const struct grow_options options = usual_options();
    cr_assert(plan_make(&plan, &graph, &options.request, NULL));
    cr_assert_eq(plan.n_reached, graph.n);
    plan_free(&plan);
    const size_t n = graph.n;
    graph_free(&graph);
    return n;
}

Test(grow, ends_at_the_number_of_positions, .init = make_folder, .fini = test_folder_remove)
{
    struct grow_options options = usual_options();
    struct grow_progress progress;
    options.n_searched = 60;
    cr_expect_eq(grow(path, &options, &progress), GROW_POSITIONS);
    cr_expect_eq(progress.n_positions, 60);
    cr_expect_eq((size_t)progress.n_positions, check_book(path));
    cr_expect_geq(progress.n_answers, progress.n_positions);
    cr_expect_eq(grow(path, &options, &progress), GROW_POSITIONS, "nothing is left to do");
    cr_expect_eq(progress.n_answers, 0);
    options.n_searched = 80;
    cr_expect_eq(grow(path, &options, &progress), GROW_POSITIONS);
    cr_expect_lt(progress.n_answers, 80, "it goes on where it ended");
    cr_expect_eq(check_book(path), 80);
}

Test(grow, is_complete_within_limits_and_then_does_nothing, .init = make_folder,
     .fini = test_folder_remove)
{
    struct grow_options options = usual_options();
    struct grow_progress progress;
    options.request.limits = (struct plan_limits){PLAN_NO_ERROR_LIMIT, 57, 200};
    cr_expect_eq(grow(path, &options, &progress), GROW_COMPLETE);
    cr_expect_eq(check_book(path), 1 + 1 + 3 + 14, "all positions of three plies");
    cr_expect_eq(grow(path, &options, &progress), GROW_COMPLETE);
    cr_expect_eq(progress.n_answers, 0);
    options.request.limits = (struct plan_limits){100, 50, 200};
    cr_expect_eq(grow(path, &options, &progress), GROW_COMPLETE, "one disc of error to 50 empties");
    cr_expect_gt(check_book(path), 30);
}

static bool must_end(void *user)
{
    (void)user;
    return true;
}

Test(grow, ends_when_told, .init = make_folder, .fini = test_folder_remove)
{
    struct grow_options options = usual_options();
    struct grow_progress progress;
    options.must_end = must_end;
    cr_expect_eq(grow(path, &options, &progress), GROW_STOPPED);
    options.must_end = NULL;
    options.seconds = 1;
    cr_expect_eq(grow(path, &options, &progress), GROW_SECONDS);
    check_book(path);
}

/* A byte for each commit. */
static void tell_commit(void *user, const struct grow_progress *progress)
{
    (void)progress;
    cr_assert_eq(write(*(int *)user, "", 1), 1);
}

/* A child that grows without limit, and the end of a pipe that tells its commits. */
static pid_t start_growing(int *commits)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct grow_options options = usual_options();
        struct grow_progress progress;
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nor does it outlive a test that is killed */
        options.report = tell_commit;
        options.user = &ends[1];
        grow(path, &options, &progress);
        _exit(1);
    }
    close(ends[1]);
    *commits = ends[0];
    return child;
}

Test(grow, killed_at_any_moment_it_is_whole, .init = make_folder, .fini = test_folder_remove,
     .timeout = 600)
{
    struct rng rng = rng_seeded(test_seed(11));
    size_t before = 0;
    for (int i = 0; i < 5; i++) {
        int commits, status;
        const pid_t child = start_growing(&commits);
        for (uint32_t n = 1 + rng_below(&rng, 3); n > 0; n--) {
            char byte;
            cr_assert_eq(read(commits, &byte, 1), 1, "it grows");
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000 * (long)rng_below(&rng, 20000)}, NULL);
        kill(child, SIGKILL);
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFSIGNALED(status), "still growing when it was killed");
        close(commits);
        const size_t n = check_book(path);
        cr_expect_geq(n, before, "nothing that was committed is lost");
        before = n;
    }
    cr_expect_gt(before, 1, "%zu positions", before);
}

/* All answers to the tasks of a book that grows by `n`, in the order in which they came. */
static size_t make_answers(struct answer *answers, size_t n)
{
    struct reason reason = {.text = ""};
    struct answerer answerer;
    const struct grow_options options = usual_options();
    struct book_store *store = open_book(path);
    ofl_engine *engine = make_engine(NULL, NULL);
    cr_assert(answerer_init(&answerer, engine, 1 << 24, &reason), "%s", reason.text);
    size_t n_answers = 0;
    while (n_answers < n) {
        struct graph graph = {0};
        struct plan plan;
        cr_assert(grow_load(&graph, store, &reason), "%s", reason.text);
        cr_assert(plan_make(&plan, &graph, &options.request, &reason));
        for (size_t i = 0; i < plan.n && i < 8 && n_answers < n; i++) {
            struct answer *answer = &answers[n_answers++];
            cr_assert_eq(answerer_search(&answerer, &plan.entries[i].task, answer, &reason), 1);
            const struct book_record record = task_record_of(answer);
            cr_assert(book_store_begin(store, &reason) &&
                      book_store_merge(store, &record, NULL, &reason) &&
                      book_store_commit(store, &reason), "%s", reason.text);
        }
        plan_free(&plan);
        graph_free(&graph);
    }
    answerer_free(&answerer);
    book_store_close(store);
    return n_answers;
}

Test(grow, answers_in_any_order_and_twice_give_the_same_book, .init = make_folder,
     .fini = test_folder_remove)
{
    struct answer answers[120];
    struct rng rng = rng_seeded(test_seed(12));
    const size_t n = make_answers(answers, 120);
    struct graph first = load(path);
    for (int run = 0; run < 2; run++) {
        char name[8];
        struct reason reason = {.text = ""};
        snprintf(name, sizeof name, "%c.book", 'b' + run);
        struct book_store *store = open_book(test_folder_at(name));
        cr_assert(book_store_begin(store, &reason));
        for (size_t i = 0; i < 3 * n; i++) {
            /* By lot, some twice and some never; then those that are left. */
            const size_t pick = i < 2 * n ? rng_below(&rng, (uint32_t)n) : i - 2 * n;
            const struct book_record record = task_record_of(&answers[pick]);
            cr_assert(book_store_merge(store, &record, NULL, &reason), "%s", reason.text);
            if (rng_below(&rng, 20) == 0)
                cr_assert(book_store_commit(store, &reason) && book_store_begin(store, &reason),
                          "%s", reason.text);
        }
        cr_assert(book_store_commit(store, &reason), "%s", reason.text);
        book_store_close(store);
        struct graph again = load(test_folder_at(name));
        cr_assert_eq(again.n, first.n);
        for (size_t i = 0; i < again.n; i++)
            cr_assert(book_record_is_equal(&again.records[i], &first.records[i]), "record %zu", i);
        graph_free(&again);
    }
    graph_free(&first);
}
