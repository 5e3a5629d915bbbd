/* contract.c - all that the public headers allow, from several threads, while searches run. Each
 * engine has one owner, who calls what comes by chance, and strangers, who look and stop from other
 * threads. Callbacks must find what they were set with, for as long as that is promised. Run it
 * under ThreadSanitizer (-Db_sanitize=thread) as well as plainly.
 *
 * usage: contract [ROUNDS [SEED]] */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <outflank/analysis.h>
#include <outflank/book.h>
#include <outflank/review.h>
#include <outflank/think.h>

#include "props.h"

enum { N_OWNERS = 2, N_STRANGERS = 2, N_HEARERS = 2 };

/* What a callback is set with: it may be called from when `is_on` is set until it is taken back. */
struct hearer {
    atomic_bool is_on;
    atomic_int n_calls, n_wrong;
};

struct owner {
    int index;
    int rounds;
    uint64_t seed;
    ofl_book *book;            /* of all owners */
    ofl_engine *engine;
    pthread_rwlock_t exists;   /* strangers hold it while they call */
    atomic_bool is_over;
    struct hearer hearers[N_HEARERS];
    int set;                   /* hearer in force, or -1 */
    bool has_search;
    ofl_board board;           /* of the search that runs */
    struct rng rng;
    struct ofl_game game;
};

static atomic_int n_wrong;

/* Failures of many threads: one line each. */
#define EXPECT(owner, condition, ...)                                                       \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            atomic_fetch_add(&n_wrong, 1);                                                  \
            fprintf(stderr, "%s:%d: owner %d: not %s: ", __FILE__, __LINE__, (owner)->index, \
                    #condition);                                                            \
            fprintf(stderr, __VA_ARGS__);                                                   \
            fputs("\n", stderr);                                                            \
        }                                                                                   \
    } while (0)

static void hear(struct hearer *hearer, int from, struct owner *owner)
{
    const long which = hearer - owner->hearers;
    atomic_fetch_add(&hearer->n_calls, 1);
    if (which != from || !atomic_load(&hearer->is_on))
        atomic_fetch_add(&hearer->n_wrong, 1);
}

/* The user pointer names hearer and owner. */
struct user { struct owner *owner; int which; };
static struct user users[N_OWNERS][N_HEARERS];

static void hear_first(void *user, const struct ofl_info *info)
{
    const struct user *u = user;
    hear(&u->owner->hearers[u->which], 0, u->owner);
    if (info->line.depth > 12)
        ofl_stop(u->owner->engine);
}

static void hear_second(void *user, const struct ofl_info *info)
{
    const struct user *u = user;
    (void)info;
    hear(&u->owner->hearers[u->which], 1, u->owner);
}

static void pause_us(uint32_t us)
{
    nanosleep(&(struct timespec){0, (long)us * 1000}, NULL);
}

/* ---- what strangers may call ---- */

static void *be_a_stranger(void *argument)
{
    struct owner *owner = argument;
    struct rng rng = rng_seeded(owner->seed ^ 0x5712);
    while (!atomic_load(&owner->is_over)) {
        struct ofl_result now;
        pthread_rwlock_rdlock(&owner->exists);
        if (owner->engine) {
            ofl_look(owner->engine, &now);
            EXPECT(owner, now.n_lines >= 0 && now.n_lines <= OFL_MAX_MOVES && now.stopped, "%d",
                   now.n_lines);
            for (int i = 0; i < now.n_lines; i++)
                EXPECT(owner, now.lines[i].pv_length >= 1 &&
                                  now.lines[i].pv[0] == now.lines[i].move,
                       "line %d of %d", i, now.n_lines);
            ofl_is_thinking(owner->engine);
            if (rng_below(&rng, 20) == 0)
                ofl_stop(owner->engine);
            if (rng_below(&rng, 20) == 0)
                ofl_clear_stop(owner->engine);
        }
        pthread_rwlock_unlock(&owner->exists);
        pause_us(rng_below(&rng, 300));
    }
    return NULL;
}

/* ---- what the owner may call ---- */

/* The old hearer is silent once the new one is set. */
static void change_hearer(struct owner *owner)
{
    static const ofl_info_fn functions[] = {hear_first, hear_second};
    const int old = owner->set, new = (int)rng_below(&owner->rng, N_HEARERS + 1) - 1;
    if (new >= 0)
        atomic_store(&owner->hearers[new].is_on, true);
    ofl_on_info(owner->engine, new < 0 ? NULL : functions[new],
                new < 0 ? NULL : &users[owner->index][new]);
    if (old >= 0 && old != new)
        atomic_store(&owner->hearers[old].is_on, false);
    owner->set = new;
}

static void change_hearers(struct owner *owner)
{
    for (int i = 0; i < 200; i++)
        change_hearer(owner);
}

static void set_option(struct owner *owner)
{
    static const char *const options[][2] = {
        {"hash", "1"}, {"hash", "2"}, {"threads", "1"}, {"threads", "3"}, {"level", "6"},
        {"score-rule", "tournament"}, {"contempt", "2"}, {"contempt", "0"}, {"book", "shipped"},
        {"book", "none"}, {"variety", "1"}, {"variety", "0"}, {"evaluation", "classical"},
        {"evaluation", "trained"}, {"seed", "5"}, {"strength", "9"}, {"strength", "off"}};
    const size_t n = rng_below(&owner->rng, sizeof options / sizeof *options);
    const int code = ofl_set_option(owner->engine, options[n][0], options[n][1]);
    EXPECT(owner, code == (owner->has_search ? OFL_ERR_BUSY : OFL_OK), "%d: %s", code,
           ofl_last_error(owner->engine));
}

static void ask_options(struct owner *owner)
{
    for (size_t i = 0; ofl_option_at(i); i++)
        EXPECT(owner, ofl_get_option(owner->engine, ofl_option_at(i)->name) != NULL, "%zu", i);
}

static void begin_search(struct owner *owner)
{
    const ofl_board board = random_position(&owner->rng, 20 + (int)rng_below(&owner->rng, 35));
    const struct ofl_limits kinds[] = {
        {.infinite = true, .multi_pv = 3}, {.depth = 6}, {.nodes = 20000}, {.move_ms = 20},
        {.has_clock = true, .clock_ms = 1000}, {.goal = OFL_GOAL_EXACT, .nodes = 50000}};
    const struct ofl_limits limits = kinds[rng_below(&owner->rng, sizeof kinds / sizeof *kinds)];
    const bool ponders = rng_below(&owner->rng, 2);
    const int code = ponders ? ofl_ponder(owner->engine, board, &limits)
                             : ofl_start(owner->engine, board, &limits);
    EXPECT(owner, code == (owner->has_search ? OFL_ERR_BUSY : OFL_OK), "%d", code);
    if (code)
        return;
    owner->has_search = true;
    owner->board = board;
}

static void hit(struct owner *owner)
{
    const int code = ofl_ponder_hit(owner->engine, &(struct ofl_limits){.move_ms = 5});
    EXPECT(owner, code == OFL_ERR_OPTION || (code == OFL_OK && owner->has_search), "%d", code);
}

static void wait_for(struct owner *owner, int64_t timeout_ms)
{
    struct ofl_result result;
    const int code = ofl_wait(owner->engine, timeout_ms, &result);
    if (code == OFL_OK) {
        EXPECT(owner, owner->has_search && result.n_lines >= 1 &&
                          ofl_is_legal(owner->board, result.lines[0].move), "no legal move");
        owner->has_search = false;
    } else {
        EXPECT(owner, code == (owner->has_search ? OFL_ERR_BUSY : OFL_ERR_OPTION) &&
                          (timeout_ms >= 0 || !owner->has_search), "%d", code);
    }
}

static void wait_a_little(struct owner *owner) { wait_for(owner, rng_below(&owner->rng, 4)); }

/* A stranger may take the order back, so it is given until the search has ended. */
static void end_search(struct owner *owner)
{
    do {
        ofl_stop(owner->engine);
        wait_for(owner, 2);
    } while (owner->has_search);
    ofl_clear_stop(owner->engine);
}

/* Of an idle engine OFL_OK, else a refusal. */
static void expect_code(struct owner *owner, int code, const char *what)
{
    EXPECT(owner, code == (owner->has_search ? OFL_ERR_BUSY : OFL_OK), "%s: %d, %s", what, code,
           ofl_last_error(owner->engine));
}

static void search_here(struct owner *owner)
{
    struct ofl_result result;
    const struct ofl_limits limits = {.depth = 4, .multi_pv = 2};
    const ofl_board board = random_position(&owner->rng, 30);
    expect_code(owner, ofl_search(owner->engine, board, &limits, &result), "search");
    expect_code(owner, ofl_hint(owner->engine, owner->game.start.board, &limits, &result), "hint");
    expect_code(owner, ofl_choose(owner->engine, &owner->game, &limits, &result), "choose");
}

static void on_analysis(void *user, const struct ofl_analysis *now)
{
    struct owner *owner = user;
    if (now->result.n_lines > 3)
        ofl_stop(owner->engine);
}

static void analyze(struct owner *owner)
{
    const struct ofl_analysis_limits limits = {.nodes = 20000, .n_best = 4};
    struct ofl_analysis analysis;
    const bool listens = rng_below(&owner->rng, 2);
    expect_code(owner, ofl_analyze(owner->engine, random_position(&owner->rng, 24), &limits,
                                   listens ? on_analysis : NULL, owner, &analysis), "analysis");
}

static bool on_review(void *user, int n_done, int n_all)
{
    (void)user;
    return n_done < n_all / 2;
}

static void review(struct owner *owner)
{
    const struct ofl_review_settings settings = {.depth = 1, .exact_empties = 4};
    ofl_review *made = NULL;
    expect_code(owner, ofl_review_game(owner->engine, &owner->game, &settings, on_review, NULL,
                                       &made), "review");
    char *text = made ? ofl_review_write(made, OFL_REVIEW_TEXT) : NULL;
    EXPECT(owner, !made == !text, "a review has a text");
    ofl_text_free(text);
    ofl_review_free(made);
}

static void ask_books(struct owner *owner)
{
    struct ofl_book_answer answer;
    struct ofl_book_error error;
    const ofl_board start = ofl_position_start().board;
    ofl_book_knows(owner->engine, start, &(struct ofl_limits){0});
    ofl_ask_book(owner->engine, random_position(&owner->rng, 50), NULL, &answer);
    EXPECT(owner, !*ofl_book_take_problem(owner->engine), "the book has no problem");
    if (owner->book)
        EXPECT(owner, ofl_book_ask(owner->book, start, &answer, &error) == 1, "%s", error.text);
    if (ofl_engine_book(owner->engine))
        EXPECT(owner, ofl_book_count(ofl_engine_book(owner->engine), &error) > 0, "%s", error.text);
}

static void evaluate(struct owner *owner)
{
    struct ofl_term terms[32];
    const ofl_board board = random_position(&owner->rng, 10 + (int)rng_below(&owner->rng, 45));
    EXPECT(owner, abs(ofl_evaluate(owner->engine, board)) <= 6400, "a score");
    EXPECT(owner, ofl_explain(owner->engine, board, terms, 32) > 5, "terms");
    EXPECT(owner, ofl_is_thinking(owner->engine) == owner->has_search, "%d", owner->has_search);
    ofl_loss(owner->engine);
}

static void new_game(struct owner *owner)
{
    ofl_new_game(owner->engine);
    owner->has_search = false;
}

/* Sometimes as a search runs. */
static void new_engine(struct owner *owner)
{
    pthread_rwlock_wrlock(&owner->exists);
    ofl_engine_destroy(owner->engine);
    owner->engine = ofl_engine_create();
    if (!owner->engine || ofl_set_option(owner->engine, "hash", "1") != OFL_OK)
        exit(99);
    for (int i = 0; i < N_HEARERS; i++)
        atomic_store(&owner->hearers[i].is_on, false);
    pthread_rwlock_unlock(&owner->exists);
    owner->set = -1;
    owner->has_search = false;
}

static void *be_an_owner(void *argument)
{
    static void (*const calls[])(struct owner *) = {
        change_hearers, change_hearers, change_hearer, set_option, ask_options, begin_search,
        begin_search, hit, wait_a_little, wait_a_little, end_search, search_here, analyze, review,
        ask_books, evaluate, new_game, new_engine};
    struct owner *owner = argument;
    pthread_t strangers[N_STRANGERS];
    new_engine(owner);
    for (int i = 0; i < N_STRANGERS; i++)
        pthread_create(&strangers[i], NULL, be_a_stranger, owner);
    for (int i = 0; i < owner->rounds; i++)
        calls[rng_below(&owner->rng, sizeof calls / sizeof *calls)](owner);
    atomic_store(&owner->is_over, true);
    for (int i = 0; i < N_STRANGERS; i++)
        pthread_join(strangers[i], NULL);
    ofl_engine_destroy(owner->engine);
    return NULL;
}

/* An order to stop holds until it is taken back, whatever the owner does meanwhile. */
static void *order(void *argument)
{
    ofl_stop(argument);
    return NULL;
}

static void orders_last(int rounds)
{
    const ofl_board start = ofl_position_start().board;
    ofl_engine *engine = ofl_engine_create();
    ofl_set_option(engine, "hash", "1");
    for (int i = 0; i < rounds; i++) {
        struct ofl_result result;
        pthread_t thread;
        ofl_clear_stop(engine);
        ofl_start(engine, start, &(struct ofl_limits){.infinite = true});
        pthread_create(&thread, NULL, order, engine);
        ofl_new_game(engine); /* ends the search while the order comes */
        pthread_join(thread, NULL);
        ofl_search(engine, start, &(struct ofl_limits){.infinite = true, .depth = 4}, &result);
        CHECK(result.stopped, start, "round %d: the order was lost", i);
    }
    ofl_engine_destroy(engine);
}

static void run_owners(int rounds, uint64_t seed, ofl_book *book)
{
    static struct owner owners[N_OWNERS];
    static const char moves[] = "f5d6c3d3c4f4f6f3e6e7";
    pthread_t threads[N_OWNERS];
    int n_calls = 0;
    for (int i = 0; i < N_OWNERS; i++) {
        struct owner *owner = &owners[i];
        *owner = (struct owner){.index = i, .rounds = rounds, .seed = seed + (uint64_t)i,
                                .book = book, .rng = rng_seeded(seed + (uint64_t)i), .set = -1};
        for (int k = 0; k < N_HEARERS; k++)
            users[i][k] = (struct user){owner, k};
        ofl_game_init(&owner->game, ofl_position_start());
        if (!ofl_game_add_transcript(&owner->game, moves, strlen(moves), NULL))
            exit(99);
        pthread_rwlock_init(&owner->exists, NULL);
    }
    for (int i = 0; i < N_OWNERS; i++)
        pthread_create(&threads[i], NULL, be_an_owner, &owners[i]);
    for (int i = 0; i < N_OWNERS; i++) {
        pthread_join(threads[i], NULL);
        for (int k = 0; k < N_HEARERS; k++) {
            const struct hearer *hearer = &owners[i].hearers[k];
            n_calls += atomic_load(&hearer->n_calls);
            EXPECT(&owners[i], atomic_load(&hearer->n_wrong) == 0, "hearer %d: %d of %d calls", k,
                   atomic_load(&hearer->n_wrong), atomic_load(&hearer->n_calls));
        }
        pthread_rwlock_destroy(&owners[i].exists);
    }
    printf("contract: %d callbacks\n", n_calls);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 200;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 11;
    ofl_book *book = ofl_book_open("shipped", NULL);
    orders_last(rounds / 2);
    run_owners(rounds, seed, book);
    ofl_book_close(book);
    n_failures += atomic_load(&n_wrong);
    printf("contract: %d rounds, seed %" PRIu64 ", %d failures\n", rounds, seed, n_failures);
    return n_failures ? 1 : 0;
}
