/* train/tool_bias.c - outflank-train bias: what static values are off in the mean, ply by ply.
 *
 * Labels are searches to a few plies, and choices among values that err favour one side: each
 * generation of weights learns from the one before, so with an odd number of empties near the solved
 * end values lie a disc too low (docs/eval.md, "Constants by ply"). Here they are compared with scores
 * that are known, and what is off is added to the weights. */
#include <getopt.h>
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

static const char usage[] =
    "usage: outflank-train bias --weights FILE --out FILE [options] DATA.ofd...\n"
    "\n"
    "Compares static values with known scores (of 'outflank-data relabel') and writes\n"
    "the weights with what is off in the mean added, by number of empty squares.\n"
    "  -w, --weights FILE  the weights, those of a network\n"
    "  -o, --out FILE      the same weights with other constants (may be the same file)\n"
    "      --prior N       as many positions without an error are thought to stand beside\n"
    "                      those of each number of empty squares (50)\n"
    "  -h, --help          print this\n";

enum { OPT_PRIOR = 256 };

struct args {
    const char *weights, *out;
    double prior;
};

static const struct option long_options[] = {
    {"weights", required_argument, NULL, 'w'}, {"out", required_argument, NULL, 'o'},
    {"prior", required_argument, NULL, OPT_PRIOR}, {"help", no_argument, NULL, 'h'}, {0},
};

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){.prior = 50};
    for (int option; (option = getopt_long(argc, argv, "w:o:h", long_options, NULL)) != -1;) {
        if (option == 'h')
            return -1;
        if (option == 'w')
            args->weights = optarg;
        else if (option == 'o')
            args->out = optarg;
        else if (option != OPT_PRIOR ||
                 !tool_read_number("prior", optarg, 0, 1e6, false, &args->prior))
            return EX_USAGE;
    }
    if (args->weights && args->out && optind < argc)
        return 0;
    fputs("outflank-train: expected --weights FILE, --out FILE and data files\n", stderr);
    return EX_USAGE;
}

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

/* Positions two and four plies away, where the number of empties is odd or even, too, count half and a
 * quarter. */
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

/* Adds to the weights what they are off, tells, and writes them. */
static int change(const struct args *args, const struct sample_list *list)
{
    static struct off before[DATASET_PLIES], after[DATASET_PLIES];
    double bias[DATASET_PLIES];
    char why[160];
    size_t size;
    uint8_t *bytes = tool_read_file(args->weights, &size);
    if (!bytes)
        return EX_NOINPUT;
    int result = EX_DATAERR;
    struct weights *weights = weights_from_bytes(bytes, size, why), *changed = NULL;
    const char *what = args->weights;
    if (weights && !weights->network) {
        snprintf(why, sizeof why, "linear weights, expected a network");
    } else if (weights) {
        find_off(weights, list, before);
        if (count(before) > 0) {
            smooth(before, args->prior, bias);
            add_bias(bytes + WEIGHTS_HEADER, bias);
            export_sign(bytes);
            changed = weights_from_bytes(bytes, size, why);
        } else {
            what = "the data";
            snprintf(why, sizeof why, "neither exact scores nor those of searches");
        }
    }
    if (!changed) {
        fprintf(stderr, "outflank-train: %s: %s\n", what, why);
    } else {
        find_off(changed, list, after);
        puts("| empties | positions | exact | mean off | added | MAE | MAE then |\n"
             "|---|---|---|---|---|---|---|");
        for (int ply = DATASET_PLIES - 1; ply >= 0; ply--)
            print_row(60 - ply, &before[ply], &after[ply], bias[ply]);
        result = tool_write_file(args->out, bytes, size);
    }
    weights_free(weights);
    weights_free(changed);
    free(bytes);
    return result;
}

int tool_bias(int argc, char **argv)
{
    struct args args;
    int result = read_args(argc, argv, &args);
    if (result) {
        if (result < 0)
            fputs(usage, stdout);
        return result < 0 ? 0 : result;
    }
    const struct dataset_rules rules = {.is_all_test = true, .score_share = 1};
    struct dataset data = {0};
    result = tool_load_data(argv + optind, argc - optind, &rules, &data);
    if (result == 0 && !dataset_sort(&data)) {
        fputs("outflank-train: out of memory\n", stderr);
        result = EX_OSERR;
    }
    if (result == 0)
        result = change(&args, &data.part[PART_TEST]);
    dataset_free(&data);
    return result;
}
