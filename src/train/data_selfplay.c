/* train/data_selfplay.c - outflank-data selfplay: games on all cores into one file.
 *
 * Threads take the next game each; finished games wait in a ring until it is their
 * turn, so the file holds them in order and is the same for any number of threads.
 * A block ends every BLOCK_GAMES games and notes how many are done: a run goes on
 * from there, and a kill loses what was played since. */
#include "train/data.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <sys/resource.h>
#include <unistd.h>
#include <outflank/notation.h>

#include "base/clock.h"
#include "eval/weights.h"
#include "train/file.h"
#include "train/selfplay.h"

enum {
    RING = 1024,                                /* games that may wait for a slow one */
    BLOCK_GAMES = RECORD_BLOCK / SELFPLAY_RECORDS,
    THREADS_MOST = 1024,
    RULES_VERSION = 1                           /* of selfplay.c: changes with its games */
};

static const char usage[] =
    "usage: outflank-data selfplay --out FILE [options]\n"
    "\n"
    "Plays games of the engine against itself and writes their positions with labels.\n"
    "Goes on with a file that a run of the same settings left; the number of threads may\n"
    "change. Each machine needs its own seed; 'outflank-data merge' joins their files.\n"
    "  -o, --out FILE        the data file\n"
    "  -g, --games N         stop when the file holds N games (2147483647)\n"
    "      --seconds N       stop after N seconds\n"
    "  -w, --weights FILE    of the trained evaluation (those built in)\n"
    "  -d, --depth N         plies of the search for each move, 1..30 (6)\n"
    "  -n, --exact N         solve from N empty squares on, 1..30 (16)\n"
    "      --random N-M      random plies at the start: the lesser of two numbers drawn\n"
    "                        from N..M (8-30)\n"
    "      --openings FILE   games in text, one a line (f5d6c3...), to begin some games with\n"
    "      --opening-games N percent of games that begin so (50)\n"
    "      --strays N        positions off the line of each game, 0..20 (4)\n"
    "  -s, --seed N          0..4294967295 (1)\n"
    "  -t, --threads N       threads, 1..1024 (all cores)\n"
    "      --nice N          priority, 0..19: 19 takes idle time only (19)\n"
    "  -q, --quiet           no progress\n"
    "  -h, --help            print this\n";

struct args {
    const char *out, *weights, *openings;
    struct selfplay_rules rules;
    int64_t n_games, seconds;
    int n_threads, nice;
    bool is_quiet;
};

struct slot {
    struct record records[SELFPLAY_RECORDS];
    int n; /* -1: not played yet */
};

/* Everything is under the lock but the slot a thread is playing into. */
struct run {
    const struct args *args;
    pthread_mutex_t lock;
    pthread_cond_t has_room;
    struct slot *ring; /* RING */
    struct record_writer *writer;
    uint64_t n_taken, n_written, n_at_start, n_records; /* games, but for the last */
    int64_t start_us, shown_us;
    int result;        /* an exit code ends the run */
};

/* Set by the handler; a second signal ends the program at once. */
static volatile sig_atomic_t is_interrupted;

static void on_signal(int number)
{
    is_interrupted = 1;
    signal(number, SIG_DFL);
}

enum { OPT_SECONDS = 256, OPT_RANDOM, OPT_OPENINGS, OPT_OPENING_GAMES, OPT_STRAYS, OPT_NICE };

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"games", required_argument, NULL, 'g'},
    {"seconds", required_argument, NULL, OPT_SECONDS},
    {"weights", required_argument, NULL, 'w'},
    {"depth", required_argument, NULL, 'd'},
    {"exact", required_argument, NULL, 'n'},
    {"random", required_argument, NULL, OPT_RANDOM},
    {"openings", required_argument, NULL, OPT_OPENINGS},
    {"opening-games", required_argument, NULL, OPT_OPENING_GAMES},
    {"strays", required_argument, NULL, OPT_STRAYS},
    {"seed", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 't'},
    {"nice", required_argument, NULL, OPT_NICE},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* "8-30" */
static bool read_range(const char *text, struct selfplay_rules *rules)
{
    int value[2] = {0};
    const char *p = text;
    bool is_good = true;
    for (int i = 0; i < 2; i++) {
        const char *start = p;
        for (; *p >= '0' && *p <= '9' && value[i] <= 50; p++)
            value[i] = value[i] * 10 + (*p - '0');
        is_good = is_good && p > start && value[i] <= 50 && *p == (i == 0 ? '-' : '\0');
        p += i == 0 && *p == '-';
    }
    if (!is_good || value[0] > value[1]) {
        data_say("--random: expected N-M with 0 <= N <= M <= 50, found '%.60s'", text);
        return false;
    }
    rules->random_least = value[0];
    rules->random_most = value[1];
    return true;
}

static bool set_number(struct args *args, int option, const char *text)
{
    static const struct { int option, max; bool is_from_1; } numbers[] = {
        {'g', SELFPLAY_GAMES_MOST, true}, {OPT_SECONDS, 1 << 30, true}, {'d', 30, true},
        {'n', 30, true}, {OPT_OPENING_GAMES, 100, false},
        {OPT_STRAYS, SELFPLAY_STRAYS_MOST, false}, {'t', THREADS_MOST, true}, {OPT_NICE, 19, false},
    };
    int64_t value = 0, min = 0, max = UINT32_MAX;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].option == option) {
            min = numbers[i].is_from_1;
            max = numbers[i].max;
        }
    if (!data_read_number(data_option_name(long_options, option), text, min, max, &value))
        return false;
    int n = (int)value;
    switch (option) {
    case 'g': args->n_games = value; break;
    case OPT_SECONDS: args->seconds = value; break;
    case 'd': args->rules.depth = n; break;
    case 'n': args->rules.exact_empties = n; break;
    case OPT_OPENING_GAMES: args->rules.openings_percent = n; break;
    case OPT_STRAYS: args->rules.n_strays = n; break;
    case 't': args->n_threads = n; break;
    case OPT_NICE: args->nice = n; break;
    default: args->rules.seed = (uint32_t)value; break;
    }
    return true;
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *args = (struct args){
        .n_games = SELFPLAY_GAMES_MOST, .seconds = 1 << 30, .nice = 19, .weights = "",
        .n_threads = cores < 1 ? 1 : cores > THREADS_MOST ? THREADS_MOST : (int)cores,
        .rules = {.seed = 1, .depth = 6, .exact_empties = 16, .random_least = 8,
                  .random_most = 30, .n_strays = 4, .openings_percent = 50},
    };
    for (int option;
         (option = getopt_long(argc, argv, "o:g:w:d:n:s:t:qh", long_options, NULL)) != -1;) {
        bool is_good = true;
        switch (option) {
        case 'h': return -1;
        case '?': return EX_USAGE;
        case 'o': args->out = optarg; break;
        case 'w': args->weights = optarg; break;
        case 'q': args->is_quiet = true; break;
        case OPT_OPENINGS: args->openings = optarg; break;
        case OPT_RANDOM: is_good = read_range(optarg, &args->rules); break;
        default: is_good = set_number(args, option, optarg); break;
        }
        if (!is_good)
            return EX_USAGE;
    }
    if (!args->out || optind < argc) {
        data_say(args->out ? "selfplay takes no files" : "expected --out FILE, the data file");
        return EX_USAGE;
    }
    return 0;
}

static void show_progress(struct run *run)
{
    int64_t now = clock_us(), pause_us = isatty(2) ? 500000 : 60000000;
    if (run->args->is_quiet || now - run->shown_us < pause_us)
        return;
    run->shown_us = now;
    double seconds = (double)(now - run->start_us) * 1e-6;
    double rate = (double)(run->n_written - run->n_at_start) / seconds;
    fprintf(stderr, "%s%" PRIu64 " games, %.2f games/s, %" PRIu64 " positions in %.0f s%s",
            isatty(2) ? "\r" : "", run->n_written, rate, run->n_records, seconds,
            isatty(2) ? " \033[K" : "\n");
}

static void fail_write(struct run *run)
{
    data_say("%s: cannot be written: %s", run->args->out, strerror(errno));
    run->result = EX_IOERR;
}

/* Writes the games whose turn it is. */
static void write_games(struct run *run)
{
    struct slot *slot;
    while (run->result == 0 && run->n_written < run->n_taken &&
           (slot = &run->ring[run->n_written % RING])->n >= 0) {
        bool is_written = true;
        for (int i = 0; i < slot->n; i++)
            is_written = is_written && record_write(run->writer, &slot->records[i]);
        run->n_records += (uint64_t)slot->n;
        slot->n = -1;
        run->n_written++;
        if (run->n_written % BLOCK_GAMES == 0)
            is_written = is_written && record_end_block(run->writer, run->n_written);
        if (!is_written)
            fail_write(run);
    }
    show_progress(run);
    pthread_cond_broadcast(&run->has_room);
}

static bool is_finished(const struct run *run)
{
    return run->result || is_interrupted || run->n_taken >= (uint64_t)run->args->n_games ||
           clock_us() - run->start_us >= run->args->seconds * 1000000;
}

/* The number of the next game; false when there is none left. */
static bool take_game(struct run *run, uint64_t *k)
{
    while (!is_finished(run) && run->n_taken - run->n_written >= RING)
        pthread_cond_wait(&run->has_room, &run->lock);
    *k = run->n_taken;
    return !is_finished(run);
}

struct thread {
    struct run *run;
    ofl_engine *engine;
    pthread_t id;
    bool is_started;
};

static void *run_thread(void *argument)
{
    struct thread *thread = argument;
    struct run *run = thread->run;
    uint64_t k;
    pthread_mutex_lock(&run->lock);
    while (take_game(run, &k)) {
        struct slot *slot = &run->ring[k % RING];
        run->n_taken++;
        pthread_mutex_unlock(&run->lock);
        int n = selfplay_game(thread->engine, &run->args->rules, (uint32_t)k, slot->records);
        pthread_mutex_lock(&run->lock);
        if (n < 0) {
            data_say("game %" PRIu64 ": %s", k, ofl_last_error(thread->engine));
            run->result = EX_SOFTWARE;
        }
        slot->n = n;
        write_games(run);
    }
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static bool set_up_engine(struct thread *thread, const struct args *args)
{
    thread->engine = ofl_engine_create();
    if (!thread->engine) {
        data_say("no memory for an engine");
        return false;
    }
    if (ofl_set_option(thread->engine, "hash", "8") == OFL_OK &&
        ofl_set_option(thread->engine, "selectivity", "100") == OFL_OK &&
        (!*args->weights || ofl_set_option(thread->engine, "weights", args->weights) == OFL_OK))
        return true;
    data_say("%s", ofl_last_error(thread->engine));
    return false;
}

static int play_games(struct run *run)
{
    int n_threads = run->args->n_threads;
    struct thread *threads = calloc((size_t)n_threads, sizeof *threads);
    if (!threads)
        return EX_OSERR;
    for (int i = 0; run->result == 0 && i < n_threads; i++) {
        threads[i].run = run;
        if (!set_up_engine(&threads[i], run->args))
            run->result = EX_DATAERR;
    }
    run->start_us = run->shown_us = clock_us();
    for (int i = 1; run->result == 0 && i < n_threads; i++)
        threads[i].is_started =
            pthread_create(&threads[i].id, NULL, run_thread, &threads[i]) == 0;
    if (run->result == 0)
        run_thread(&threads[0]);
    for (int i = 0; i < n_threads; i++) {
        if (threads[i].is_started)
            pthread_join(threads[i].id, NULL);
        ofl_engine_destroy(threads[i].engine);
    }
    free(threads);
    return run->result;
}

/* A number that differs when the games would; what only stops the run has no part in
 * it. False after a sentence. */
static bool find_job(const struct args *args, uint64_t openings_hash, uint64_t *job)
{
    const struct selfplay_rules *r = &args->rules;
    char why[160] = "none built in";
    struct weights *weights = *args->weights ? weights_from_file(args->weights, why)
                                             : weights_built_in(why);
    if (!weights && *args->weights) {
        data_say("weights %s: %s", args->weights, why);
        return false;
    }
    const uint64_t parts[] = {
        RULES_VERSION, r->seed, (uint64_t)r->depth, (uint64_t)r->exact_empties,
        (uint64_t)r->random_least, (uint64_t)r->random_most, (uint64_t)r->n_strays,
        openings_hash, r->n_openings ? (uint64_t)r->openings_percent : 0,
        weights ? weights->checksum : 0,
    };
    uint64_t h = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = (h ^ parts[i]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    *job = h;
    weights_free(weights);
    return true;
}

static int run_selfplay(struct args *args, uint64_t openings_hash)
{
    struct run run = {.args = args, .lock = PTHREAD_MUTEX_INITIALIZER,
                      .has_room = PTHREAD_COND_INITIALIZER};
    char why[RECORD_WHY];
    uint64_t job;
    if (!find_job(args, openings_hash, &job))
        return EX_DATAERR;
    if (!(run.ring = malloc(RING * sizeof *run.ring))) {
        data_say("out of memory");
        return EX_OSERR;
    }
    for (int i = 0; i < RING; i++)
        run.ring[i].n = -1;
    char label[17];
    snprintf(label, sizeof label, "self %" PRIu32, args->rules.seed);
    if (!(run.writer = record_create(args->out, job, label, &run.n_at_start, why))) {
        data_say("%s: %s", args->out, why);
        free(run.ring);
        return EX_CANTCREAT;
    }
    run.n_taken = run.n_written = run.n_at_start;
    int result = play_games(&run);
    if (result == 0 && !record_end_block(run.writer, run.n_written)) {
        fail_write(&run);
        result = EX_IOERR;
    }
    if (!record_close(run.writer) && result == 0) {
        fail_write(&run);
        result = EX_IOERR;
    }
    double seconds = (double)(clock_us() - run.start_us) * 1e-6;
    if (result == 0)
        printf("%" PRIu64 " games, %" PRIu64 " of them before; %" PRIu64
               " positions in %.1f s, %.2f games/s\n", run.n_written, run.n_at_start,
               run.n_records, seconds,
               (double)(run.n_written - run.n_at_start) / (seconds > 1e-3 ? seconds : 1e-3));
    free(run.ring);
    return result;
}

int data_selfplay(int argc, char **argv)
{
    struct args args;
    struct openings openings = {0};
    int result = read_args(argc, argv, &args);
    if (result) {
        if (result < 0)
            fputs(usage, stdout);
        return result < 0 ? 0 : result;
    }
    char why[RECORD_WHY];
    if (args.openings && !openings_read(args.openings, &openings, why)) {
        data_say("%s: %s", args.openings, why);
        return EX_DATAERR;
    }
    args.rules.openings = openings.list;
    args.rules.n_openings = openings.n;
    /* A lower priority than asked for is no reason to stop. */
    if (setpriority(PRIO_PROCESS, 0, args.nice) != 0)
        data_say("the priority stays as it is: %s", strerror(errno));
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    result = run_selfplay(&args, openings.hash);
    free(openings.list);
    return result;
}
