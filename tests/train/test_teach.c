/* The trainer of the student: boards are those it is meant for, its gradients move it towards its
 * teacher, the same run gives the same bytes, the block is worth what the fit is. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "eval/student.h"
#include "isa/kernel.h"
#include "support.h"
#include "train/student_fit.h"

static ofl_board random_board(struct rng *rng, int n_empties)
{
    for (;;) {
        ofl_board board = ofl_position_start().board;
        int move = 0;
        while (ofl_count_empties(board) > n_empties && move != OFL_NO_MOVE) {
            move = test_random_move(board, rng);
            board = move == OFL_NO_MOVE ? board : ofl_play(board, move);
        }
        if (ofl_count_empties(board) == n_empties)
            return board;
    }
}

static struct student_list play(const struct weights *teacher, uint64_t seed, size_t n)
{
    struct rng rng = rng_seeded(seed);
    struct student_list list = {0};
    while (list.n < n)
        cr_assert(student_play(teacher, random_board(&rng, STUDENT_FROM_LEAST + 3), &rng, &list));
    student_shuffle(&list, &rng);
    return list;
}

static struct weights *built_in(void)
{
    struct reason reason = {.text = ""};
    struct weights *weights = weights_built_in(&reason);
    cr_assert_not_null(weights, "%s", reason.text);
    return weights;
}

Test(teach, boards_are_those_whose_order_is_wanted)
{
    struct weights *teacher = built_in();
    struct student_list list = play(teacher, 61, 3000);
    int n_of[STUDENT_STAGES] = {0};
    for (size_t i = 0; i < list.n; i++) {
        const struct student_sample *s = &list.list[i];
        const int stage = ofl_count_empties(s->board) - STUDENT_EMPTIES_LEAST;
        cr_assert(stage >= 0 && stage < STUDENT_STAGES);
        cr_assert(s->board.player && !(s->board.player & s->board.opponent));
        cr_assert_eq(s->own, bit_count(ofl_legal_moves(s->board)));
        cr_assert_eq(s->other, bit_count(ofl_legal_moves(ofl_swap(s->board))));
        cr_assert_eq(s->value, kernel()->evaluate_trained(teacher, s->board));
        n_of[stage]++;
    }
    for (int stage = 0; stage < STUDENT_STAGES; stage++)
        cr_expect_gt(n_of[stage], 300, "stage %d", stage);
    free(list.list);
    weights_free(teacher);
}

static const struct student_rates rates = {.row = 0.05, .dense = 0.002, .prior = 0.001};

static struct student_fit *teach(const struct student_list *list, uint64_t seed, int n_passes)
{
    struct student_fit *fit = student_fit_create(&rates, seed);
    cr_assert(fit);
    for (int pass = 0; pass < n_passes; pass++)
        for (size_t i = 0; i < list->n; i++)
            student_fit_step(fit, &list->list[i], 1 - (double)pass / n_passes);
    return fit;
}

static double mean_square(const struct student_fit *fit, const struct student_list *list)
{
    double sum = 0;
    for (size_t i = 0; i < list->n; i++) {
        const double value = fit ? student_fit_value(fit, &list->list[i]) : 0;
        sum += pow(value - list->list[i].value / 128.0, 2) / (double)list->n;
    }
    return sum;
}

Test(teach, the_student_learns_and_the_block_is_worth_the_fit)
{
    struct weights *teacher = built_in();
    struct student_list list = play(teacher, 62, 40000), others = play(teacher, 63, 4000);
    struct student_fit *fit = teach(&list, 1, 3);
    const double before = mean_square(NULL, &others), after = mean_square(fit, &others);
    cr_expect(after < 0.15 * before, "%g of %g discs^2 on boards not learned from", after, before);
    size_t size;
    struct reason reason = {.text = ""};
    uint8_t *bytes = student_fit_export(fit, &size);
    cr_assert(bytes);
    struct student *student = student_from_bytes(bytes, size, &reason);
    cr_assert_not_null(student, "%s", reason.text);
    double most = 0, sum = 0;
    for (size_t i = 0; i < others.n; i++) {
        const struct student_sample *s = &others.list[i];
        struct pattern_ids ids;
        pattern_ids_of(s->board, &ids);
        const struct student_input in = {&ids, 0, ofl_legal_moves(s->board),
                                         ofl_legal_moves(ofl_swap(s->board))};
        int value;
        kernel()->student_values(student, ofl_count_empties(s->board), &in, 1, &value);
        const double off = fabs(value / 128.0 - student_fit_value(fit, s));
        sum += fabs(student_fit_value(fit, s)) < 63 ? off / (double)others.n : 0;
        most = off > most && fabs(student_fit_value(fit, s)) < 63 ? off : most;
    }
    cr_expect(sum < 0.15 && most < 1.5, "rounding costs %g discs, %g at most", sum, most);
    student_free(student);
    free(bytes);
    student_fit_destroy(fit);
    free(list.list);
    free(others.list);
    weights_free(teacher);
}

Test(teach, the_same_seed_gives_the_same_bytes)
{
    struct weights *teacher = built_in();
    uint8_t *bytes[3];
    size_t size[3];
    for (int i = 0; i < 3; i++) {
        struct student_list list = play(teacher, 64, 2000);
        struct student_fit *fit = teach(&list, i < 2 ? 5 : 6, 1);
        bytes[i] = student_fit_export(fit, &size[i]);
        cr_assert(bytes[i]);
        student_fit_destroy(fit);
        free(list.list);
    }
    cr_expect(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);
    cr_expect(size[0] != size[2] || memcmp(bytes[0], bytes[2], size[0]) != 0, "another seed");
    for (int i = 0; i < 3; i++)
        free(bytes[i]);
    weights_free(teacher);
}
