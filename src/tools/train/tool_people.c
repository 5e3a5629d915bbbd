/* train/tool_people.c - outflank-train people: fits and judges a model (docs/lab/people.md). */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "base/rng.h"
#include "eval/weights.h"
#include "train/people_fit.h"
#include "train/people_judge.h"
#include "train/tool.h"

struct args {
    const char *games, *ratings, *out, *model;
    int n_passes, most_rows, n_searched;
    double share;
    struct people_rates rates;
    uint64_t seed;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(games, "games", 'g', "lines: black, white, discs, moves"),
    ROW_NEEDED_FILE(ratings, "ratings", 'r', "lines: player, games, rating"),
    ROW_FILE(out, "out", 'o', "the model to fit"),
    ROW_FILE(model, "model", 'm', "judge this one on players held out, and fit none"),
    ROW_REAL(share, "share", 0, 1, "0.7", "of the moves; of those that judge, a seventh of it"),
    ROW_INT(n_passes, "epochs", 'e', 1, 100, "1", "passes over the moves"),
    ROW_REAL(rates.row, "rate", 0, 1, "0.03", "first size of steps of rows"),
    ROW_REAL(rates.dense, "dense-rate", 0, 1, "0.004", "first size of steps of all else"),
    ROW_INT(most_rows, "rows", 'n', 1, 10000000, "230000", "rows that the file keeps"),
    ROW_INT(n_searched, "searched", 'p', 0, 1000000, "2000",
            "positions in which searches are judged beside the model"),
    ROW_SEED(seed, PROGRAM_SEED_MOST, "of all that is drawn"),
    PROGRAM_HELP
};

static void shuffle(struct people_samples *samples, struct rng *rng)
{
    for (size_t i = samples->n; i > 1; i--) {
        const size_t k = rng_next(rng) % i;
        const struct people_sample kept = samples->list[i - 1];
        samples->list[i - 1] = samples->list[k];
        samples->list[k] = kept;
    }
}

static int fit(const struct args *args, struct people_samples *samples)
{
    struct rng rng = rng_seeded(args->seed);
    struct people_fit *fit = people_fit_create(&args->rates, args->seed);
    const double n_all = (double)samples->n * args->n_passes;
    for (int pass = 0; fit && pass < args->n_passes; pass++) {
        double sum = 0;
        shuffle(samples, &rng);
        for (size_t i = 0; i < samples->n; i++)
            sum += people_fit_step(fit, &samples->list[i], 1 - 0.95 *
                                   ((double)pass * (double)samples->n + (double)i) / n_all);
        printf("pass %d of %d: %zu moves, %.4f nats each\n", pass + 1, args->n_passes, samples->n,
               sum / (double)samples->n);
        fflush(stdout);
    }
    size_t size = 0;
    uint8_t *bytes = fit ? people_fit_export(fit, (size_t)args->most_rows, &size) : NULL;
    people_fit_destroy(fit);
    const int result = bytes ? tool_write_file(args->out, bytes, size) : EX_OSERR;
    if (!bytes)
        tool_say("out of memory");
    free(bytes);
    return result;
}

static int judge(const struct args *args, struct people_samples *samples)
{
    struct reason reason = {.text = "out of memory"};
    struct rng rng = rng_seeded(args->seed);
    size_t size;
    uint8_t *bytes = tool_read_file(args->model, &size);
    if (!bytes)
        return EX_NOINPUT;
    struct people *people = people_from_bytes(bytes, size, &reason);
    free(bytes);
    shuffle(samples, &rng);
    const bool is_good = people && people_judge(people, samples, args->n_searched);
    if (!is_good)
        tool_say("%s: %s", args->model, reason.text);
    people_free(people);
    return is_good ? 0 : EX_DATAERR;
}

static int run_people(const struct program_call *call)
{
    struct args args = {0};
    struct people_samples samples = {0};
    struct reason reason;
    struct program_files files;
    const int code = program_read(call, &args, &files);
    if (code)
        return code;
    if (!args.out == !args.model) {
        tool_say("expected either --out FILE or --model FILE");
        return EX_USAGE;
    }
    struct weights *weights = weights_built_in(&reason);
    const struct people_rules rules = {
        .games = args.games, .ratings = args.ratings, .seed = args.seed,
        .first_ply = args.out ? 5 : 9, .part = args.out ? PEOPLE_TRAIN : PEOPLE_TEST,
        .share = args.out ? args.share : args.share / 7};
    int result = EX_DATAERR;
    if (!people_data_read(&rules, weights, &samples, &reason))
        tool_say("%s", reason.text);
    else if (samples.n == 0)
        tool_say("%s: no game of the players of %s", args.games, args.ratings);
    else
        result = args.out ? fit(&args, &samples) : judge(&args, &samples);
    free(samples.list);
    weights_free(weights);
    return result;
}

const struct program_command tool_people = {
    .name = "people",
    .summary = "fit a model of what people of a rating play, or judge one",
    .text = "Goes through games of people. With --out it fits a model to moves of most players; "
            "with --model it tells how well that model, static values and searches foretell moves "
            "of the others. Values of moves are by the network built in.",
    .options = rows,
    .run = run_people,
};
