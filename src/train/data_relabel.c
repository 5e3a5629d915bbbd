/* train/data_relabel.c - outflank-data relabel: positions of data files with better labels. */
#include "train/data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include <outflank/engine.h>
#include "eval/weights.h"
#include "train/data_files.h"
#include "train/data_run.h"
#include "train/selfplay.h"

enum { RULES_VERSION = 1 }; /* of what is below: changes with the labels */

static const char usage[] =
    "usage: outflank-data relabel --out FILE [options] DATA...\n"
    "\n"
    "Takes positions of data files and writes them with better labels: solved, or searched\n"
    "deeper than they were. Goes on with a file that a run of the same settings left; the\n"
    "number of threads may change.\n"
    DATA_RUN_USAGE_OUT
    "      --least N         fewest empty squares of a position, 1..60 (17)\n"
    "      --most N          most empty squares, 1..60 (24)\n"
    "      --every N         of those every N-th (1)\n"
    "  -n, --exact N         solve those with up to N empty squares, 0..30 (24)\n"
    "  -d, --depth N         plies of the search of the others, 1..30 (10)\n"
    "  -c, --confidence N    percent, of that search: 73, 87, 95, 98, 99, 100 (87)\n"
    "      --hash N          MiB of the table of each thread, 1..4096 (8)\n"
    "  -m, --positions N     stop after N positions\n"
    DATA_RUN_USAGE;

struct args {
    struct data_run_args run;
    int least, most, every, exact, depth, confidence, hash, n_most;
    struct data_positions positions; /* to label */
    int64_t n_seen;                  /* in the range of empty squares */
};

enum { OPT_LEAST = DATA_RUN_OPTION, OPT_MOST, OPT_EVERY, OPT_HASH };

static const struct option long_options[] = {
    DATA_RUN_LONG,
    {"least", required_argument, NULL, OPT_LEAST},
    {"most", required_argument, NULL, OPT_MOST},
    {"every", required_argument, NULL, OPT_EVERY},
    {"exact", required_argument, NULL, 'n'},
    {"depth", required_argument, NULL, 'd'},
    {"confidence", required_argument, NULL, 'c'},
    {"hash", required_argument, NULL, OPT_HASH},
    {"positions", required_argument, NULL, 'm'},
    {0},
};

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .run = data_run_defaults(), .least = 17, .most = 24, .every = 1, .exact = 24, .depth = 10,
        .confidence = 87, .hash = 8, .n_most = DATA_RUN_PIECES_MOST,
    };
    const struct data_run_number numbers[] = {
        {OPT_LEAST, 1, 60, &args->least}, {OPT_MOST, 1, 60, &args->most},
        {OPT_EVERY, 1, DATA_RUN_PIECES_MOST, &args->every}, {'n', 0, 30, &args->exact},
        {'d', 1, 30, &args->depth}, {'c', 1, 100, &args->confidence}, {OPT_HASH, 1, 4096, &args->hash},
        {'m', 1, DATA_RUN_PIECES_MOST, &args->n_most}, {0},
    };
    for (int option; (option = getopt_long(argc, argv, DATA_RUN_SHORT "n:d:c:m:", long_options,
                                           NULL)) != -1;) {
        int result = data_run_option(&args->run, long_options, numbers, option, optarg);
        if (result)
            return result;
    }
    if (!args->run.out || optind == argc) {
        data_say(args->run.out ? "relabel: expected a data file"
                               : "expected --out FILE, the data file to write");
        return EX_USAGE;
    }
    if (args->least > args->most) {
        data_say("--least: expected at most the %d empty squares of --most, found %d",
                 args->most, args->least);
        return EX_USAGE;
    }
    return 0;
}

/* Keeps every N-th of the positions with the wanted numbers of empty squares. */
static int take_position(void *user, const struct record_reader *reader,
                         const struct record *record)
{
    struct args *args = user;
    (void)reader;
    int empties = record ? ofl_count_empties(record->board) : -1;
    if (empties < args->least || empties > args->most || !ofl_legal_moves(record->board) ||
        args->n_seen++ % args->every != 0 || args->positions.n >= args->n_most)
        return 0;
    return data_positions_add(&args->positions, record);
}

/* What a thread searches with. */
static void *open_engine(void *user)
{
    const struct args *args = user;
    return data_run_engine(&args->run, args->hash, args->confidence);
}

static void close_engine(void *engine) { ofl_engine_destroy(engine); }

static int label_position(void *user, void *engine, uint32_t k, struct record *out)
{
    const struct args *args = user;
    ofl_new_game(engine);
    *out = args->positions.list[k];
    if (!selfplay_label(engine, args->depth, args->exact, out)) {
        data_say("position %" PRIu32 ": %s", k, ofl_last_error(engine));
        return -1;
    }
    return 1;
}

static int run_relabel(struct args *args)
{
    bool is_good;
    struct weights *weights = data_run_weights(&args->run, &is_good);
    if (!is_good)
        return EX_DATAERR;
    uint64_t checksum = weights ? weights->checksum : 0;
    weights_free(weights);
    if (args->positions.n == 0) {
        data_say("the files have no position with %d to %d empty squares", args->least, args->most);
        return EX_DATAERR;
    }
    ofl_engine *engine = open_engine(args); /* a bad confidence is refused before there is a file */
    if (!engine)
        return EX_USAGE;
    close_engine(engine);
    const uint64_t parts[] = {
        RULES_VERSION, (uint64_t)args->exact, (uint64_t)args->depth, (uint64_t)args->confidence,
        (uint64_t)args->hash, args->positions.hash, checksum,
    };
    const struct data_run run = {
        .args = &args->run, .prefix = "rela ", .pieces = "positions",
        .job = data_run_job(parts, sizeof parts / sizeof *parts), .n_pieces = args->positions.n,
        .user = args, .open = open_engine, .close = close_engine, .make = label_position,
    };
    return data_run(&run);
}

int data_relabel(int argc, char **argv)
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
        result = run_relabel(&args);
    free(args.positions.list);
    return result;
}
