/* train/tool_bias.c - outflank-train bias: what static values are off in the mean, ply by ply.
 *
 * Labels are searches to a few plies, and choices among values that err favour one side: each
 * generation of weights learns from the one before, so with an odd number of empties near the
 * solved end values lie a disc too low (docs/eval.md, "Constants by ply"). Here they are compared
 * with scores that are known, and what is off is added to the constants (eval/constants.h).
 *
 * Self-play begins with random moves, so a network may never have met the first plies: the channels
 * of those plies are as they were at the start, what is interpolated between knots is only
 * continued, and the starting position was worth -63 discs. --early makes them those of the first
 * plies that were met. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "eval/constants.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "train/tool_data.h"
#include "train/tool.h"
#include "train/tool_weights.h"

struct args {
    const char *weights, *out, *like;
    double prior;
    int early, first;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(weights, "weights", 'w', "the weights, those of a network"),
    ROW_NEEDED_FILE(out, "out", 'o',
                    "the part file; 'cat' puts it behind its network (docs/eval.md)"),
    ROW_FILE(like, "like", 0, "weights whose static values stand in for the known scores: means "
             "stay what they were"),
    ROW_REAL(prior, "prior", 0, 1e6, "50", "as many positions without an error are thought to "
             "stand beside those of each number of empty squares"),
    ROW_INT(early, "early", 0, 0, CONSTANTS_EARLY_MOST, "0",
            "plies before N were not trained on: they take the numbers of plies N and N + 1, whose "
            "rows must be theirs, and constants that their own positions ask for (no prior); other "
            "plies do not change"),
    ROW_INT(first, "first", 0, 0, BOARD_PLIES - 1, "0",
            "only plies before N change: each gets the constant that its own positions ask for "
            "(no prior)"),
    PROGRAM_HELP
};

/* Of the positions of a ply: known score less static value, in discs. */
struct off { double n, n_exact, sum, absolute; };

static void find_off(const struct weights *weights, const struct sample_list *list,
                     struct off off[BOARD_PLIES])
{
    memset(off, 0, BOARD_PLIES * sizeof *off);
    for (int ply = 0; ply < BOARD_PLIES; ply++)
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

/* Each of the plies before `n` by itself: few positions are possible there, so the data have
 * most of them. */
static void find_early(const struct off off[BOARD_PLIES], int n, double bias[BOARD_PLIES])
{
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        bias[ply] = ply < n && off[ply].n > 0 ? off[ply].sum / off[ply].n : 0;
}

/* Positions two and four plies away, where the number of empties is odd or even, too, count half
 * and a quarter. */
static void smooth(const struct off off[BOARD_PLIES], double prior, double bias[BOARD_PLIES])
{
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        double n = prior, sum = 0;
        for (int away = -4; away <= 4; away += 2)
            if (ply + away >= 0 && ply + away < BOARD_PLIES) {
                double share = ldexp(1, -abs(away) / 2);
                n += share * off[ply + away].n;
                sum += share * off[ply + away].sum;
            }
        bias[ply] = n > 0 ? sum / n : 0;
    }
}

/* Adds discs to the constant of each ply. */
static bool add_bias(struct constants *constants, const double bias[BOARD_PLIES],
                     struct reason *why)
{
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        const int64_t sum = constants->of_ply[ply] + llrint(bias[ply] * NETWORK_OUT_UNIT);
        if (sum > NETWORK_MAX_BIAS || sum < -NETWORK_MAX_BIAS)
            return reason_set(why, "the constant of ply %d is out of bounds", ply);
        constants->of_ply[ply] = (int32_t)sum;
    }
    return true;
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

static double count(const struct off off[BOARD_PLIES])
{
    double n = 0;
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        n += off[ply].n;
    return n;
}

/* The plies before `early` get the numbers of those behind them, constants too. */
static bool begin_early(struct weights *weights, int early, struct constants *constants,
                        struct reason *why)
{
    if (early < weights->n_early)
        return reason_set(why, "plies before %d have the numbers of later ones already, so --early "
                               "must be at least that", weights->n_early);
    constants->n_early = early;
    for (int ply = 0; ply < early; ply++)
        constants->of_ply[ply] = constants->of_ply[early + (early - ply) % 2];
    if (constants_apply(constants, weights->network, why))
        return true;
    reason_put_before(why, "--early %d: ", early);
    return false;
}

/* What a fit goes by, and what it changes. */
struct fit {
    const struct args *args;
    const struct sample_list *list;
    struct weights *weights;
    struct constants constants;
    const char *what; /* a reason is about this */
};

/* Adds to the constants what values are off, and tells. */
static bool change(struct fit *fit, struct reason *why)
{
    static struct off before[BOARD_PLIES], after[BOARD_PLIES];
    double bias[BOARD_PLIES];
    const int early = fit->args->early;
    if (early && !begin_early(fit->weights, early, &fit->constants, why))
        return false;
    find_off(fit->weights, fit->list, before);
    if (count(before) <= 0) {
        fit->what = "the data";
        return reason_set(why, "neither exact scores nor those of searches");
    }
    if (early || fit->args->first)
        find_early(before, early ? early : fit->args->first, bias);
    else
        smooth(before, fit->args->prior, bias);
    if (!add_bias(&fit->constants, bias, why) ||
        !constants_apply(&fit->constants, fit->weights->network, why))
        return false;
    find_off(fit->weights, fit->list, after);
    puts("| empties | positions | exact | mean off | added | MAE | MAE then |\n"
         "|---|---|---|---|---|---|---|");
    for (int ply = BOARD_PLIES - 1; ply >= 0; ply--)
        print_row(60 - ply, &before[ply], &after[ply], bias[ply]);
    return true;
}

static int run(const struct args *args, const struct sample_list *list, struct weights *weights)
{
    struct reason why;
    struct fit fit = {.args = args, .list = list, .weights = weights, .what = args->weights};
    uint8_t block[CONSTANTS_BYTES];
    fit.constants = constants_of(weights->network);
    fit.constants.n_early = weights->n_early;
    if (!change(&fit, &why)) {
        tool_say("%s: %s", fit.what, why.text);
        return EX_DATAERR;
    }
    constants_to_bytes(&fit.constants, block);
    return tool_write_part(args->out, weights, block, sizeof block);
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
    struct weights *weights = NULL, *like = NULL;
    result = tool_load_weights(args.weights, args.out, &weights);
    if (result == 0)
        result = tool_load_data(files.paths, files.n, &rules, &data);
    if (result == 0 && !dataset_sort(&data)) {
        tool_say("out of memory");
        result = EX_OSERR;
    }
    if (result == 0 && args.like)
        result = tool_load_weights(args.like, args.out, &like);
    if (like)
        tool_take_values(like, RECORD_SEARCH, &data.part[PART_TEST]);
    if (result == 0)
        result = run(&args, &data.part[PART_TEST], weights);
    weights_free(like);
    weights_free(weights);
    dataset_free(&data);
    return result;
}

const struct program_command tool_bias = {
    .name = "bias",
    .arguments = "DATA.ofd...",
    .file = "a data file",
    .summary = "fit constants by ply: what values are off in the mean of known scores",
    .text = "Compares static values with known scores (of 'outflank-data relabel') and writes "
            "constants with what is off in the mean added, by number of empty squares.",
    .options = rows,
    .run = run_bias,
};
