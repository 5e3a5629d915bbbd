/* train/data_harvest.c - outflank-data harvest: boards that solves meet, with exact scores. */
#include "train/data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "base/bits.h"
#include "eval/weights.h"
#include "train/data_files.h"
#include "train/data_run.h"
#include "train/harvest.h"

enum { RULES_VERSION = 1 }; /* of harvest.c: changes with its boards */

static const char usage[] =
    "usage: outflank-data harvest --out FILE [options] DATA...\n"
    "\n"
    "Solves the positions of data files that have N empty squares, and writes boards which\n"
    "those solves met, each with its exact score. Goes on with a file that a run of the same\n"
    "settings left; the number of threads may change.\n"
    DATA_RUN_USAGE_OUT
    "  -n, --empties N       of the positions to solve, 8..26 (20)\n"
    "      --least N         fewest empty squares of a board, 6..25 (8)\n"
    "      --each N          boards of a position, 1..80 (40)\n"
    "  -m, --most N          stop after N positions\n"
    DATA_RUN_USAGE;

struct args {
    struct data_run_args run;
    struct harvest_rules rules;
    int empties, most;
    struct weights *weights;    /* NULL: none built in */
    struct data_positions positions; /* to solve */
};

enum { OPT_LEAST = DATA_RUN_OPTION, OPT_EACH };

static const struct option long_options[] = {
    DATA_RUN_LONG,
    {"empties", required_argument, NULL, 'n'},
    {"least", required_argument, NULL, OPT_LEAST},
    {"each", required_argument, NULL, OPT_EACH},
    {"most", required_argument, NULL, 'm'},
    {0},
};

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .run = data_run_defaults(), .rules = {.least = 8, .n_each = 40}, .empties = 20,
        .most = DATA_RUN_PIECES_MOST,
    };
    const struct data_run_number numbers[] = {
        {'n', 8, 26, &args->empties}, {OPT_LEAST, 6, 25, &args->rules.least},
        {OPT_EACH, 1, DATA_RUN_RECORDS, &args->rules.n_each},
        {'m', 1, DATA_RUN_PIECES_MOST, &args->most}, {0},
    };
    for (int option;
         (option = getopt_long(argc, argv, DATA_RUN_SHORT "n:m:", long_options, NULL)) != -1;) {
        int result = data_run_option(&args->run, long_options, numbers, option, optarg);
        if (result)
            return result;
    }
    args->rules.seed = args->run.seed;
    if (!args->run.out || optind == argc) {
        data_say(args->run.out ? "harvest: expected a data file"
                               : "expected --out FILE, the data file to write");
        return EX_USAGE;
    }
    if (args->rules.least >= args->empties) {
        data_say("--least: expected less than the %d empty squares of --empties, found %d",
                 args->empties, args->rules.least);
        return EX_USAGE;
    }
    return 0;
}

/* Keeps the positions with the wanted number of empty squares. */
static int take_position(void *user, const struct record_reader *reader,
                         const struct record *record)
{
    struct args *args = user;
    (void)reader;
    if (!record || ofl_count_empties(record->board) != args->empties ||
        args->positions.n >= args->most)
        return 0;
    return data_positions_add(&args->positions, record);
}

static void *open_harvester(void *user)
{
    struct harvester *harvester = harvester_create(((struct args *)user)->weights);
    if (!harvester)
        data_say("no memory for a search");
    return harvester;
}

static void close_harvester(void *harvester) { harvester_destroy(harvester); }

static int make_boards(void *user, void *harvester, uint32_t k, struct record *out)
{
    const struct args *args = user;
    return harvest(harvester, &args->rules, &args->positions.list[k], k, out);
}

static int run_harvest(struct args *args)
{
    bool is_good;
    args->weights = data_run_weights(&args->run, &is_good);
    if (!is_good)
        return EX_DATAERR;
    if (args->positions.n == 0) {
        data_say("the files have no position with %d empty squares", args->empties);
        return EX_DATAERR;
    }
    const uint64_t parts[] = {
        RULES_VERSION, args->rules.seed, (uint64_t)args->rules.least,
        (uint64_t)args->rules.n_each, args->positions.hash,
        args->weights ? args->weights->checksum : 0,
    };
    const struct data_run run = {
        .args = &args->run, .prefix = "harv ", .pieces = "positions solved",
        .job = data_run_job(parts, sizeof parts / sizeof *parts), .n_pieces = args->positions.n,
        .user = args, .open = open_harvester, .close = close_harvester, .make = make_boards,
    };
    return data_run(&run);
}

int data_harvest(int argc, char **argv)
{
    struct args args;
    struct data_totals totals;
    int result = read_args(argc, argv, &args);
    if (result < 0)
        fputs(usage, stdout);
    if (result)
        return result < 0 ? 0 : result;
    result = data_read_files(argv + optind, argc - optind, take_position, &args, &totals);
    if (result == 0)
        result = run_harvest(&args);
    weights_free(args.weights);
    free(args.positions.list);
    return result;
}
