/* train/tool_e1.c - outflank-train e1: from data files to the weights of the network. How to
 * use it and what it reached is in docs/eval.md. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "train/export.h"
#include "train/net_export.h"
#include "train/net_fit.h"
#include "train/net_import.h"
#include "train/tool_data.h"
#include "train/tool.h"

static const char usage[] =
    "usage: outflank-train e1 --out FILE [options] DATA...\n"
    "\n"
    "Trains the embedding network on labelled positions and WTHOR bases and writes a weights\n"
    "file; prints its error on games held out, by number of empties.\n"
    "  -o, --out FILE       the weights file\n"
    "      --from FILE      weights to go on from, instead of random ones; they decide --buckets\n"
    "      --keep X         its rows count as seen X times as often: 10 about a pass (1)\n"
    "  -k, --buckets N      ranges of plies with rows of their own, 1..6 (3)\n"
    "  -e, --epochs N       passes over the positions (8)\n"
    "      --most-mib N     size of the file; the smallest rows are left out (29)\n"
    "  -b, --batch N        positions a step, 1..1000000 (4096)\n"
    "      --rate X         first size of steps of rows (0.05)\n"
    "      --dense-rate X   first size of steps of all else (0.004)\n"
    "      --prior X        how slowly rows start to move (0.3)\n"
    "      --decay X        pull of rows to 0 in a pass (200)\n"
    "      --share-plies X  share of a row's step its neighbours take, 0..1 (0.85)\n"
    "      --share X        share of the score where it is mixed with the game's result (0.75)\n"
    "      --trace X        share of what came of a searched position in its label (0.75)\n"
    "      --no-outcomes    leave out positions known only by the game's later course\n"
    "      --holdout N      percent of games held out, 0..90 (10)\n"
    "  -s, --seed N         which games are held out, and all that is drawn (1)\n"
    "  -t, --threads N      threads, 1..256 (all cores)\n"
    "  -l, --label TEXT     provenance kept in the file, up to 16 characters (e1)\n"
    "  -v, --verbose        one line for each pass on standard error\n"
    "  -h, --help           print this\n";

struct args {
    const char *out, *label, *from;
    size_t most_mib;
    struct net_options fit;
    struct dataset_rules rules;
    bool is_verbose, is_terminal;
};

enum { OPT_RATE = 256, OPT_DENSE_RATE, OPT_PRIOR, OPT_DECAY, OPT_SHARE_PLIES, OPT_SHARE,
       OPT_TRACE, OPT_NO_OUTCOMES, OPT_HOLDOUT, OPT_FROM, OPT_KEEP, OPT_MOST_MIB };

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"from", required_argument, NULL, OPT_FROM},
    {"most-mib", required_argument, NULL, OPT_MOST_MIB},
    {"keep", required_argument, NULL, OPT_KEEP},
    {"buckets", required_argument, NULL, 'k'},
    {"epochs", required_argument, NULL, 'e'},
    {"batch", required_argument, NULL, 'b'},
    {"rate", required_argument, NULL, OPT_RATE},
    {"dense-rate", required_argument, NULL, OPT_DENSE_RATE},
    {"prior", required_argument, NULL, OPT_PRIOR},
    {"decay", required_argument, NULL, OPT_DECAY},
    {"share-plies", required_argument, NULL, OPT_SHARE_PLIES},
    {"share", required_argument, NULL, OPT_SHARE},
    {"trace", required_argument, NULL, OPT_TRACE},
    {"no-outcomes", no_argument, NULL, OPT_NO_OUTCOMES},
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
    struct net_options *fit = &args->fit;
    double x;
    int n;
    switch (option) {
    case 'k':
        return tool_read_whole(name, text, 1, NETWORK_MAX_BUCKETS, &fit->n_buckets);
    case 'e':
        return tool_read_whole(name, text, 1, 100000, &fit->n_passes);
    case 'b':
        return tool_read_whole(name, text, 1, 1000000, &fit->batch);
    case 't':
        return tool_read_whole(name, text, 1, 256, &fit->n_threads);
    case OPT_MOST_MIB:
        if (!tool_read_whole(name, text, 1, 64, &n))
            return false;
        args->most_mib = (size_t)n;
        return true;
    case OPT_HOLDOUT:
        return tool_read_whole(name, text, 0, 90, &args->rules.holdout_percent);
    case OPT_RATE:
        return tool_read_number(name, text, 0, 1, false, &fit->rate);
    case OPT_DENSE_RATE:
        return tool_read_number(name, text, 0, 1, false, &fit->dense_rate);
    case OPT_PRIOR:
        return tool_read_number(name, text, 1e-9, 1e9, false, &fit->prior);
    case OPT_DECAY:
        return tool_read_number(name, text, 0, 1e9, false, &fit->decay);
    case OPT_KEEP:
        return tool_read_number(name, text, 1, 1e9, false, &fit->keep);
    case OPT_SHARE_PLIES:
        return tool_read_number(name, text, 0, 1, false, &fit->share_plies);
    case OPT_SHARE:
        return tool_read_number(name, text, 0, 1, false, &args->rules.score_share);
    case OPT_TRACE:
        return tool_read_number(name, text, 0, 1, false, &args->rules.trace);
    case 's':
        if (!tool_read_number(name, text, 0, 9007199254740992.0, true, &x))
            return false;
        args->rules.seed = fit->seed = (uint64_t)x;
        return true;
    default:
        return false;
    }
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){
        .label = "e1", .most_mib = 29,
        .fit = {.n_buckets = 3, .n_threads = tool_count_cores(), .n_passes = 8, .batch = 4096,
                .rate = 0.05, .prior = 0.3, .decay = 200, .share_plies = 0.85, .dense_rate = 0.004,
                .seed = 1, .keep = 1},
        .rules = {.seed = 1, .holdout_percent = 10, .score_share = 0.75, .trace = 0.75},
        .is_terminal = isatty(2),
    };
    for (int option;
         (option = getopt_long(argc, argv, "o:k:e:b:s:t:l:vh", long_options, NULL)) != -1;) {
        if (option == 'h')
            return -1;
        if (option == 'o') {
            args->out = optarg;
        } else if (option == OPT_FROM) {
            args->from = optarg;
        } else if (option == 'l') {
            args->label = optarg;
        } else if (option == OPT_NO_OUTCOMES) {
            args->rules.without_outcomes = true;
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
    if (args->fit.keep != 1 && !args->from) {
        fprintf(stderr, "outflank-train: --keep: expected --from, weights to keep\n");
        return EX_USAGE;
    }
    return 0;
}

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

static bool measure(const void *model, const struct sample_list *list, struct linear_error *error)
{
    return net_measure(model, list, error);
}

/* The weights to go on from. 0, or an exit code after a sentence on stderr. */
static int load_start(const char *path, struct net_model *start)
{
    char why[160];
    size_t size;
    uint8_t *bytes = tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    const bool is_good = net_import(bytes, size, start, why);
    if (!is_good)
        fprintf(stderr, "outflank-train: %s: %s\n", path, why);
    free(bytes);
    return is_good ? 0 : EX_DATAERR;
}

static int train(const struct args *args, char **paths, int n_paths)
{
    struct dataset data = {0};
    struct net_model model = {0}, start = {0};
    int result = args->from ? load_start(args->from, &start) : 0;
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
        fprintf(stderr, "outflank-train: out of memory or threads\n");
        result = EX_OSERR;
    }
    if (result == 0) {
        const struct tool_fit fitted = {
            .model = &model, .measure = measure, .measure_weights = net_measure_weights,
            .seconds = (double)(clock_us() - start_us) * 1e-6,
        };
        size_t size = 0;
        uint8_t *bytes = net_export(&model, args->label, args->most_mib << 20, &size);
        result = tool_deliver(&fitted, &data, args->out, bytes, size);
    }
    net_free(&model);
    net_free(&start);
    dataset_free(&data);
    return result;
}

int tool_e1(int argc, char **argv)
{
    struct args args;
    int result = read_args(argc, argv, &args);
    if (result < 0) {
        fputs(usage, stdout);
        return 0;
    }
    return result ? result : train(&args, argv + optind, argc - optind);
}
