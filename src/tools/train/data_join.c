/* train/data_join.c - outflank-data merge, dedup and split: data files in, new ones out. */
#include "train/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/rng.h"
#include "train/data_files.h"
#include "train/unique.h"

struct args {
    const char *out, *rest;
    int percent;
    uint64_t seed;
};

static const struct option_row join_rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the file to write"),
    PROGRAM_HELP
};

static const struct option_row split_rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the file to write"),
    ROW_NEEDED_FILE(rest, "rest", 0, "the file for the other games"),
    ROW_INT(percent, "percent", 0, 0, 100, "10", "of the games go to --out"),
    ROW_SEED(seed, INT64_MAX / 16, "with the game's number, decides where it goes"),
    PROGRAM_HELP
};

struct join {
    struct args args;
    struct data_sink sinks[2];
    struct unique *unique;
    uint64_t n_seen;
};

/* Reads the options, and opens the files to write. 0 or an exit code. */
static int begin(struct join *join, const struct program_call *call, struct program_files *files)
{
    const struct args *args = &join->args;
    int result = program_read(call, &join->args, files);
    if (result)
        return result;
    if (args->rest && strcmp(args->out, args->rest) == 0) {
        data_say("expected two files, found '%s' for both --out and --rest", args->out);
        return EX_USAGE;
    }
    result = data_sink_open(&join->sinks[0], args->out, call->command->name);
    return result || !args->rest ? result
                                 : data_sink_open(&join->sinks[1], args->rest, call->command->name);
}

static int merge_record(void *user, const struct record_reader *reader,
                        const struct record *record)
{
    struct join *join = user;
    return record ? data_sink_add(&join->sinks[0], record) : 0;
}

static int finish(struct join *join, int result, const struct data_totals *totals)
{
    uint64_t n[2] = {join->sinks[0].n_records, join->sinks[1].n_records};
    const int results[2] = {data_sink_close(&join->sinks[0], result),
                            data_sink_close(&join->sinks[1], result)};
    result = results[0] ? results[0] : results[1];
    if (result == 0) {
        printf("%" PRIu64 " positions of %" PRIu64 " files: %" PRIu64 " in %s",
               totals->n_records, totals->n_files, n[0], join->args.out);
        if (join->args.rest)
            printf(", %" PRIu64 " in %s", n[1], join->args.rest);
        putchar('\n');
    }
    return result;
}

/* What `each` does with all records. */
static int run(const struct program_call *call, data_fn each)
{
    struct join join = {0};
    struct program_files files;
    struct data_totals totals = {0};
    int result = begin(&join, call, &files);
    if (result == 0)
        result = data_read_files(files.paths, files.n, each, &join, &totals);
    return finish(&join, result, &totals);
}

static int run_merge(const struct program_call *call) { return run(call, merge_record); }

const struct program_command data_merge = {
    .name = "merge",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "several data files into one",
    .text = "Writes all positions of the files into one, in order, without what is damaged.",
    .options = join_rows,
    .run = run_merge,
};

static int note_record(void *user, const struct record_reader *reader,
                       const struct record *record)
{
    struct join *join = user;
    if (!record || unique_note(join->unique, record, join->n_seen++))
        return 0;
    data_say("no memory for %" PRIu64 " positions", join->n_seen);
    return EX_OSERR;
}

static int keep_record(void *user, const struct record_reader *reader,
                       const struct record *record)
{
    struct join *join = user;
    if (!record || !unique_is_best(join->unique, record, join->n_seen++))
        return 0;
    return data_sink_add(&join->sinks[0], record);
}

static int run_dedup(const struct program_call *call)
{
    struct join join = {0};
    struct program_files files;
    struct data_totals totals = {0};
    int result = begin(&join, call, &files);
    if (result == 0 && !(join.unique = unique_create())) {
        data_say("out of memory");
        result = EX_OSERR;
    }
    if (result == 0)
        result = data_read_files(files.paths, files.n, note_record, &join, &totals);
    totals = (struct data_totals){0};
    join.n_seen = 0;
    if (result == 0)
        result = data_read_files(files.paths, files.n, keep_record, &join, &totals);
    unique_destroy(join.unique);
    return finish(&join, result, &totals);
}

const struct program_command data_dedup = {
    .name = "dedup",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "the same, each position once, with its best label",
    .text = "Like merge, but of positions that are the same but for a turn or a mirror only the "
            "one with the best label stays: exact before searched before estimated before the "
            "outcome of a game, deeper before shallower, with the game's result before without, "
            "first before later. Takes 16 to 48 bytes of memory for each position that stays.",
    .options = join_rows,
    .run = run_dedup,
};

/* 0..99 for a game. */
static int draw(uint64_t game, uint64_t seed)
{
    struct rng rng = rng_seeded(game ^ seed << 40);
    rng = rng_seeded(rng_next(&rng) + seed);
    return (int)rng_below(&rng, 100);
}

static int split_record(void *user, const struct record_reader *reader,
                        const struct record *record)
{
    struct join *join = user;
    if (!record)
        return 0;
    const int drawn = draw(record->game, join->args.seed);
    return data_sink_add(&join->sinks[drawn >= join->args.percent], record);
}

static int run_split(const struct program_call *call) { return run(call, split_record); }

const struct program_command data_split = {
    .name = "split",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "into two files, by game",
    .text = "Writes the positions of about N percent of the games into one file and all others "
            "into another. A game's place depends on its number and the seed only.",
    .options = split_rows,
    .run = run_split,
};
