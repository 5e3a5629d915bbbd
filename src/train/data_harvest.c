/* train/data_harvest.c - outflank-data harvest: boards that solves meet, with exact scores. */
#include "train/data.h"

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

struct args {
    struct data_run_args run;
    struct harvest_rules rules;
    int empties, most;
    struct weights *weights;    /* NULL: none built in */
    struct data_positions positions; /* to solve */
};

static const struct option_row rows[] = {
    DATA_RUN_OUT,
    ROW_INT(empties, "empties", 'n', 8, 26, "20", "empty squares of the positions to solve"),
    ROW_INT(rules.least, "least", 0, 6, 25, "8", "fewest empty squares of a board"),
    ROW_INT(rules.n_each, "each", 0, 1, DATA_RUN_RECORDS, "40", "boards of a position"),
    ROW_INT(most, "most", 'm', 1, DATA_RUN_PIECES_MOST, "2147483647", "stop after N positions"),
    DATA_RUN_OPTIONS
};

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

static int run_command(const struct program_call *call)
{
    struct args args = {.run = data_run_defaults()};
    struct data_totals totals;
    struct program_files files;
    int result = program_read(call, &args, &files);
    if (result)
        return result;
    args.rules.seed = (uint32_t)args.run.seed;
    if (args.rules.least >= args.empties) {
        data_say("--least: expected less than the %d empty squares of --empties, found %d",
                 args.empties, args.rules.least);
        return EX_USAGE;
    }
    result = data_read_files(files.paths, files.n, take_position, &args, &totals);
    if (result == 0)
        result = run_harvest(&args);
    weights_free(args.weights);
    free(args.positions.list);
    return result;
}

const struct program_command data_harvest = {
    .name = "harvest",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "solve positions, write boards the solves met with exact scores",
    .text = "Solves the positions of data files that have N empty squares, and writes boards "
            "which those solves met, each with its exact score. " DATA_RUN_TEXT,
    .options = rows,
    .run = run_command,
};
