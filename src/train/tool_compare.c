/* train/tool_compare.c - outflank-train compare: errors of evaluations by number of empties on
 * games held out. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "eval/score.h"
#include "isa/kernel.h"
#include "train/tool_data.h"
#include "train/tool.h"

static const char usage[] =
    "usage: outflank-train compare [options] DATA...\n"
    "\n"
    "Errors of the classical evaluation and of weights files on the exact and searched scores\n"
    "of games held out (those that e0 and e1 report on, with the same seed and share).\n"
    "  -w, --weights FILE  a weights file; may be given up to 4 times\n"
    "  -n, --step N        empties a row of the table, 1..60 (4)\n"
    "      --plain         numbers with tabs instead of a table, for a plot\n"
    "      --all           all positions: for files that nobody trained on\n"
    "      --holdout N     percent of games held out, 1..90 (10)\n"
    "  -s, --seed N        which games are held out (1)\n"
    "  -h, --help          print this\n";

enum { MAX_SETS = 4, OPT_PLAIN = 256, OPT_HOLDOUT, OPT_ALL };

struct args {
    const char *paths[MAX_SETS];
    int n_sets, step;
    bool is_plain;
    struct dataset_rules rules;
};

static const struct option long_options[] = {
    {"weights", required_argument, NULL, 'w'},
    {"step", required_argument, NULL, 'n'},
    {"plain", no_argument, NULL, OPT_PLAIN},
    {"all", no_argument, NULL, OPT_ALL},
    {"holdout", required_argument, NULL, OPT_HOLDOUT},
    {"seed", required_argument, NULL, 's'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){.step = 4,
                          .rules = {.seed = 1, .holdout_percent = 10, .score_share = 0.8}};
    double x;
    for (int option; (option = getopt_long(argc, argv, "w:n:s:h", long_options, NULL)) != -1;) {
        if (option == 'h')
            return -1;
        if (option == OPT_PLAIN) {
            args->is_plain = true;
        } else if (option == OPT_ALL) {
            args->rules.is_all_test = true;
        } else if (option == 'w' && args->n_sets < MAX_SETS) {
            args->paths[args->n_sets++] = optarg;
        } else if (option == 'n') {
            if (!tool_read_whole("step", optarg, 1, 60, &args->step))
                return EX_USAGE;
        } else if (option == OPT_HOLDOUT) {
            if (!tool_read_whole("holdout", optarg, 1, 90, &args->rules.holdout_percent))
                return EX_USAGE;
        } else if (option == 's') {
            if (!tool_read_number("seed", optarg, 0, 9007199254740992.0, true, &x))
                return EX_USAGE;
            args->rules.seed = (uint64_t)x;
        } else {
            return EX_USAGE;
        }
    }
    if (optind == argc) {
        fputs("outflank-train: expected a data file\n", stderr);
        return EX_USAGE;
    }
    return 0;
}

/* Without weights: the classical evaluation. */
static void measure(const struct weights *weights, const struct sample_list *list,
                    struct linear_error *error)
{
    memset(error, 0, sizeof *error);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++) {
            const struct sample *s = &list->list[i];
            int value = weights ? kernel()->evaluate_trained(weights, s->board)
                                : kernel()->evaluate(s->board);
            linear_count_error(error, ply, value / (double)EVAL_DISC, s);
        }
}

static void print_row(const struct args *args, const struct linear_error *errors, int least,
                      int most)
{
    const char *between = args->is_plain ? "\t" : " | ";
    size_t n = 0;
    for (int set = 0; set <= args->n_sets; set++) {
        double absolute = 0, squared = 0;
        n = 0;
        for (int ply = 60 - most; ply <= 60 - least; ply++)
            for (int kind = RECORD_EXACT; kind <= RECORD_SEARCH; kind++) {
                n += errors[set].of[ply][kind].n;
                absolute += errors[set].of[ply][kind].absolute;
                squared += errors[set].of[ply][kind].squared;
            }
        if (n == 0)
            return;
        if (set == 0 && args->is_plain)
            printf("%g\t%zu", (least + most) / 2.0, n);
        else if (set == 0)
            printf("| %d-%d | %zu", least, most, n);
        printf("%s%.3f%s%.3f", between, absolute / (double)n, between, sqrt(squared / (double)n));
    }
    puts(args->is_plain ? "" : " |");
}

static void print_table(const struct args *args, const struct linear_error *errors)
{
    if (!args->is_plain) {
        printf("| empties | positions | classical MAE | RMSE |");
        for (int set = 0; set < args->n_sets; set++) {
            const char *slash = strrchr(args->paths[set], '/');
            printf(" %s MAE | RMSE |", slash ? slash + 1 : args->paths[set]);
        }
        printf("\n|---|---|---|---|");
        for (int set = 0; set < args->n_sets; set++)
            printf("---|---|");
        puts("");
    }
    for (int least = 1; least <= 60; least += args->step)
        print_row(args, errors, least,
                  least + args->step - 1 < 60 ? least + args->step - 1 : 60);
    if (!args->is_plain) {
        print_row(args, errors, 12, 50);
        print_row(args, errors, 20, 30);
        print_row(args, errors, 0, 60);
    }
}

static int compare(const struct args *args, char **paths, int n_paths)
{
    static struct linear_error errors[MAX_SETS + 1];
    struct dataset data = {0};
    int result = tool_load_data(paths, n_paths, &args->rules, &data);
    if (result == 0 && !dataset_sort(&data)) {
        fputs("outflank-train: out of memory\n", stderr);
        result = EX_OSERR;
    }
    if (result == 0)
        measure(NULL, &data.part[PART_TEST], &errors[0]);
    for (int set = 0; result == 0 && set < args->n_sets; set++) {
        char why[160];
        struct weights *weights = weights_from_file(args->paths[set], why);
        if (weights) {
            measure(weights, &data.part[PART_TEST], &errors[set + 1]);
        } else {
            fprintf(stderr, "outflank-train: %s: %s\n", args->paths[set], why);
            result = EX_DATAERR;
        }
        weights_free(weights);
    }
    if (result == 0)
        print_table(args, errors);
    dataset_free(&data);
    return result;
}

int tool_compare(int argc, char **argv)
{
    struct args args;
    int result = read_args(argc, argv, &args);
    if (result < 0) {
        fputs(usage, stdout);
        return 0;
    }
    return result ? result : compare(&args, argv + optind, argc - optind);
}
