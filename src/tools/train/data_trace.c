/* train/data_trace.c - outflank-data trace: labels that follow the rest of the game, in a file. */
#include "train/data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "train/data_files.h"
#include "train/data_run.h"
#include "train/dataset.h"

struct args {
    const char *out;
    double trace;
    int plies;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the file to write"),
    ROW_REAL(trace, "trace", 0, 1, "0.9",
             "share of the next position's label in a searched one's"),
    ROW_INT(plies, "plies", 0, 1, 254, "254", "keep N plies from where each game begins"),
    PROGRAM_HELP
};

struct trace {
    struct args args;
    struct data_sink sink;
    struct record game[DATA_RUN_RECORDS]; /* the records of one game, in order */
    int n;
    int first_ply; /* of that game; an irregular board stands at the ply of its discs */
};

/* Its label follows the game, or is proved; it stands early enough. */
static bool is_wanted(const struct trace *trace, const struct record *record)
{
    return (record->kind == RECORD_EXACT || record->result != RECORD_NO_RESULT) &&
           record->ply_1 - 1 - trace->first_ply < trace->args.plies;
}

/* Writes the game begun, and begins another. An exit code. */
static int end_game(struct trace *trace)
{
    const struct dataset_rules rules = {.score_share = 1, .trace = trace->args.trace};
    double labels[DATA_RUN_RECORDS];
    int result = 0;
    dataset_find_labels(&rules, trace->game, trace->n, labels);
    for (int i = 0; i < trace->n && result == 0; i++) {
        struct record record = trace->game[i];
        if (!is_wanted(trace, &record))
            continue;
        record.score = (int16_t)lround(labels[i] * DATASET_LABEL_UNIT);
        if (record.kind != RECORD_EXACT)
            record.result = RECORD_NO_RESULT;
        result = data_sink_add(&trace->sink, &record);
    }
    trace->n = 0;
    return result;
}

static int add_record(void *user, const struct record_reader *reader, const struct record *record)
{
    struct trace *trace = user;
    const bool is_other = !record || trace->n == 0 || record->game != trace->game[0].game;
    const bool is_end = trace->n > 0 && (is_other || trace->n == DATA_RUN_RECORDS);
    const int result = is_end ? end_game(trace) : 0;
    if (record && is_other)
        trace->first_ply = record->ply_1 - 1;
    if (record)
        trace->game[trace->n++] = *record;
    return result;
}

static int run_trace(const struct program_call *call)
{
    struct trace trace = {0};
    struct program_files files;
    struct data_totals totals = {0};
    int result = program_read(call, &trace.args, &files);
    if (result)
        return result;
    result = data_sink_open(&trace.sink, trace.args.out, "trace");
    if (result == 0)
        result = data_read_files(files.paths, files.n, add_record, &trace, &totals);
    if (result == 0)
        result = end_game(&trace);
    const uint64_t n = trace.sink.n_records;
    result = data_sink_close(&trace.sink, result);
    if (result == 0)
        printf("%" PRIu64 " positions of %" PRIu64 " files: %" PRIu64 " in %s\n",
               totals.n_records, totals.n_files, n, trace.args.out);
    return result;
}

const struct program_command data_trace = {
    .name = "trace",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "labels that follow the rest of each game",
    .text = "Mixes the score of each searched position with the label of the position its move "
            "led to, and so on to the end that was solved. The trainer does so, too, with one "
            "share for all files; this gives files a share of their own. The results of searched "
            "positions are left out, so that the trainer takes their labels as they are. So are "
            "searched positions off the line of a game, for nothing follows them.",
    .options = rows,
    .run = run_trace,
};
