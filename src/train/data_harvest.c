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
    "  -o, --out FILE     the data file\n"
    "  -n, --empties N    of the positions to solve, 8..26 (20)\n"
    "      --least N      fewest empty squares of a board, 6..25 (8)\n"
    "      --each N       boards of a position, 1..80 (40)\n"
    "  -m, --most N       stop after N positions\n"
    "      --seconds N    stop after N seconds\n"
    "  -w, --weights FILE of the trained evaluation (those built in)\n"
    "  -s, --seed N       0..4294967295 (1)\n"
    "  -t, --threads N    threads, 1..1024 (all cores)\n"
    "      --nice N       priority, 0..19: 19 takes idle time only (19)\n"
    "  -q, --quiet        no progress\n"
    "  -h, --help         print this\n";

struct args {
    const char *out, *weights_path;
    struct harvest_rules rules;
    int empties, n_threads, nice;
    int64_t most, seconds;
    bool is_quiet;
    struct weights *weights;    /* NULL: none built in */
    struct record *positions;   /* to solve */
    uint64_t n_positions, n_room;
    uint64_t hash;              /* of the positions */
};

enum { OPT_LEAST = 256, OPT_EACH, OPT_SECONDS, OPT_NICE };

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"empties", required_argument, NULL, 'n'},
    {"least", required_argument, NULL, OPT_LEAST},
    {"each", required_argument, NULL, OPT_EACH},
    {"most", required_argument, NULL, 'm'},
    {"seconds", required_argument, NULL, OPT_SECONDS},
    {"weights", required_argument, NULL, 'w'},
    {"seed", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 't'},
    {"nice", required_argument, NULL, OPT_NICE},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool set_number(struct args *args, int option, const char *text)
{
    static const struct { int option; int64_t min, max; } numbers[] = {
        {'n', 8, 26}, {OPT_LEAST, 6, 25}, {OPT_EACH, 1, DATA_RUN_RECORDS},
        {'m', 1, DATA_RUN_PIECES_MOST}, {OPT_SECONDS, 1, 1 << 30}, {'s', 0, UINT32_MAX},
        {'t', 1, DATA_RUN_THREADS_MOST}, {OPT_NICE, 0, 19},
    };
    size_t i = 0;
    int64_t value;
    while (numbers[i].option != option)
        i++;
    if (!data_read_number(data_option_name(long_options, option), text, numbers[i].min,
                          numbers[i].max, &value))
        return false;
    switch (option) {
    case 'n': args->empties = (int)value; break;
    case OPT_LEAST: args->rules.least = (int)value; break;
    case OPT_EACH: args->rules.n_each = (int)value; break;
    case 'm': args->most = value; break;
    case OPT_SECONDS: args->seconds = value; break;
    case 's': args->rules.seed = (uint32_t)value; break;
    case 't': args->n_threads = (int)value; break;
    default: args->nice = (int)value; break;
    }
    return true;
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .weights_path = "", .rules = {.seed = 1, .least = 8, .n_each = 40}, .empties = 20,
        .n_threads = data_run_cores(),
        .nice = 19, .most = DATA_RUN_PIECES_MOST, .seconds = 1 << 30,
    };
    for (int option;
         (option = getopt_long(argc, argv, "o:n:m:w:s:t:qh", long_options, NULL)) != -1;) {
        bool is_good = true;
        switch (option) {
        case 'h': return -1;
        case '?': return EX_USAGE;
        case 'o': args->out = optarg; break;
        case 'w': args->weights_path = optarg; break;
        case 'q': args->is_quiet = true; break;
        default: is_good = set_number(args, option, optarg); break;
        }
        if (!is_good)
            return EX_USAGE;
    }
    if (!args->out || optind == argc) {
        data_say(args->out ? "harvest: expected a data file"
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
        args->n_positions >= (uint64_t)args->most)
        return 0;
    if (args->n_positions == args->n_room) {
        args->n_room = 2 * args->n_room + 1024;
        struct record *more = realloc(args->positions, args->n_room * sizeof *more);
        if (!more) {
            data_say("out of memory");
            return EX_OSERR;
        }
        args->positions = more;
    }
    args->positions[args->n_positions++] = *record;
    const uint64_t parts[] = {args->hash, record->board.player, record->board.opponent};
    args->hash = data_run_job(parts, 3);
    return 0;
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
    return harvest(harvester, &args->rules, &args->positions[k], k, out);
}

static int run_harvest(struct args *args)
{
    char label[17], why[160];
    args->weights = *args->weights_path ? weights_from_file(args->weights_path, why)
                                        : weights_built_in(why);
    if (!args->weights && *args->weights_path) {
        data_say("weights %s: %s", args->weights_path, why);
        return EX_DATAERR;
    }
    if (args->n_positions == 0) {
        data_say("the files have no position with %d empty squares", args->empties);
        return EX_DATAERR;
    }
    const uint64_t parts[] = {
        RULES_VERSION, args->rules.seed, (uint64_t)args->rules.least,
        (uint64_t)args->rules.n_each, args->hash, args->weights ? args->weights->checksum : 0,
    };
    const struct data_run run = {
        .out = args->out, .label = label, .pieces = "positions solved",
        .job = data_run_job(parts, sizeof parts / sizeof *parts),
        .n_pieces = (int64_t)args->n_positions, .seconds = args->seconds,
        .n_threads = args->n_threads, .nice = args->nice, .is_quiet = args->is_quiet,
        .user = args, .open = open_harvester, .close = close_harvester, .make = make_boards,
    };
    snprintf(label, sizeof label, "harv %" PRIu32, args->rules.seed);
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
    free(args.positions);
    return result;
}
