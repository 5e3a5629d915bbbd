/* train/data_selfplay.c - outflank-data selfplay: games on all cores into one file. */
#include "train/data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/number.h"
#include "eval/weights.h"
#include "train/data_run.h"
#include "train/selfplay.h"

enum { HASH_MIB = 8, RULES_VERSION = 1 }; /* version of selfplay.c: changes with its games */
_Static_assert((int)SELFPLAY_RECORDS <= (int)DATA_RUN_RECORDS, "a game is a piece");

static const char usage[] =
    "usage: outflank-data selfplay --out FILE [options]\n"
    "\n"
    "Plays games of the engine against itself and writes their positions with labels.\n"
    "Goes on with a file that a run of the same settings left; the number of threads may\n"
    "change. Each machine needs its own seed; 'outflank-data merge' joins their files.\n"
    DATA_RUN_USAGE_OUT
    "  -g, --games N         stop when the file holds N games (2147483647)\n"
    "  -d, --depth N         plies of the search for each move, 1..30 (6)\n"
    "  -n, --exact N         solve from N empty squares on, 1..30 (16)\n"
    "      --random N-M      random plies at the start: the lesser of two numbers drawn\n"
    "                        from N..M (8-30)\n"
    "      --openings FILE   games in text, one a line (f5d6c3...), to begin some games with\n"
    "      --opening-games N percent of games that begin so (50)\n"
    "      --strays N        positions off the line of each game, 0..20 (4)\n"
    DATA_RUN_USAGE;

struct args {
    struct data_run_args run;
    const char *openings;
    struct selfplay_rules rules;
    int n_games;
};

enum { OPT_RANDOM = DATA_RUN_OPTION, OPT_OPENINGS, OPT_OPENING_GAMES, OPT_STRAYS };

static const struct option long_options[] = {
    DATA_RUN_LONG,
    {"games", required_argument, NULL, 'g'},
    {"depth", required_argument, NULL, 'd'},
    {"exact", required_argument, NULL, 'n'},
    {"random", required_argument, NULL, OPT_RANDOM},
    {"openings", required_argument, NULL, OPT_OPENINGS},
    {"opening-games", required_argument, NULL, OPT_OPENING_GAMES},
    {"strays", required_argument, NULL, OPT_STRAYS},
    {0},
};

/* "8-30" */
static bool read_range(const char *text, struct selfplay_rules *rules)
{
    const char *dash = strchr(text, '-');
    int64_t least, most;
    if (!dash || !number_read_int(text, (size_t)(dash - text), 0, 50, &least, NULL) ||
        !number_read_int(dash + 1, NUMBER_TO_NUL, least, 50, &most, NULL)) {
        data_say("--random: expected N-M with 0 <= N <= M <= 50, found '%.60s'", text);
        return false;
    }
    rules->random_least = (int)least;
    rules->random_most = (int)most;
    return true;
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .run = data_run_defaults(), .n_games = SELFPLAY_GAMES_MOST,
        .rules = {.depth = 6, .exact_empties = 16, .random_least = 8, .random_most = 30,
                  .n_strays = 4, .openings_percent = 50},
    };
    const struct data_run_number numbers[] = {
        {'g', 1, SELFPLAY_GAMES_MOST, &args->n_games}, {'d', 1, 30, &args->rules.depth},
        {'n', 1, 30, &args->rules.exact_empties},
        {OPT_OPENING_GAMES, 0, 100, &args->rules.openings_percent},
        {OPT_STRAYS, 0, SELFPLAY_STRAYS_MOST, &args->rules.n_strays}, {0},
    };
    for (int option;
         (option = getopt_long(argc, argv, DATA_RUN_SHORT "g:d:n:", long_options, NULL)) != -1;) {
        int result = 0;
        if (option == OPT_OPENINGS)
            args->openings = optarg;
        else if (option == OPT_RANDOM)
            result = read_range(optarg, &args->rules) ? 0 : EX_USAGE;
        else
            result = data_run_option(&args->run, long_options, numbers, option, optarg);
        if (result)
            return result;
    }
    args->rules.seed = args->run.seed;
    if (!args->run.out || optind < argc) {
        data_say(args->run.out ? "selfplay takes no files" : "expected --out FILE, the data file");
        return EX_USAGE;
    }
    return 0;
}

/* What a thread plays with. */
static void *open_engine(void *user)
{
    return data_run_engine(&((const struct args *)user)->run, HASH_MIB, 100);
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
    bool is_good;
    struct weights *weights = data_run_weights(&args->run, &is_good);
    const uint64_t parts[] = {
        RULES_VERSION, r->seed, (uint64_t)r->depth, (uint64_t)r->exact_empties,
        (uint64_t)r->random_least, (uint64_t)r->random_most, (uint64_t)r->n_strays,
        openings_hash, r->n_openings ? (uint64_t)r->openings_percent : 0,
        weights ? weights->checksum : 0,
    };
    *job = data_run_job(parts, sizeof parts / sizeof *parts);
    weights_free(weights);
    return is_good;
}

static int run_selfplay(struct args *args, uint64_t openings_hash)
{
    struct data_run run = {
        .args = &args->run, .prefix = "self ", .pieces = "games", .n_pieces = args->n_games,
        .user = args, .open = open_engine, .close = close_engine, .make = make_game,
    };
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
