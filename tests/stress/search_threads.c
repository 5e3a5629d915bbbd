/* search_threads.c - many threads on one table, stops from outside, two engines at
 * once. A plain program, because Criterion cannot run under ThreadSanitizer; run it
 * there (-Db_sanitize=thread) as well as plainly.
 *
 * usage: search_threads [ROUNDS [SEED]] */
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <outflank/think.h>

#include "base/clock.h"
#include "props.h"
#include "search/mirror.h"
#include "search/pool.h"

struct stopper {
    ofl_engine *engine;
    long delay_us;
};

static void *stop_later(void *argument)
{
    struct stopper *s = argument;
    struct timespec pause = {0, s->delay_us * 1000};
    nanosleep(&pause, NULL);
    ofl_stop(s->engine);
    return NULL;
}

static void set(ofl_engine *engine, const char *name, const char *value)
{
    if (ofl_set_option(engine, name, value) != OFL_OK) {
        fprintf(stderr, "%s\n", ofl_last_error(engine));
        exit(99);
    }
}

static int exact(ofl_engine *engine, ofl_board b)
{
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT};
    struct ofl_result r;
    ofl_search(engine, b, &limits, &r);
    CHECK(line_ends_on(b, &r.lines[0], r.lines[0].score, OFL_SCORE_TOURNAMENT), b, "line");
    return r.lines[0].score;
}

/* The same positions with 1, 2, 4 and 8 threads, the hash resized in between. */
static void same_scores(int rounds, struct rng *rng)
{
    static const char *const threads[] = {"1", "2", "4", "8"};
    static const char *const hash[] = {"1", "8", "2", "16"};
    ofl_engine *engine = ofl_engine_create();
    for (int i = 0; i < rounds; i++) {
        ofl_board b = random_position(rng, 15 + i % 3);
        int want = 0;
        for (int t = 0; t < 4; t++) {
            set(engine, "hash", hash[(i + t) % 4]);
            set(engine, "threads", threads[t]);
            int score = exact(engine, b);
            want = t ? want : score;
            CHECK(score == want, b, "%s threads: %d, want %d", threads[t], score, want);
        }
    }
    ofl_engine_destroy(engine);
}

/* Searches without an end, each stopped from another thread after 0..2 ms. */
static void stop_storm(int rounds, struct rng *rng)
{
    ofl_engine *engine = ofl_engine_create();
    set(engine, "hash", "4");
    for (int i = 0; i < rounds; i++) {
        if (i % 50 == 0)
            set(engine, "threads", i % 100 ? "4" : "2");
        ofl_board b = random_position(rng, 30 + (int)rng_below(rng, 20));
        struct stopper stopper = {engine, rng_below(rng, 2000)};
        pthread_t thread;
        ofl_clear_stop(engine);
        pthread_create(&thread, NULL, stop_later, &stopper);
        struct ofl_limits limits = {.infinite = true};
        struct ofl_result r;
        ofl_search(engine, b, &limits, &r);
        pthread_join(thread, NULL);
        CHECK(r.stopped && ofl_is_legal(b, r.lines[0].move), b, "stopped %d", r.stopped);
    }
    ofl_engine_destroy(engine);
}

static int compare_times(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* What a GUI does with a search that was started: looks, waits a little, hits, stops, goes on with
 * another; from another thread at times. How long stops took is printed. */
static void think_storm(const char *threads, int rounds, struct rng *rng)
{
    ofl_engine *engine = ofl_engine_create();
    int64_t *stop_us = calloc((size_t)rounds, sizeof *stop_us);
    int n_stops = 0;
    set(engine, "hash", "4");
    set(engine, "threads", threads);
    for (int i = 0; i < rounds && stop_us; i++) {
        ofl_board b = random_position(rng, 20 + (int)rng_below(rng, 35));
        const struct ofl_limits endless = {.infinite = true, .multi_pv = (int)rng_below(rng, 4)};
        const struct ofl_limits move = {.move_ms = 1 + rng_below(rng, 4)};
        const bool must_ponder = rng_below(rng, 2), is_hit = must_ponder && rng_below(rng, 2);
        struct stopper stopper = {engine, rng_below(rng, 1000)};
        struct ofl_result r;
        pthread_t thread;
        ofl_clear_stop(engine);
        int error = must_ponder ? ofl_ponder(engine, b, &move) : ofl_start(engine, b, &endless);
        CHECK(error == OFL_OK, b, "start: %d", error);
        for (uint32_t n = rng_below(rng, 4); n > 0; n--) {
            ofl_look(engine, &r);
            if (ofl_wait(engine, rng_below(rng, 2), &r) == OFL_OK)
                break;
        }
        if (is_hit && ofl_is_thinking(engine))
            ofl_ponder_hit(engine, &move);
        pthread_create(&thread, NULL, stop_later, &stopper);
        const int64_t start_us = clock_us();
        if (!is_hit)
            ofl_stop(engine);
        if (ofl_is_thinking(engine))
            ofl_wait(engine, -1, &r);
        if (!is_hit)
            stop_us[n_stops++] = clock_us() - start_us;
        pthread_join(thread, NULL);
        CHECK(r.n_lines >= 1 && ofl_is_legal(b, r.lines[0].move), b, "%d lines", r.n_lines);
    }
    ofl_clear_stop(engine);
    ofl_start(engine, random_position(rng, 40), &(struct ofl_limits){.infinite = true});
    ofl_engine_destroy(engine);
    if (n_stops > 0) {
        qsort(stop_us, (size_t)n_stops, sizeof *stop_us, compare_times);
        printf("think: %s threads, %d stops, median %.2f ms, p99 %.2f ms, longest %.2f ms\n",
               threads, n_stops, (double)stop_us[n_stops / 2] / 1000,
               (double)stop_us[n_stops * 99 / 100] / 1000, (double)stop_us[n_stops - 1] / 1000);
    }
    free(stop_us);
}

static void *solve_some(void *argument)
{
    struct rng rng = rng_seeded(*(const uint64_t *)argument);
    ofl_engine *engine = ofl_engine_create();
    set(engine, "hash", "2");
    set(engine, "threads", "2");
    long sum = 0;
    for (int i = 0; i < 5; i++)
        sum += exact(engine, random_position(&rng, 14));
    ofl_engine_destroy(engine);
    return (void *)(intptr_t)sum;
}

/* Engines share nothing: two at once give what each gives alone. */
static void two_engines(uint64_t seed)
{
    uint64_t seeds[2] = {seed, seed + 1};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, solve_some, &seeds[i]);
    for (int i = 0; i < 2; i++) {
        void *together;
        pthread_join(threads[i], &together);
        CHECK(together == solve_some(&seeds[i]), ofl_position_start().board, "engine %d", i);
    }
}

static void searcher_open(struct searcher *s, int n_threads, int n_cores)
{
    if (!searcher_init(s, 4, n_threads) || s->pool->n_threads < n_threads) {
        fprintf(stderr, "no %d threads\n", n_threads);
        exit(99);
    }
    pool_set_cores(s->pool, n_cores);
    s->config = (struct search_config){
        .level = 10, .selectivity = SELECTIVITY_NONE,
        .switches = {true, true, true, true, true, true, true, true, true},
    };
}

/* Searches as `limits` say; with `n_helpers` tells how many helpers took part. */
static struct ofl_result search(struct searcher *s, ofl_board b, struct ofl_limits limits,
                                int *n_helpers)
{
    static atomic_int never;
    struct ofl_result r;
    searcher_await_hit(s);
    mirror_run(s, b, &limits, &never, NULL, NULL, &r);
    for (int i = 1; n_helpers && i < s->pool->n_threads; i++)
        *n_helpers += s->pool->workers[i].nodes > 0;
    return r;
}

static int n_asleep(const struct searcher *s)
{
    int n = 0;
    for (int i = 1; i < s->pool->n_threads; i++)
        n += atomic_load(&s->pool->workers[i].sleeper.is_asleep);
    return n;
}

/* Threads on one core leave the tree to the first of them, node for node; as many as there are
 * cores give the same scores, wherever a limit stops them; afterwards all helpers sleep. */
static void cores(int rounds, struct rng *rng)
{
    enum { N_THREADS = 8, WAIT_MS = 10000 };
    const struct ofl_limits exact = {.goal = OFL_GOAL_EXACT};
    struct searcher alone, few, many;
    int n_joined = 0;
    searcher_open(&alone, 1, 1);
    searcher_open(&few, N_THREADS, 1);
    searcher_open(&many, N_THREADS, N_THREADS);
    for (int i = 0; i < rounds; i++) {
        int n_helpers = 0;
        const ofl_board b = random_position(rng, 16 + i % 3);
        const struct ofl_result want = search(&alone, b, exact, NULL);
        const struct ofl_result r = search(&few, b, exact, &n_helpers);
        CHECK(r.lines[0].score == want.lines[0].score && r.nodes == want.nodes && !n_helpers, b,
              "%d helpers on one core: %" PRIu64 " nodes, want %" PRIu64, n_helpers, r.nodes,
              want.nodes);
        const struct ofl_limits part = {.nodes = 1 + rng_below(rng, 20000), .infinite = true};
        const struct ofl_result cut = search(&many, b, part, NULL);
        CHECK(ofl_is_legal(b, cut.lines[0].move), b, "stopped, no move");
        CHECK(search(&many, b, exact, &n_joined).lines[0].score == want.lines[0].score, b,
              "many cores: want %d", want.lines[0].score);
    }
    const int64_t end_ms = clock_ms() + WAIT_MS;
    while (n_asleep(&few) + n_asleep(&many) < 2 * (N_THREADS - 1) && clock_ms() < end_ms)
        sched_yield();
    CHECK(n_asleep(&few) == N_THREADS - 1 && n_asleep(&many) == N_THREADS - 1,
          ofl_position_start().board, "%d and %d helpers sleep", n_asleep(&few), n_asleep(&many));
    printf("cores: on many %.1f of %d helpers took part\n", (double)n_joined / rounds,
           N_THREADS - 1);
    searcher_finish(&alone);
    searcher_finish(&few);
    searcher_finish(&many);
}

int main(int argc, char **argv)
{
    static const char *const storms[] = {"1", "2", "4", "8"};
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 7;
    struct rng rng = rng_seeded(seed);
    same_scores(rounds, &rng);
    stop_storm(20 * rounds, &rng);
    for (int i = 0; i < 4; i++)
        think_storm(storms[i], 5 * rounds, &rng);
    two_engines(seed);
    cores(rounds, &rng);
    printf("threads: %d rounds, seed %" PRIu64 ", %d failures\n", rounds, seed, n_failures);
    return n_failures ? 1 : 0;
}
