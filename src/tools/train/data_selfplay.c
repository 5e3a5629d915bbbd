/* train/data_selfplay.c - outflank-data selfplay: games on all cores into one file. */
#include "train/data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/number.h"
#include "eval/weights.h"
#include "train/data_run.h"
#include "train/selfplay.h"

enum { HASH_MIB = 8, RULES_VERSION = 1 }; /* version of selfplay.c: changes with its games */
_Static_assert((int)SELFPLAY_RECORDS <= (int)DATA_RUN_RECORDS, "a game is a piece");

struct args {
    struct data_run_args run;
    const char *openings;
    struct selfplay_rules rules;
    int n_games;
};

/* "8-30" */
static bool take_range(void *args, const char *value, struct reason *reason)
{
    struct selfplay_rules *rules = &((struct args *)args)->rules;
    const char *dash = strchr(value, '-');
    int64_t least, most;
    if (!dash || !number_read_int(value, (size_t)(dash - value), 0, 50, &least, NULL) ||
        !number_read_int(dash + 1, NUMBER_TO_NUL, least, 50, &most, NULL))
        return reason_set(reason, "expected N-M with 0 <= N <= M <= 50, found '%.60s'", value);
    rules->random_least = (int)least;
    rules->random_most = (int)most;
    return true;
}

static bool take_kind(void *args, const char *value, struct reason *reason)
{
    struct selfplay_rules *rules = &((struct args *)args)->rules;
    for (int kind = 0; kind < IRREGULAR_KINDS; kind++)
        if (strcmp(value, irregular_name((enum irregular_kind)kind)) == 0) {
            rules->irregular_kinds = 1u << kind;
            return true;
        }
    return reason_set(reason, "expected a kind of board such as handicap, found '%.60s'", value);
}

static const struct option_row rows[] = {
    DATA_RUN_OUT,
    ROW_INT(n_games, "games", 'g', 1, SELFPLAY_GAMES_MOST, "2147483647",
            "stop when the file holds N games"),
    ROW_INT(rules.depth, "depth", 'd', 1, 30, "6", "plies of the search for each move"),
    ROW_INT(rules.exact_empties, "exact", 'n', 1, 30, "16", "solve from N empty squares on"),
    {.name = "random", .argument = "N-M", .take = take_range,
     .help = "random plies at the start: the lesser of two numbers drawn from N..M; "
             "8-30 if not given"},
    ROW_FILE(openings, "openings", 0,
             "games in text, one a line (f5d6c3...), to begin some games with"),
    ROW_INT(rules.openings_percent, "opening-games", 0, 0, 100, "50",
            "percent of games that begin so"),
    ROW_INT(rules.irregular_percent, "irregular", 0, 0, 100, "0",
            "percent of games that begin with an irregular board: handicaps, discs given, edited "
            "and random boards"),
    {.name = "kind", .argument = "NAME", .take = take_kind,
     .help = "only one kind of those: handicap, given, edges, sparse, scattered, cluster, edited "
             "or lopsided; all if not given"},
    ROW_INT(rules.n_strays, "strays", 0, 0, SELFPLAY_STRAYS_MOST, "4",
            "positions off the line of each game"),
    DATA_RUN_OPTIONS
};

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
        weights ? weights->checksum : 0, (uint64_t)r->irregular_percent, r->irregular_kinds,
    };
    /* Files from before irregular boards go on. */
    const int n = (int)(sizeof parts / sizeof *parts);
    *job = data_run_job(parts, r->irregular_percent ? n : n - 2);
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

static int run_command(const struct program_call *call)
{
    struct args args = {.run = data_run_defaults(),
                        .rules = {.random_least = 8, .random_most = 30,
                                  .irregular_kinds = (1u << IRREGULAR_KINDS) - 1}};
    struct openings openings = {0};
    struct program_files files;
    int result = program_read(call, &args, &files);
    if (result)
        return result;
    struct reason reason;
    if (args.openings && !openings_read(args.openings, &openings, &reason)) {
        data_say("%s: %s", args.openings, reason.text);
        return EX_DATAERR;
    }
    args.rules.seed = (uint32_t)args.run.seed;
    if (openings.note.text[0])
        data_say("%s: %s", args.openings, openings.note.text);
    args.rules.openings = openings.list;
    args.rules.n_openings = openings.n;
    result = run_selfplay(&args, openings.hash);
    free(openings.list);
    return result;
}

const struct program_command data_selfplay = {
    .name = "selfplay",
    .summary = "play games of the engine against itself, write labelled positions",
    .text = "Plays games of the engine against itself and writes their positions with labels. "
            "Each machine needs its own seed; 'outflank-data merge' joins their files. "
            DATA_RUN_TEXT,
    .options = rows,
    .run = run_command,
};
