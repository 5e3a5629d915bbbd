/* train/tool_e0.c - outflank-train e0: from data files to a weights file. How to use
 * it and what it reached is in docs/eval.md. */
#include <getopt.h>
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

static const char usage[] =
    "usage: outflank-train e0 --out FILE [options] DATA...\n"
    "\n"
    "Fits the linear pattern evaluation to the games of WTHOR bases (.wtb) and to labelled\n"
    "positions (of 'outflank-train label') and writes a weights file; prints its error on\n"
    "games held out, by number of empties.\n"
    "  -o, --out FILE       the weights file\n"
    "  -k, --knots N        stages between which weights are interpolated, 2..61 (16)\n"
    "  -e, --epochs N       at most N passes over the positions (200)\n"
    "      --patience N     stop after N passes without gain on games held out (4)\n"
    "      --shrink X       pull towards 0 of configurations seen less than about X times (2)\n"
    "      --smooth X       pull between neighbouring stages, likewise (300)\n"
    "      --share X        share of the score where it is mixed with the game's result, 0..1 (0.8)\n"
    "      --trace X        share of what came of a searched position in its label, 0..1 (0.75)\n"
    "      --holdout N      percent of games held out, 0..90 (10)\n"
    "  -s, --seed N         which games are held out (1)\n"
    "  -t, --threads N      threads, 1..256 (all cores)\n"
    "  -l, --label TEXT     provenance kept in the file, up to 16 characters (e0)\n"
    "  -v, --verbose        one line for each pass on standard error\n"
    "  -h, --help           print this\n";

struct args {
    const char *out, *label;
    struct linear_options fit;
    struct dataset_rules rules;
    bool is_verbose;
};

struct progress {
    const struct args *args;
    size_t n_positions;
    int64_t start_us;
    bool is_terminal;
};

enum { OPT_PATIENCE = 256, OPT_SHRINK, OPT_SMOOTH, OPT_SHARE, OPT_TRACE, OPT_HOLDOUT };

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"knots", required_argument, NULL, 'k'},
    {"epochs", required_argument, NULL, 'e'},
    {"patience", required_argument, NULL, OPT_PATIENCE},
    {"shrink", required_argument, NULL, OPT_SHRINK},
    {"smooth", required_argument, NULL, OPT_SMOOTH},
    {"share", required_argument, NULL, OPT_SHARE},
    {"trace", required_argument, NULL, OPT_TRACE},
    {"holdout", required_argument, NULL, OPT_HOLDOUT},
    {"seed", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 't'},
    {"label", required_argument, NULL, 'l'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool set_number(struct args *args, int option, const char *name, const char *text)
{
    double x;
    switch (option) {
    case 'k':
        return tool_read_whole(name, text, 2, WEIGHTS_MAX_KNOTS, &args->fit.n_knots);
    case 'e':
        return tool_read_whole(name, text, 1, 100000, &args->fit.max_steps);
    case OPT_PATIENCE:
        return tool_read_whole(name, text, 1, 100000, &args->fit.patience);
    case OPT_SHRINK:
        return tool_read_number(name, text, 0, 1e9, false, &args->fit.shrink);
    case OPT_SMOOTH:
        return tool_read_number(name, text, 0, 1e9, false, &args->fit.smooth);
    case OPT_SHARE:
        return tool_read_number(name, text, 0, 1, false, &args->rules.score_share);
    case OPT_TRACE:
        return tool_read_number(name, text, 0, 1, false, &args->rules.trace);
    case OPT_HOLDOUT:
        return tool_read_whole(name, text, 0, 90, &args->rules.holdout_percent);
    case 't':
        return tool_read_whole(name, text, 1, 256, &args->fit.n_threads);
    case 's':
        if (!tool_read_number(name, text, 0, 9007199254740992.0, true, &x))
            return false;
        args->rules.seed = (uint64_t)x;
        return true;
    default:
        return false;
    }
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .label = "e0",
        .fit = {.n_knots = 16, .n_threads = tool_count_cores(), .max_steps = 200, .patience = 4,
                .shrink = 2, .smooth = 300},
        .rules = {.seed = 1, .holdout_percent = 10, .score_share = 0.8, .trace = 0.75},
    };
    for (int option;
         (option = getopt_long(argc, argv, "o:k:e:s:t:l:vh", long_options, NULL)) != -1;) {
        if (option == 'h')
            return -1;
        if (option == 'o') {
            args->out = optarg;
        } else if (option == 'l') {
            args->label = optarg;
        } else if (option == 'v') {
            args->is_verbose = true;
        } else {
            const char *name = tool_option_name(long_options, option);
            if (option == '?' || !set_number(args, option, name, optarg))
                return EX_USAGE;
        }
    }
    if (!args->out || optind == argc) {
        fprintf(stderr, "outflank-train: expected %s\n",
                args->out ? "a data file" : "--out FILE, the weights file to write");
        return EX_USAGE;
    }
    return 0;
}

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
        fprintf(stderr, "outflank-train: out of memory or threads\n");
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

int tool_e0(int argc, char **argv)
{
    struct args args;
    int result = read_args(argc, argv, &args);
    if (result < 0) {
        fputs(usage, stdout);
        return 0;
    }
    return result ? result : train(&args, argv + optind, argc - optind);
}
