/* train/tool_data.c - see tool_data.h. */
#include "train/tool_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "eval/score.h"
#include "isa/kernel.h"
#include "train/tool.h"

/* One data file; 0 or an exit code. */
static int add_file(const char *path, const struct dataset_rules *rules,
                    struct dataset *data)
{
    size_t size;
    uint8_t *bytes = tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    struct reason reason;
    bool is_records = size >= 7 && memcmp(bytes, "OFLDATA", 7) == 0;
    const size_t damaged = data->n_damaged_bytes, missing = data->n_missing;
    bool is_good = is_records ? dataset_add_records(data, rules, bytes, size, &reason)
                              : dataset_add_wthor(data, rules, bytes, size, &reason);
    free(bytes);
    if (!is_good)
        tool_say("%s: %s", path, reason.text);
    tool_say_missing(path, data->n_missing - missing);
    if (is_good && data->n_damaged_bytes > damaged)
        tool_say("%s: %zu damaged bytes are left out", path, data->n_damaged_bytes - damaged);
    return is_good ? 0 : EX_DATAERR;
}

int tool_load_data(char **paths, int n_paths, const struct dataset_rules *rules,
                   struct dataset *data)
{
    int result = 0;
    for (int i = 0; result == 0 && i < n_paths; i++)
        result = add_file(paths[i], rules, data);
    if (result == 0 && data->part[rules->is_all_test ? PART_TEST : PART_TRAIN].n == 0) {
        tool_say("no position to %s in the files given",
                 rules->is_all_test ? "measure" : "train on");
        result = EX_DATAERR;
    }
    return result;
}

void tool_take_values(const struct weights *like, enum record_kind kind,
                      const struct sample_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct sample *s = &list->list[i];
        const double value = kernel()->evaluate_trained(like, s->board) / (double)EVAL_DISC;
        s->label = s->truth = (int16_t)lround(value * DATASET_LABEL_UNIT);
        s->kind = (uint8_t)kind;
    }
}

static void print_row(const char *name, const struct linear_error *fitted,
                      const struct linear_error *rounded, unsigned kinds, int most_empties,
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

static void print_errors(const char *title, const struct linear_error *fitted,
                       const struct linear_error *rounded, unsigned kinds)
{
    size_t n = 0;
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            n += kinds >> kind & 1 ? fitted->of[ply][kind].n : 0;
    if (n == 0)
        return;
    printf("\n%s\n\n| empties | positions | MAE | RMSE | MAE of the file | RMSE of the file |\n"
           "|---|---|---|---|---|---|\n", title);
    for (int empties = 1; empties <= 60; empties += 4) {
        char name[16];
        snprintf(name, sizeof name, "%d-%d", empties, empties + 3);
        print_row(name, fitted, rounded, kinds, empties + 3, empties);
    }
    print_row("12-50", fitted, rounded, kinds, 50, 12);
    print_row("20-30", fitted, rounded, kinds, 30, 20);
    print_row("all", fitted, rounded, kinds, 60, 0);
}

int tool_deliver(const struct tool_fit *fit, const struct dataset *data, const char *path,
                 uint8_t *bytes, size_t size)
{
    struct reason reason;
    struct weights *weights = bytes ? weights_from_bytes(bytes, size, &reason) : NULL;
    struct linear_error fitted, rounded;
    const struct sample_list *test = &data->part[PART_TEST];
    int result = 0;
    printf("%zu games, %zu left out; %zu positions to train on, %zu to stop by, %zu held out; "
           "%.0f s\n", data->n_games, data->n_refused, data->part[PART_TRAIN].n,
           data->part[PART_CHECK].n, test->n, fit->seconds);
    if (!weights || !fit->measure(fit->model, test, &fitted)) {
        tool_say("%s", bytes && !weights ? reason.text : "out of memory");
        result = EX_OSERR;
    } else {
        const unsigned good = 1U << RECORD_EXACT | 1U << RECORD_SEARCH;
        fit->measure_weights(weights, test, &rounded);
        print_errors("Exact and searched scores:", &fitted, &rounded, good);
        print_errors("Scores of later positions of the game:", &fitted, &rounded, ~good);
        result = tool_write_file(path, bytes, size);
    }
    weights_free(weights);
    free(bytes);
    return result;
}
