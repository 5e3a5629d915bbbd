/* train/data_selfplay.c - outflank-data selfplay: games on all cores into one file. */
#include "train/data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "eval/weights.h"
#include "train/data_run.h"
#include "train/selfplay.h"

enum { RULES_VERSION = 1 }; /* of selfplay.c: changes with its games */
_Static_assert((int)SELFPLAY_RECORDS <= (int)DATA_RUN_RECORDS, "a game is a piece");

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
        {OPT_STRAYS, SELFPLAY_STRAYS_MOST, false}, {'t', DATA_RUN_THREADS_MOST, true},
        {OPT_NICE, 19, false},
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
    *args = (struct args){
        .n_games = SELFPLAY_GAMES_MOST, .seconds = 1 << 30, .nice = 19, .weights = "",
        .n_threads = data_run_cores(),
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

/* What a thread plays with. */
static void *open_engine(void *user)
{
    const struct args *args = user;
    ofl_engine *engine = ofl_engine_create();
    if (!engine) {
        data_say("no memory for an engine");
        return NULL;
    }
    if (ofl_set_option(engine, "hash", "8") == OFL_OK &&
        ofl_set_option(engine, "selectivity", "100") == OFL_OK &&
        (!*args->weights || ofl_set_option(engine, "weights", args->weights) == OFL_OK))
        return engine;
    data_say("%s", ofl_last_error(engine));
    ofl_engine_destroy(engine);
    return NULL;
}

static void close_engine(void *engine) { ofl_engine_destroy(engine); }

static int make_game(void *user, void *engine, uint32_t k, struct record *out)
{
    const struct args *args = user;
    int n = selfplay_game(engine, &args->rules, k, out);
    if (n < 0)
        data_say("game %" PRIu32 ": %s", k, ofl_last_error(engine));
    return n;
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
    *job = data_run_job(parts, sizeof parts / sizeof *parts);
    weights_free(weights);
    return true;
}

static int run_selfplay(struct args *args, uint64_t openings_hash)
{
    char label[17];
    struct data_run run = {
        .out = args->out, .label = label, .pieces = "games", .n_pieces = args->n_games,
        .seconds = args->seconds, .n_threads = args->n_threads, .nice = args->nice,
        .is_quiet = args->is_quiet, .user = args, .open = open_engine, .close = close_engine,
        .make = make_game,
    };
    snprintf(label, sizeof label, "self %" PRIu32, args->rules.seed);
    return find_job(args, openings_hash, &run.job) ? data_run(&run) : EX_DATAERR;
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
    result = run_selfplay(&args, openings.hash);
    free(openings.list);
    return result;
}
