/* train/tool_bias.c - outflank-train bias: what static values are off in the mean, ply by ply.
 *
 * Labels are searches to a few plies, and choices among values that err favour one side: each
 * generation of weights learns from the one before, so with an odd number of empties near the solved
 * end values lie a disc too low (docs/eval.md, "Constants by ply"). Here they are compared with scores
 * that are known, and what is off is added to the weights.
 *
 * Self-play begins with random moves, so a network may never have met the first plies: the channels of
 * those plies are as they were at the start, what is interpolated between knots is only continued, and
 * the starting position was worth -63 discs. --early makes them those of the first plies that were met
 * ("The first plies"). */
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
    "      --early N       plies before N, 0..59, were not trained on (0): they take the numbers\n"
    "                      of plies N and N + 1, whose rows must be theirs, and constants that\n"
    "                      their own positions ask for (no prior); other plies do not change\n"
    "  -h, --help          print this\n";

enum { OPT_PRIOR = 256, OPT_EARLY, WHY = 160 };

struct args {
    const char *weights, *out;
    double prior;
    int early;
};

static const struct option long_options[] = {
    {"weights", required_argument, NULL, 'w'}, {"out", required_argument, NULL, 'o'},
    {"prior", required_argument, NULL, OPT_PRIOR}, {"early", required_argument, NULL, OPT_EARLY},
    {"help", no_argument, NULL, 'h'}, {0},
};

static bool set_number(struct args *args, int option, const char *text)
{
    switch (option) {
    case OPT_PRIOR:
        return tool_read_number("prior", text, 0, 1e6, false, &args->prior);
    case OPT_EARLY:
        return tool_read_whole("early", text, 0, DATASET_PLIES - 2, &args->early);
    default:
        return false;
    }
}

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
        else if (!set_number(args, option, optarg))
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

/* The plies before `early` take all numbers from the first after them that is odd or even like them. */
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

/* A weights file and what is read from it. */
struct file {
    uint8_t *bytes;
    size_t size;
    struct weights *weights;
};

/* Reads the bytes again after a change of them. */
static bool reload(struct file *file, char *why)
{
    weights_free(file->weights);
    export_sign(file->bytes);
    file->weights = weights_from_bytes(file->bytes, file->size, why);
    return file->weights != NULL;
}

/* The plies before `early` begin as those behind them do. False with `why`. */
static bool begin_early(struct file *file, int early, char *why)
{
    if (network_bucket(file->weights->network->n_buckets, early + 1) > 0) {
        snprintf(why, WHY, "plies %d and %d have other rows than ply 0, so --early must be less",
                 early, early + 1);
        return false;
    }
    take_over(file->bytes + WEIGHTS_HEADER, early);
    return reload(file, why);
}

/* Adds to the weights what they are off, and tells. False with `why` and `what` it is about. */
static bool change(const struct args *args, const struct sample_list *list, struct file *file,
                   const char **what, char *why)
{
    static struct off before[DATASET_PLIES], after[DATASET_PLIES];
    double bias[DATASET_PLIES];
    if (args->early && !begin_early(file, args->early, why))
        return false;
    find_off(file->weights, list, before);
    if (count(before) <= 0) {
        *what = "the data";
        snprintf(why, WHY, "neither exact scores nor those of searches");
        return false;
    }
    if (args->early)
        find_early(before, args->early, bias);
    else
        smooth(before, args->prior, bias);
    add_bias(file->bytes + WEIGHTS_HEADER, bias);
    if (!reload(file, why))
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
    char why[WHY];
    const char *what = args->weights;
    struct file file = {0};
    file.bytes = tool_read_file(args->weights, &file.size);
    if (!file.bytes)
        return EX_NOINPUT;
    int result = EX_DATAERR;
    file.weights = weights_from_bytes(file.bytes, file.size, why);
    const bool is_network = file.weights && file.weights->network;
    if (file.weights && !is_network)
        snprintf(why, sizeof why, "linear weights, expected a network");
    if (is_network && change(args, list, &file, &what, why))
        result = tool_write_file(args->out, file.bytes, file.size);
    else
        fprintf(stderr, "outflank-train: %s: %s\n", what, why);
    weights_free(file.weights);
    free(file.bytes);
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
        result = run(&args, &data.part[PART_TEST]);
    dataset_free(&data);
    return result;
}
