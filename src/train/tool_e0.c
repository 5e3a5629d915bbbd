/* train/tool_e0.c - outflank-train e0: from data files to a weights file. How to use
 * it and what it reached is in docs/eval.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "train/export.h"
#include "train/linear.h"
#include "train/tool_data.h"
#include "train/tool.h"

struct args {
    const char *out, *label;
    struct linear_options fit;
    struct dataset_rules rules;
    bool is_verbose;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the weights file to write"),
    ROW_INT(fit.n_knots, "knots", 'k', 2, WEIGHTS_MAX_KNOTS, "16",
            "stages between which weights are interpolated"),
    ROW_INT(fit.max_steps, "epochs", 'e', 1, 100000, "200", "at most N passes over the positions"),
    ROW_INT(fit.patience, "patience", 0, 1, 100000, "4",
            "stop after N passes without gain on games held out"),
    ROW_REAL(fit.shrink, "shrink", 0, 1e9, "2",
             "pull towards 0 of configurations seen less than about X times"),
    ROW_REAL(fit.smooth, "smooth", 0, 1e9, "300", "pull between neighbouring stages, likewise"),
    ROW_REAL(rules.score_share, "share", 0, 1, "0.8",
             "share of the score where it is mixed with the game's result"),
    ROW_REAL(rules.trace, "trace", 0, 1, "0.75",
             "share of what came of a searched position in its label"),
    ROW_INT(rules.holdout_percent, "holdout", 0, 0, 90, "10", "percent of games held out"),
    ROW_SEED(rules.seed, PROGRAM_SEED_MOST, "which games are held out"),
    ROW_INT(fit.n_threads, "threads", 't', 1, 256, NULL, "threads; all cores if not given"),
    ROW_TEXT(label, "label", 'l', "e0", "provenance kept in the file, up to 16 characters"),
    ROW_FLAG(is_verbose, "verbose", 'v', "one line for each pass on standard error"),
    PROGRAM_HELP
};

struct progress {
    const struct args *args;
    size_t n_positions;
    int64_t start_us;
    bool is_terminal;
};

static void show_step(void *user, int step, double train_rmse, double check_rmse, double seconds)
{
    struct progress *progress = user;
    double speed = seconds > 0 ? (double)progress->n_positions / seconds : 0;
    double left = seconds * (progress->args->fit.max_steps - step);
    if (progress->args->is_verbose)
        fprintf(stderr, "pass %d: rmse of labels %.4f, held out %.4f, %.2f M positions/s\n", step,
                train_rmse, check_rmse, speed * 1e-6);
    else if (progress->is_terminal)
        fprintf(stderr, "\rpass %d of at most %d: rmse %.4f, held out %.4f, %.2f M positions/s, "
                "at most %.0f s left \033[K", step, progress->args->fit.max_steps, train_rmse,
                check_rmse, speed * 1e-6, left);
}

static bool measure(const void *model, const struct sample_list *list, struct linear_error *error)
{
    return linear_measure(model, list, error);
}

static int train(const struct args *args, char **paths, int n_paths)
{
    struct dataset data = {0};
    struct linear_model model = {0};
    int result = tool_load_data(paths, n_paths, &args->rules, &data);
    struct progress progress = {.args = args, .n_positions = data.part[PART_TRAIN].n,
                                .start_us = clock_us(), .is_terminal = isatty(2)};
    struct linear_options fit = args->fit;
    fit.on_step = show_step;
    fit.user = &progress;
    if (result == 0 && (!dataset_sort(&data) || !linear_fit(&data, &fit, &model))) {
        tool_say("out of memory or threads");
        result = EX_OSERR;
    }
    if (result == 0) {
        if (progress.is_terminal)
            fputc('\n', stderr);
        const struct tool_fit fitted = {
            .model = &model, .measure = measure, .measure_weights = linear_measure_weights,
            .seconds = (double)(clock_us() - progress.start_us) * 1e-6,
        };
        size_t size = 0;
        uint8_t *bytes = export_linear(&model, args->label, &size);
        result = tool_deliver(&fitted, &data, args->out, bytes, size);
    }
    linear_free(&model);
    dataset_free(&data);
    return result;
}

static int run_e0(const struct program_call *call)
{
    struct args args = {.fit = {.n_threads = program_count_cores(256)}};
    struct program_files files;
    const int result = program_read(call, &args, &files);
    return result ? result : train(&args, files.paths, files.n);
}

const struct program_command tool_e0 = {
    .name = "e0",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "fit the linear pattern evaluation, write a weights file",
    .text = "Fits the linear pattern evaluation to the games of WTHOR bases (.wtb) and to "
            "labelled positions (of 'outflank-train label') and writes a weights file; prints its "
            "error on games held out, by number of empties.",
    .options = rows,
    .run = run_e0,
};
