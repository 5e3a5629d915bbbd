/* train/tool_bias.c - outflank-train bias: what static values are off in the mean, ply by ply.
 *
 * Labels are searches to a few plies, and choices among values that err favour one side: each
 * generation of weights learns from the one before, so with an odd number of empties near the
 * solved end values lie a disc too low (docs/eval.md, "Constants by ply"). Here they are compared
 * with scores that are known, and what is off is added to the weights.
 *
 * Self-play begins with random moves, so a network may never have met the first plies: the channels
 * of those plies are as they were at the start, what is interpolated between knots is only
 * continued, and the starting position was worth -63 discs. --early makes them those of the first
 * plies that were met ("The first plies"). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/bytes.h"
#include "eval/network_file.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "train/export.h"
#include "train/tool_data.h"
#include "train/tool.h"

struct args {
    const char *weights, *out;
    double prior;
    int early;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(weights, "weights", 'w', "the weights, those of a network"),
    ROW_NEEDED_FILE(out, "out", 'o',
                    "the same weights with other constants (may be the same file)"),
    ROW_REAL(prior, "prior", 0, 1e6, "50", "as many positions without an error are thought to "
             "stand beside those of each number of empty squares"),
    ROW_INT(early, "early", 0, 0, DATASET_PLIES - 2, "0",
            "plies before N were not trained on: they take the numbers of plies N and N + 1, whose "
            "rows must be theirs, and constants that their own positions ask for (no prior); other "
            "plies do not change"),
    PROGRAM_HELP
};

/* Of the positions of a ply: known score less static value, in discs. */
struct off { double n, n_exact, sum, absolute; };

static void find_off(const struct weights *weights, const struct sample_list *list,
                     struct off off[DATASET_PLIES])
{
    memset(off, 0, DATASET_PLIES * sizeof *off);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++) {
            const struct sample *s = &list->list[i];
            if (s->kind > RECORD_SEARCH) /* what came of a game tells nothing of one value */
                continue;
            double x = s->truth / (double)DATASET_LABEL_UNIT -
                       kernel()->evaluate_trained(weights, s->board) / (double)EVAL_DISC;
            off[ply].n++;
            off[ply].sum += x;
            off[ply].n_exact += s->kind == RECORD_EXACT;
            off[ply].absolute += fabs(x);
        }
}

/* The plies before `early` take all numbers from the first after them that is odd or even like
 * them. */
static void take_over(uint8_t *payload, int early)
{
    for (int ply = 0; ply < early; ply++)
        memcpy(payload + ply * NETWORK_FILE_PLY,
               payload + (early + (early - ply) % 2) * NETWORK_FILE_PLY, NETWORK_FILE_PLY);
}

/* Each of the plies before `early` by itself: few positions are possible there, so the data have
 * most of them. */
static void find_early(const struct off off[DATASET_PLIES], int early, double bias[DATASET_PLIES])
{
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        bias[ply] = ply < early && off[ply].n > 0 ? off[ply].sum / off[ply].n : 0;
}

/* Positions two and four plies away, where the number of empties is odd or even, too, count half
 * and a quarter. */
static void smooth(const struct off off[DATASET_PLIES], double prior, double bias[DATASET_PLIES])
{
    for (int ply = 0; ply < DATASET_PLIES; ply++) {
        double n = prior, sum = 0;
        for (int away = -4; away <= 4; away += 2)
            if (ply + away >= 0 && ply + away < DATASET_PLIES) {
                double share = ldexp(1, -abs(away) / 2);
                n += share * off[ply + away].n;
                sum += share * off[ply + away].sum;
            }
        bias[ply] = n > 0 ? sum / n : 0;
    }
}

/* Adds discs to the constant of each ply. */
static void add_bias(uint8_t *payload, const double bias[DATASET_PLIES])
{
    for (int ply = 0; ply < DATASET_PLIES; ply++) {
        uint8_t *at = payload + ply * NETWORK_FILE_PLY + NETWORK_FILE_BIAS;
        int64_t now = bytes_read_signed_le(at, 4);
        bytes_write_le(at, (uint32_t)(int32_t)(now + llrint(bias[ply] * NETWORK_OUT_UNIT)), 4);
    }
}

static void print_row(int empties, const struct off *before, const struct off *after, double added)
{
    if (before->n > 0)
        printf("| %d | %.0f | %.0f | %+.2f | %+.2f | %.3f | %.3f |\n", empties, before->n,
               before->n_exact, before->sum / before->n, added, before->absolute / before->n,
               after->absolute / after->n);
    else if (fabs(added) >= 0.005)
        printf("| %d | 0 | 0 | | %+.2f | | |\n", empties, added);
}

static double count(const struct off off[DATASET_PLIES])
{
    double n = 0;
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        n += off[ply].n;
    return n;
}

/* A weights file and what is read from it. */
struct file {
    uint8_t *bytes;
    size_t size;
    struct weights *weights;
};

/* Reads the bytes again after a change of them. */
static bool reload(struct file *file, struct reason *reason)
{
    weights_free(file->weights);
    export_sign(file->bytes);
    file->weights = weights_from_bytes(file->bytes, file->size, reason);
    return file->weights != NULL;
}

/* The plies before `early` begin as those behind them do. False with `reason`. */
static bool begin_early(struct file *file, int early, struct reason *reason)
{
    if (network_bucket(file->weights->network->n_buckets, early + 1) > 0) {
        return reason_set(reason, "plies %d and %d have other rows than ply 0, so --early must be "
                          "less", early, early + 1);
    }
    take_over(file->bytes + WEIGHTS_HEADER, early);
    return reload(file, reason);
}

/* Adds to the weights what they are off, and tells. False with `reason` and `what` it is about. */
static bool change(const struct args *args, const struct sample_list *list, struct file *file,
                   const char **what, struct reason *reason)
{
    static struct off before[DATASET_PLIES], after[DATASET_PLIES];
    double bias[DATASET_PLIES];
    if (args->early && !begin_early(file, args->early, reason))
        return false;
    find_off(file->weights, list, before);
    if (count(before) <= 0) {
        *what = "the data";
        return reason_set(reason, "neither exact scores nor those of searches");
    }
    if (args->early)
        find_early(before, args->early, bias);
    else
        smooth(before, args->prior, bias);
    add_bias(file->bytes + WEIGHTS_HEADER, bias);
    if (!reload(file, reason))
        return false;
    find_off(file->weights, list, after);
    puts("| empties | positions | exact | mean off | added | MAE | MAE then |\n"
         "|---|---|---|---|---|---|---|");
    for (int ply = DATASET_PLIES - 1; ply >= 0; ply--)
        print_row(60 - ply, &before[ply], &after[ply], bias[ply]);
    return true;
}

static int run(const struct args *args, const struct sample_list *list)
{
    struct reason reason;
    const char *what = args->weights;
    struct file file = {0};
    file.bytes = tool_read_file(args->weights, &file.size);
    if (!file.bytes)
        return EX_NOINPUT;
    int result = EX_DATAERR;
    file.weights = weights_from_bytes(file.bytes, file.size, &reason);
    const bool is_network = file.weights && file.weights->network;
    if (file.weights && !is_network)
        reason_set(&reason, "linear weights, expected a network");
    if (is_network && change(args, list, &file, &what, &reason))
        result = tool_write_file(args->out, file.bytes, file.size);
    else
        fprintf(stderr, "outflank-train: %s: %s\n", what, reason.text);
    weights_free(file.weights);
    free(file.bytes);
    return result;
}

static int run_bias(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    int result = program_read(call, &args, &files);
    if (result)
        return result;
    const struct dataset_rules rules = {.is_all_test = true, .score_share = 1};
    struct dataset data = {0};
    result = tool_load_data(files.paths, files.n, &rules, &data);
    if (result == 0 && !dataset_sort(&data)) {
        fputs("outflank-train: out of memory\n", stderr);
        result = EX_OSERR;
    }
    if (result == 0)
        result = run(&args, &data.part[PART_TEST]);
    dataset_free(&data);
    return result;
}

const struct program_command tool_bias = {
    .name = "bias",
    .arguments = "DATA.ofd...",
    .file = "a data file",
    .summary = "add to weights what their values are off in the mean of known scores",
    .text = "Compares static values with known scores (of 'outflank-data relabel') and writes the "
            "weights with what is off in the mean added, by number of empty squares.",
    .options = rows,
    .run = run_bias,
};
