/* train/tool_e1.c - outflank-train e1: from data files to the weights of the network. How to
 * use it and what it reached is in docs/eval.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "train/net_export.h"
#include "train/net_fit.h"
#include "train/tool_data.h"
#include "train/tool.h"
#include "train/tool_weights.h"

enum { MAX_HELD = 16 };

struct args {
    const char *out, *label, *from, *like, *held[MAX_HELD];
    int n_held;
    int most_mib;
    struct net_options fit;
    struct dataset_rules rules;
    bool is_verbose, is_terminal;
};

static bool take_held(void *values, const char *value, struct reason *reason)
{
    struct args *args = values;
    return tool_add_path(args->held, &args->n_held, MAX_HELD, value, reason);
}

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the weights file to write"),
    ROW_FILE(from, "from", 0,
             "weights to go on from, instead of random ones; they decide --buckets"),
    ROW_REAL(fit.keep, "keep", 1, 1e9, "1",
             "rows of --from count as seen X times as often: 10 about a pass"),
    {.name = "hold", .argument = "FILE", .take = take_held,
     .help = "positions whose values must stay: the label is what --like says; up to 16 files"},
    ROW_FILE(like, "like", 0, "weights that label those of --hold; those of --from if not given"),
    ROW_INT(fit.n_buckets, "buckets", 'k', 1, NETWORK_MAX_BUCKETS, "3",
            "ranges of plies with rows of their own"),
    ROW_INT(fit.n_passes, "epochs", 'e', 1, 100000, "8", "passes over the positions"),
    ROW_INT(most_mib, "most-mib", 0, 1, 64, "29",
            "size of the file; the smallest rows are left out"),
    ROW_INT(fit.batch, "batch", 'b', 1, 1000000, "4096", "positions a step"),
    ROW_REAL(fit.rate, "rate", 0, 1, "0.05", "first size of steps of rows"),
    ROW_REAL(fit.dense_rate, "dense-rate", 0, 1, "0.004", "first size of steps of all else"),
    ROW_REAL(fit.prior, "prior", 1e-9, 1e9, "0.3", "how slowly rows start to move"),
    ROW_REAL(fit.decay, "decay", 0, 1e9, "200", "pull of rows to 0 in a pass"),
    ROW_REAL(fit.share_plies, "share-plies", 0, 1, "0.85",
             "share of a row's step its neighbours take"),
    ROW_REAL(rules.score_share, "share", 0, 1, "0.75",
             "share of the score where it is mixed with the game's result"),
    ROW_REAL(rules.trace, "trace", 0, 1, "0.75",
             "share of what came of a searched position in its label"),
    ROW_FLAG(rules.without_outcomes, "no-outcomes", 0,
             "leave out positions known only by the game's later course"),
    ROW_INT(rules.holdout_percent, "holdout", 0, 0, 90, "10", "percent of games held out"),
    ROW_SEED(rules.seed, PROGRAM_SEED_MOST, "which games are held out, and all that is drawn"),
    ROW_INT(fit.n_threads, "threads", 't', 1, 256, NULL, "threads; all cores if not given"),
    ROW_TEXT(label, "label", 'l', "e1", "provenance kept in the file, up to 16 characters"),
    ROW_FLAG(is_verbose, "verbose", 'v', "one line for each pass on standard error"),
    PROGRAM_HELP
};

static void show_step(void *user, const struct net_progress *p)
{
    const struct args *args = user;
    double left = p->done > 0 ? p->seconds * (1 - p->done) / p->done : 0;
    const char *start = args->is_terminal ? "\r" : "", *end = args->is_terminal ? " \033[K" : "\n";
    if (p->is_pass && (args->is_verbose || args->is_terminal))
        fprintf(stderr, "%spass %d of %d: rmse of labels %.4f, held out %.4f, %.3f M positions/s, "
                "%.0f s left%s\n", start, p->pass, args->fit.n_passes, p->train_rmse, p->check_rmse,
                p->positions_per_s * 1e-6, left, args->is_terminal ? " \033[K" : "");
    else if (args->is_terminal)
        fprintf(stderr, "\rpass %d of %d: %.1f %%, %.3f M positions/s, %.0f s left%s", p->pass,
                args->fit.n_passes, 100 * p->done, p->positions_per_s * 1e-6, left, end);
}

/* Positions learned before keep the values they had (Li and Hoiem, "Learning without forgetting",
 * 2016): a value has no noise, so nothing is forgotten for chance. They are a kind of
 * their own, weighed by their own errors: those of wild boards would drown them. */
static int load_held(const struct args *args, struct dataset *data)
{
    struct weights *weights = NULL;
    char **paths = (char **)(uintptr_t)args->held;
    int result = args->n_held > 0 ? tool_load_data(paths, args->n_held, &args->rules, data) : 0;
    if (result == 0 && args->n_held > 0)
        result = tool_load_weights(args->like ? args->like : args->from, args->out, &weights);
    for (int part = 0; weights && part < N_PARTS; part++)
        tool_take_values(weights, RECORD_ESTIMATE, &data->part[part]);
    weights_free(weights);
    return result;
}

static void print_row(const char *name, const struct fit_error *fitted,
                      const struct fit_error *rounded, unsigned kinds, int most_empties,
                      int least_empties)
{
    double sums[4] = {0}, n = 0;
    for (int ply = 60 - most_empties; ply <= 60 - least_empties; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            if (!(kinds >> kind & 1))
                continue;
            n += (double)fitted->of[ply][kind].n;
            sums[0] += fitted->of[ply][kind].absolute;
            sums[1] += fitted->of[ply][kind].squared;
            sums[2] += rounded->of[ply][kind].absolute;
            sums[3] += rounded->of[ply][kind].squared;
        }
    if (n > 0)
        printf("| %s | %.0f | %.3f | %.3f | %.3f | %.3f |\n", name, n, sums[0] / n,
               sqrt(sums[1] / n), sums[2] / n, sqrt(sums[3] / n));
}

static void print_errors(const char *title, const struct fit_error *fitted,
                         const struct fit_error *rounded, unsigned kinds)
{
    size_t n = 0;
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            n += kinds >> kind & 1 ? fitted->of[ply][kind].n : 0;
    if (n == 0)
        return;
    printf("\n%s\n\n| empties | positions | MAE | RMSE | MAE of the file | RMSE of the file |\n"
           "|---|---|---|---|---|---|\n", title);
    for (int empties = 1; empties <= 60; empties += 4) {
        char name[32];
        snprintf(name, sizeof name, "%d-%d", empties, empties + 3);
        print_row(name, fitted, rounded, kinds, empties + 3, empties);
    }
    print_row("12-50", fitted, rounded, kinds, 50, 12);
    print_row("20-30", fitted, rounded, kinds, 30, 20);
    print_row("all", fitted, rounded, kinds, 60, 0);
}

/* Tells what the fit saw and what it is worth on the positions held out, and writes the weights
 * file. 0 or an exit code after a sentence on stderr. */
static int deliver(const struct args *args, const struct net_model *model,
                   const struct dataset *data, double seconds)
{
    struct reason reason;
    size_t size = 0;
    uint8_t *bytes = net_export(model, args->label, (size_t)args->most_mib << 20, &size);
    struct weights *weights = bytes ? weights_from_bytes(bytes, size, &reason) : NULL;
    struct fit_error fitted, rounded;
    const struct sample_list *test = &data->part[PART_TEST];
    int result = 0;
    printf("%zu games, %zu left out; %zu positions to train on, %zu to stop by, %zu held out; "
           "%.0f s\n", data->n_games, data->n_refused, data->part[PART_TRAIN].n,
           data->part[PART_CHECK].n, test->n, seconds);
    if (!weights || !net_measure(model, test, &fitted)) {
        tool_say("%s", bytes && !weights ? reason.text : "out of memory");
        result = EX_OSERR;
    } else {
        const unsigned good = 1U << RECORD_EXACT | 1U << RECORD_SEARCH;
        fit_error_measure(weights, test, &rounded);
        print_errors("Exact and searched scores:", &fitted, &rounded, good);
        print_errors("Scores of later positions of the game:", &fitted, &rounded, ~good);
        result = tool_write_file(args->out, bytes, size);
    }
    weights_free(weights);
    free(bytes);
    return result;
}

static int train(const struct args *args, char **paths, int n_paths)
{
    struct dataset data = {0};
    struct net_model model = {0}, start = {0};
    int result = args->from ? tool_load_network(args->from, &start) : 0;
    if (result == 0)
        result = load_held(args, &data);
    if (result == 0)
        result = tool_load_data(paths, n_paths, &args->rules, &data);
    int64_t start_us = clock_us();
    struct net_options fit = args->fit;
    fit.on_step = show_step;
    fit.user = (void *)(uintptr_t)args;
    if (args->from) {
        fit.start = &start;
        fit.n_buckets = start.n_buckets;
    }
    if (result == 0 && (!dataset_sort(&data) || !net_fit(&data, &fit, &model))) {
        tool_say("out of memory or threads");
        result = EX_OSERR;
    }
    if (result == 0)
        result = deliver(args, &model, &data, (double)(clock_us() - start_us) * 1e-6);
    net_free(&model);
    net_free(&start);
    dataset_free(&data);
    return result;
}

static int run_e1(const struct program_call *call)
{
    struct args args = {.fit = {.n_threads = program_count_cores(256)}, .is_terminal = isatty(2)};
    struct program_files files;
    int result = program_read(call, &args, &files);
    args.fit.seed = args.rules.seed;
    if (result == 0 && args.fit.keep != 1 && !args.from) {
        tool_say("--keep: expected --from, weights to keep");
        result = EX_USAGE;
    }
    if (result == 0 && args.n_held > 0 && !args.from) {
        tool_say("--hold: expected --from, weights whose values must stay");
        result = EX_USAGE;
    }
    return result ? result : train(&args, files.paths, files.n);
}

const struct program_command tool_e1 = {
    .name = "e1",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "train the embedding network, write a weights file",
    .text = "Trains the embedding network on labelled positions and WTHOR bases and writes a "
            "weights file; prints its error on games held out, by number of empties.",
    .options = rows,
    .run = run_e1,
};
