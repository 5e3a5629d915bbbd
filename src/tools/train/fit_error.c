/* train/fit_error.c - see fit_error.h. */
#include "train/fit_error.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "eval/score.h"
#include "isa/kernel.h"

void fit_error_count(struct fit_error *error, int ply, double value, const struct sample *sample)
{
    assert(ply >= 0 && ply < BOARD_PLIES && sample->kind < RECORD_KINDS);
    value = value > 64 ? 64 : value < -64 ? -64 : value;
    double off = value - sample->truth / (double)DATASET_LABEL_UNIT;
    double off_label = value - sample->label / (double)DATASET_LABEL_UNIT;
    struct fit_sums *sums = &error->of[ply][sample->kind];
    sums->n++;
    sums->absolute += fabs(off);
    sums->squared += off * off;
    sums->label_squared += off_label * off_label;
}

void fit_error_measure(const struct weights *weights, const struct sample_list *list,
                       struct fit_error *error)
{
    memset(error, 0, sizeof *error);
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i++) {
            const struct sample *s = &list->list[i];
            int value = weights ? kernel()->evaluate_trained(weights, s->board)
                                : kernel()->evaluate(s->board);
            fit_error_count(error, ply, value / (double)EVAL_DISC, s);
        }
}
