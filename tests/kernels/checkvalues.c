/* checkvalues - proves that every level values boards as plain C does: checkvalues [SEED]
 *
 * Networks and students of random weights, of the usual size and of the largest; boards of random
 * games. Plain C itself is proved natively, against obvious sums (tests/unit). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "base/rng.h"
#include "eval/network.h"
#include "eval/score.h"
#include "eval/student.h"
#include "eval/weights.h"
#include "isa/kernel.h"

enum { N_GAMES = 400, TOGETHER = 7 };

static struct rng rng;
static uint64_t n_values, n_bounded;

static int draw(int most) { return (int)rng_below(&rng, (uint32_t)(2 * most + 1)) - most; }

static void fill_words(void *words, size_t size, int most)
{
    for (size_t i = 0; i < size / 2; i++)
        ((int16_t *)words)[i] = (int16_t)draw(most);
}

static void fill_dwords(void *dwords, size_t size, int most)
{
    for (size_t i = 0; i < size / 4; i++)
        ((int32_t *)dwords)[i] = draw(most);
}

static void fill_rows(void *rows, size_t size, int zero, int most)
{
    for (size_t i = 0; i < size; i += 8) {
        uint64_t bits = rng_next(&rng);
        for (int k = 0; k < 8; k++, bits >>= 8)
            ((uint8_t *)rows)[i + (size_t)k] =
                (uint8_t)(zero - most + (int)(bits & 255) % (2 * most + 1));
    }
}

static struct network_ply random_ply(bool is_large)
{
    struct network_ply p = {.bucket = 0, .bias = draw(1 << (is_large ? 28 : 13))};
    fill_words(p.u1, sizeof p.u1, is_large ? 4 * NETWORK_WEIGHT_MOST : 480);
    fill_words(p.u2, sizeof p.u2, is_large ? 4 * NETWORK_WEIGHT_MOST : 640);
    fill_dwords(p.b1, sizeof p.b1, is_large ? 1 << 26 : 1 << 20);
    fill_dwords(p.b2, sizeof p.b2, is_large ? 1 << 26 : 1 << 20);
    fill_words(p.v, sizeof p.v, is_large ? NETWORK_MAX_OUT : 750);
    fill_words(p.skip, sizeof p.skip, is_large ? NETWORK_MAX_SKIP : 20);
    fill_words(p.start, sizeof p.start, is_large ? NETWORK_MAX_ROW : 300);
    fill_words(p.own, sizeof p.own, is_large ? NETWORK_MAX_ROW : 300);
    fill_words(p.other, sizeof p.other, is_large ? NETWORK_MAX_ROW : 300);
    for (int c = 0; c < NETWORK_CHANNELS; c++)
        p.start[c] = (int16_t)(p.start[c] - PATTERN_N_INSTANCES * NETWORK_ROW_ZERO);
    return p;
}

static void fill_student(struct student *s, bool is_large)
{
    struct student_dense *d = &s->dense;
    fill_words(d->w, sizeof d->w, is_large ? STUDENT_MAX_WEIGHT : 40);
    fill_dwords(d->b, sizeof d->b, is_large ? STUDENT_MAX_HIDDEN_BIAS : 6000);
    fill_dwords(d->v, sizeof d->v, is_large ? STUDENT_MAX_OUT : 6000);
    fill_words(d->skip, sizeof d->skip, is_large ? STUDENT_MAX_SKIP : 100);
    fill_words(d->start, sizeof d->start, is_large ? STUDENT_MAX_START : 500);
    fill_words(d->own, sizeof d->own, is_large ? STUDENT_MAX_START : 300);
    fill_words(d->other, sizeof d->other, is_large ? STUDENT_MAX_START : 300);
    fill_dwords(d->bias, sizeof d->bias, is_large ? STUDENT_MAX_BIAS : 2000000);
    for (int stage = 0; stage < STUDENT_STAGES; stage++)
        for (int k = 0; k < STUDENT_LANES; k++)
            d->start[stage][k] =
                (int16_t)(d->start[stage][k] - PATTERN_N_INSTANCES * STUDENT_ROW_ZERO);
    fill_rows(s->rows, sizeof s->rows, STUDENT_ROW_ZERO, is_large ? STUDENT_ROW_MOST : 20);
}

static void check(const struct kernel *k, const char *what, ofl_board board, int is, int should)
{
    n_values++;
    n_bounded += abs(should) == EVAL_MAX;
    if (is == should)
        return;
    printf("FAIL %s: %s of %016" PRIx64 " %016" PRIx64 " is %d, should be %d\n", k->level, what,
           board.player, board.opponent, is, should);
    exit(1);
}

static ofl_board child_of(ofl_board board)
{
    uint64_t moves = ofl_legal_moves(board);
    for (uint32_t skip = rng_below(&rng, (uint32_t)bit_count(moves)); skip; skip--)
        moves = bit_drop(moves);
    return ofl_play(board, bit_first(moves));
}

/* Some children of a board, valued one by one and together. */
static void check_children(const struct weights *weights, ofl_board board)
{
    const struct kernel *plain = kernel_at(0), *k;
    struct pattern_ids ids[TOGETHER], swapped[TOGETHER];
    struct pattern_input in[TOGETHER];
    struct student_input asked[TOGETHER];
    ofl_board boards[TOGETHER];
    int should[TOGETHER], is[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        const ofl_board b = boards[i] = child_of(board);
        const int side = i & 1;
        pattern_ids_of(b, &ids[i]);
        pattern_ids_of(ofl_swap(b), &swapped[i]);
        const struct pattern_ids *kept = side ? &swapped[i] : &ids[i];
        in[i] = (struct pattern_input){b.player, b.opponent, kept, side};
        asked[i] = (struct student_input){kept, side, ofl_legal_moves(b),
                                          ofl_legal_moves(ofl_swap(b))};
    }
    const int n_empties = 63 - bit_count(board.player | board.opponent);
    const bool has_student =
        n_empties >= STUDENT_EMPTIES_LEAST && n_empties <= STUDENT_EMPTIES_MOST;
    for (int level = 1; (k = kernel_at(level)) != NULL; level++) {
        if (!kernel_supported(k->level))
            continue;
        for (int i = 0; i < TOGETHER; i++) {
            should[i] = plain->evaluate_trained(weights, boards[i]);
            check(k, "value", boards[i], k->evaluate_trained(weights, boards[i]), should[i]);
            check(k, "classical value", boards[i], k->evaluate(boards[i]),
                  plain->evaluate(boards[i]));
        }
        k->evaluate_all(weights->network, in, TOGETHER, is);
        for (int i = 0; i < TOGETHER; i++)
            check(k, "value beside others", boards[i], is[i], should[i]);
        if (!has_student)
            continue;
        plain->student_values(weights->student, n_empties, asked, TOGETHER, should);
        k->student_values(weights->student, n_empties, asked, TOGETHER, is);
        for (int i = 0; i < TOGETHER; i++)
            check(k, "student's value", boards[i], is[i], should[i]);
    }
}

static void check_games(const struct weights *weights)
{
    for (int game = 0; game < N_GAMES; game++) {
        ofl_board board = ofl_position_start().board;
        while (!ofl_is_over(board))
            if (ofl_legal_moves(board)) {
                check_children(weights, board);
                board = child_of(board);
            } else {
                board = ofl_swap(board);
            }
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    rng = rng_seeded(seed);
    printf("# seed %" PRIu64 ", levels", seed);
    for (int i = 0; kernel_at(i); i++)
        if (kernel_supported(kernel_at(i)->level))
            printf(" %s", kernel_at(i)->level);
    printf("\n");
    if (!kernel_at(1)) {
        printf("plain C alone: there is nothing to compare\n");
        return 77;
    }
    struct network network = {
        .n_buckets = 1,
        .plies = mem_alloc(BOARD_PLIES * sizeof *network.plies, NULL),
        .rows = mem_alloc(PATTERN_N_CONFIGS * sizeof *network.rows, NULL)};
    struct student *student = mem_alloc(sizeof *student, NULL);
    struct weights weights = {.network = &network, .student = student};
    if (!network.plies || !network.rows || !student)
        return 1;
    for (int is_large = 0; is_large < 2; is_large++) {
        for (int ply = 0; ply < BOARD_PLIES; ply++)
            network.plies[ply] = random_ply(is_large);
        fill_rows(network.rows, PATTERN_N_CONFIGS * sizeof *network.rows, NETWORK_ROW_ZERO,
                  is_large ? NETWORK_ROW_MOST : 20);
        fill_student(student, is_large);
        n_values = n_bounded = 0;
        check_games(&weights);
        printf("%s weights: %" PRIu64 " values agree, %" PRIu64 " of them at the bound\n",
               is_large ? "largest" : "usual", n_values, n_bounded);
    }
    return 0;
}
