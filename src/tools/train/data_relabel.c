/* train/data_relabel.c - outflank-data relabel: positions of data files with better labels. */
#include "train/data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

#include <outflank/engine.h>
#include "base/array.h"
#include "eval/weights.h"
#include "search/params.h"
#include "train/data_files.h"
#include "train/data_run.h"
#include "train/selfplay.h"

enum { RULES_VERSION = 1 }; /* of what is below: changes with the labels */

struct args {
    struct data_run_args run;
    int least, most, every, exact, depth, confidence, hash, n_most;
    bool is_first;
    uint64_t last_game; /* of the record before; game 0 has a first position, too */
    bool has_last;
    struct record *list; /* owned: to label */
    size_t n;
    uint64_t boards;     /* a hash of theirs, in order */
    int64_t n_seen;      /* in the range of empty squares */
};

static const struct option_row rows[] = {
    DATA_RUN_OUT,
    ROW_INT(least, "least", 0, 1, 60, "17", "fewest empty squares of a position"),
    ROW_INT(most, "most", 0, 1, 60, "24", "most empty squares"),
    ROW_INT(every, "every", 0, 1, DATA_RUN_PIECES_MOST, "1", "of those every N-th"),
    ROW_FLAG(is_first, "first", 0, "only the first position of each game"),
    ROW_INT(exact, "exact", 'n', 0, 30, "24", "solve those with up to N empty squares"),
    ROW_INT(depth, "depth", 'd', 1, 30, "10", "plies of the search of the others"),
    ROW_INT(confidence, "confidence", 'c', 1, 100, SELECTIVITY_DEFAULT,
            "percent, of that search: one that the engine's option selectivity takes"),
    ROW_INT(hash, "hash", 0, 1, 4096, "8", "MiB of the table of each thread"),
    ROW_INT(n_most, "positions", 'm', 1, DATA_RUN_PIECES_MOST, "2147483647",
            "stop after N positions"),
    DATA_RUN_OPTIONS
};

/* Keeps every N-th of the positions with the wanted numbers of empty squares. */
static int take_position(void *user, const struct record_reader *reader,
                         const struct record *record)
{
    struct args *args = user;
    const bool is_later = record && args->has_last && record->game == args->last_game;
    args->has_last = record != NULL; /* a new file: its games are others */
    args->last_game = record ? record->game : 0;
    int empties = record ? ofl_count_empties(record->board) : -1;
    if ((args->is_first && is_later) || empties < args->least || empties > args->most ||
        !ofl_legal_moves(record->board) ||
        args->n_seen++ % args->every != 0 || args->n >= (size_t)args->n_most)
        return 0;
    if (!array_push(&args->list, &args->n, record, sizeof *record)) {
        data_say("out of memory");
        return EX_OSERR;
    }
    const uint64_t parts[] = {args->boards, record->board.player, record->board.opponent};
    args->boards = data_run_job(parts, 3);
    return 0;
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
    *out = args->list[k];
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
    if (args->n == 0) {
        data_say("the files have no position with %d to %d empty squares", args->least, args->most);
        return EX_DATAERR;
    }
    ofl_engine *engine = open_engine(args); /* a bad confidence is refused before there is a file */
    if (!engine)
        return EX_USAGE;
    close_engine(engine);
    const uint64_t parts[] = {
        RULES_VERSION, (uint64_t)args->exact, (uint64_t)args->depth, (uint64_t)args->confidence,
        (uint64_t)args->hash, args->boards, checksum,
    };
    const struct data_run run = {
        .args = &args->run, .prefix = "rela ", .pieces = "positions",
        .job = data_run_job(parts, sizeof parts / sizeof *parts),
        .n_pieces = (int)args->n,
        .user = args, .open = open_engine, .close = close_engine, .make = label_position,
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
    if (args.least > args.most) {
        data_say("--least: expected at most the %d empty squares of --most, found %d", args.most,
                 args.least);
        return EX_USAGE;
    }
    result = data_read_files(files.paths, files.n, take_position, &args, &totals);
    if (result == 0)
        result = run_relabel(&args);
    free(args.list);
    return result;
}

const struct program_command data_relabel = {
    .name = "relabel",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "solve positions, or search them deeper, for better labels",
    .text = "Takes positions of data files and writes them with better labels: solved, or "
            "searched deeper than they were. " DATA_RUN_TEXT,
    .options = rows,
    .run = run_command,
};
