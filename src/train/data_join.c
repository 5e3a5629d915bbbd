/* train/data_join.c - outflank-data merge, dedup and split: data files in, new ones out. */
#include "train/data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/rng.h"
#include "train/data_files.h"
#include "train/unique.h"

static const char merge_usage[] =
    "usage: outflank-data merge --out FILE DATA...\n"
    "\n"
    "Writes all positions of the files into one, in order, without what is damaged.\n";

static const char dedup_usage[] =
    "usage: outflank-data dedup --out FILE DATA...\n"
    "\n"
    "Like merge, but of positions that are the same but for a turn or a mirror only the one\n"
    "with the best label stays: exact before searched before estimated before the outcome\n"
    "of a game, deeper before shallower, with the game's result before without, first\n"
    "before later. Takes 16 to 48 bytes of memory for each position that stays.\n";

static const char split_usage[] =
    "usage: outflank-data split --out FILE --rest FILE [--percent N] [--seed N] DATA...\n"
    "\n"
    "Writes the positions of about N percent (10) of the games into one file and all others\n"
    "into another. A game's place depends on its number and the seed (1) only.\n";

struct join {
    const char *out, *rest;
    int64_t percent, seed;
    struct data_sink sinks[2];
    struct unique *unique;
    uint64_t n_seen;
};

enum { OPT_REST = 256, OPT_PERCENT, OPT_SEED };

static const struct option split_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {"rest", required_argument, NULL, OPT_REST},
    {"percent", required_argument, NULL, OPT_PERCENT},
    {"seed", required_argument, NULL, OPT_SEED},
    {0},
};

static const struct option join_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, const char *usage, const struct option *options,
                     struct join *join)
{
    *join = (struct join){.percent = 10, .seed = 1};
    for (int option; (option = getopt_long(argc, argv, "o:h", options, NULL)) != -1;) {
        bool is_good = true;
        switch (option) {
        case 'h': fputs(usage, stdout); return -1;
        case 'o': join->out = optarg; break;
        case OPT_REST: join->rest = optarg; break;
        case OPT_PERCENT:
            is_good = data_read_number("percent", optarg, 0, 100, &join->percent);
            break;
        case OPT_SEED:
            is_good = data_read_number("seed", optarg, 0, INT64_MAX / 16, &join->seed);
            break;
        default: return EX_USAGE;
        }
        if (!is_good)
            return EX_USAGE;
    }
    const char *missing = !join->out ? "--out FILE, the file to write"
                          : options == split_options && !join->rest
                              ? "--rest FILE, for the other games"
                          : optind == argc ? "a data file" : NULL;
    if (missing) {
        data_say("expected %s", missing);
    } else if (join->rest && strcmp(join->out, join->rest) == 0) {
        data_say("expected two files, found '%s' for both --out and --rest", join->out);
        missing = join->rest;
    }
    return missing ? EX_USAGE : 0;
}

static int merge_record(void *user, const struct record_reader *reader,
                        const struct record *record)
{
    struct join *join = user;
    (void)reader;
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
               totals->n_records, totals->n_files, n[0], join->out);
        if (join->rest)
            printf(", %" PRIu64 " in %s", n[1], join->rest);
        putchar('\n');
    }
    return result;
}

int data_merge(int argc, char **argv)
{
    struct join join;
    struct data_totals totals = {0};
    int result = read_args(argc, argv, merge_usage, join_options, &join);
    if (result)
        return result < 0 ? 0 : result;
    result = data_sink_open(&join.sinks[0], join.out, "merge");
    if (result == 0)
        result = data_read_files(argv + optind, argc - optind, merge_record, &join, &totals);
    return finish(&join, result, &totals);
}

static int note_record(void *user, const struct record_reader *reader,
                       const struct record *record)
{
    struct join *join = user;
    (void)reader;
    if (!record || unique_note(join->unique, record, join->n_seen++))
        return 0;
    data_say("no memory for %" PRIu64 " positions", join->n_seen);
    return EX_OSERR;
}

static int keep_record(void *user, const struct record_reader *reader,
                       const struct record *record)
{
    struct join *join = user;
    (void)reader;
    if (!record || !unique_is_best(join->unique, record, join->n_seen++))
        return 0;
    return data_sink_add(&join->sinks[0], record);
}

int data_dedup(int argc, char **argv)
{
    struct join join;
    struct data_totals totals = {0};
    int result = read_args(argc, argv, dedup_usage, join_options, &join);
    if (result)
        return result < 0 ? 0 : result;
    char **paths = argv + optind;
    int n_paths = argc - optind;
    if (!(join.unique = unique_create())) {
        data_say("out of memory");
        return EX_OSERR;
    }
    result = data_sink_open(&join.sinks[0], join.out, "dedup");
    if (result == 0)
        result = data_read_files(paths, n_paths, note_record, &join, &totals);
    totals = (struct data_totals){0};
    join.n_seen = 0;
    if (result == 0)
        result = data_read_files(paths, n_paths, keep_record, &join, &totals);
    unique_destroy(join.unique);
    return finish(&join, result, &totals);
}

/* 0..99 for a game. */
static int64_t draw(uint64_t game, int64_t seed)
{
    struct rng rng = rng_seeded(game ^ (uint64_t)seed << 40);
    rng = rng_seeded(rng_next(&rng) + (uint64_t)seed);
    return rng_below(&rng, 100);
}

static int split_record(void *user, const struct record_reader *reader,
                        const struct record *record)
{
    struct join *join = user;
    (void)reader;
    if (!record)
        return 0;
    return data_sink_add(&join->sinks[draw(record->game, join->seed) >= join->percent], record);
}

int data_split(int argc, char **argv)
{
    struct join join;
    struct data_totals totals = {0};
    int result = read_args(argc, argv, split_usage, split_options, &join);
    if (result)
        return result < 0 ? 0 : result;
    result = data_sink_open(&join.sinks[0], join.out, "split");
    if (result == 0)
        result = data_sink_open(&join.sinks[1], join.rest, "split");
    if (result == 0)
        result = data_read_files(argv + optind, argc - optind, split_record, &join, &totals);
    return finish(&join, result, &totals);
}
