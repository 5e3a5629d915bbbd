/* train/tool_compare.c - outflank-train compare: errors of evaluations by number of empties on
 * games held out. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "train/fit_error.h"
#include "train/tool_data.h"
#include "train/tool.h"

enum { MAX_SETS = 4 };

struct args {
    const char *paths[MAX_SETS];
    int n_sets, step;
    bool is_plain;
    struct dataset_rules rules;
};

static bool take_weights(void *values, const char *value, struct reason *reason)
{
    struct args *args = values;
    return tool_add_path(args->paths, &args->n_sets, MAX_SETS, value, reason);
}

static const struct option_row rows[] = {
    {.name = "weights", .letter = 'w', .argument = "FILE", .take = take_weights,
     .help = "a weights file; may be given up to 4 times"},
    ROW_INT(step, "step", 'n', 1, 60, "4", "empties a row of the table"),
    ROW_FLAG(is_plain, "plain", 0, "numbers with tabs instead of a table, for a plot"),
    ROW_FLAG(rules.is_all_test, "all", 0, "all positions: for files that nobody trained on"),
    ROW_INT(rules.holdout_percent, "holdout", 0, 1, 90, "10", "percent of games held out"),
    ROW_SEED(rules.seed, PROGRAM_SEED_MOST, "which games are held out"),
    PROGRAM_HELP
};

static void print_row(const struct args *args, const struct fit_error *errors, int least,
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

static void print_table(const struct args *args, const struct fit_error *errors)
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
    static struct fit_error errors[MAX_SETS + 1];
    struct dataset data = {0};
    int result = tool_load_data(paths, n_paths, &args->rules, &data);
    if (result == 0 && !dataset_sort(&data)) {
        tool_say("out of memory");
        result = EX_OSERR;
    }
    if (result == 0)
        fit_error_measure(NULL, &data.part[PART_TEST], &errors[0]);
    for (int set = 0; result == 0 && set < args->n_sets; set++) {
        struct reason reason;
        struct weights *weights = weights_from_file(args->paths[set], &reason);
        if (weights) {
            fit_error_measure(weights, &data.part[PART_TEST], &errors[set + 1]);
        } else {
            tool_say("%s: %s", args->paths[set], reason.text);
            result = EX_DATAERR;
        }
        weights_free(weights);
    }
    if (result == 0)
        print_table(args, errors);
    dataset_free(&data);
    return result;
}

static int run_compare(const struct program_call *call)
{
    struct args args = {.rules = {.score_share = 0.8}};
    struct program_files files;
    const int result = program_read(call, &args, &files);
    return result ? result : compare(&args, files.paths, files.n);
}

const struct program_command tool_compare = {
    .name = "compare",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "errors of evaluations by number of empties on games held out",
    .text = "Errors of the classical evaluation and of weights files on the exact and searched "
            "scores of games held out (those that e1 reports on, with the same seed and "
            "share).",
    .options = rows,
    .run = run_compare,
};
