/* The classical evaluation: the same everywhere, bounded, symmetric, explained, sensible. */
#include <criterion/criterion.h>
#include <outflank/notation.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "eval/eval.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "support.h"

enum { SEED = 20240131, N_BOARDS = 10000, MAX_TERMS = 32 };

/* Any disjoint pair of sets, thin to full, connected or not. */
static ofl_board random_board(struct rng *rng)
{
    const uint32_t density = rng_below(rng, 4);
    uint64_t discs = rng_next(rng);
    if (density == 0)
        discs &= rng_next(rng);
    else if (density == 1)
        discs |= rng_next(rng);
    else if (density == 2)
        discs |= rng_next(rng) | rng_next(rng) | rng_next(rng);
    const uint64_t own = rng_next(rng);
    return (ofl_board){discs & own, discs & ~own};
}

/* A board of a random game, so that edges and corners look as in play. */
static ofl_board random_play(struct rng *rng)
{
    ofl_board board = ofl_position_start().board;
    for (uint32_t plies = rng_below(rng, 61); plies && !ofl_is_over(board); plies--) {
        uint64_t moves = ofl_legal_moves(board);
        if (moves)
            for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip; skip--)
                moves = bit_drop(moves);
        board = ofl_play(board, moves ? bit_first(moves) : OFL_PASS);
    }
    return board;
}

static ofl_board any_board(struct rng *rng, int i)
{
    return i & 1 ? random_play(rng) : random_board(rng);
}

static int evaluate(ofl_board board) { return kernel()->evaluate(board); }

static ofl_board board_of(const char *text)
{
    ofl_position position;
    struct ofl_text_error error;
    cr_assert(ofl_position_from_text(text, strlen(text), &position, NULL, &error), "%s: %s", text,
              error.text);
    return position.board;
}

/* Boards that no game reaches, or only its ends. */
static const ofl_board odd_boards[] = {
    {0, 0},
    {~UINT64_C(0), 0},
    {0, ~UINT64_C(0)},
    {1, 0},
    {0, UINT64_C(1) << 63},
    {UINT64_C(0x8100000000000081), 0},
    {0, UINT64_C(0x8100000000000081)},
    {UINT64_C(0x0042000000004200), UINT64_C(0x0000001818000000)},
    {UINT64_C(0xFF818181818181FF), ~UINT64_C(0xFF818181818181FF)},
    {UINT64_C(0x5555555555555555), UINT64_C(0xAAAAAAAAAAAAAAAA)},
    {UINT64_C(0xFFFFFFFFFFFFFFFE), 0},
    {UINT64_C(0x7FFFFFFFFFFFFFFF), UINT64_C(1) << 63},
};
enum { N_ODD = sizeof odd_boards / sizeof *odd_boards };

Test(eval, is_the_same_for_symmetric_boards)
{
    const uint64_t seed = test_seed(SEED);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < N_BOARDS; i++) {
        const ofl_board board = any_board(&rng, i);
        for (int s = 1; s < 8; s++)
            cr_assert_eq(evaluate(ofl_symmetry(board, s)), evaluate(board),
                         "board %d (seed %" PRIu64 "), symmetry %d", i, seed, s);
    }
}

Test(eval, is_the_same_at_every_cpu_level)
{
    const struct kernel *generic = kernel_at(0), *k;
    cr_assert_str_eq(generic->level, "generic");
    for (int at = 1; (k = kernel_at(at)) != NULL; at++) {
        if (!kernel_supported(k->level))
            continue;
        const uint64_t seed = test_seed(SEED + 1);
        struct rng rng = rng_seeded(seed);
        for (int i = 0; i < N_BOARDS + N_ODD; i++) {
            const ofl_board board = i < N_ODD ? odd_boards[i] : any_board(&rng, i);
            cr_assert_eq(k->evaluate(board), generic->evaluate(board),
                         "level %s, board %d (seed %" PRIu64 ")", k->level, i, seed);
        }
    }
}

Test(eval, stays_inside_64_discs)
{
    const uint64_t seed = test_seed(SEED + 2);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < 5 * N_BOARDS; i++) {
        const int score = evaluate(i < N_ODD ? odd_boards[i] : any_board(&rng, i));
        cr_assert(score > -64 * EVAL_DISC && score < 64 * EVAL_DISC,
                  "board %d (seed %" PRIu64 "): %d", i, seed, score);
    }
}

Test(eval, bounds_and_converts_scores)
{
    cr_assert_eq(score_bound(64 * EVAL_DISC), 63 * EVAL_DISC + EVAL_DISC - 1);
    cr_assert_eq(score_bound(-100 * EVAL_DISC), -EVAL_MAX);
    cr_assert_eq(score_bound(-5), -5);
    cr_assert_eq(score_to_cd(3 * EVAL_DISC), 300);
    cr_assert_eq(score_to_cd(-EVAL_DISC / 2), -50);
    cr_assert_eq(score_to_cd(1), 1);
    cr_assert_eq(score_to_cd(-1), -1);
}

Test(eval, explanation_adds_up)
{
    const uint64_t seed = test_seed(SEED + 3);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < N_BOARDS; i++) {
        const ofl_board board = i < N_ODD ? odd_boards[i] : any_board(&rng, i);
        struct ofl_term terms[MAX_TERMS];
        const size_t n = eval_explain(board, terms, MAX_TERMS);
        const bool must_pass = !ofl_legal_moves(board) && !ofl_is_over(board);
        const int score = must_pass ? -evaluate(ofl_swap(board)) : evaluate(board);
        int sum = 0;
        cr_assert(n > 0 && n <= MAX_TERMS);
        for (size_t t = 0; t < n; t++)
            sum += terms[t].contribution;
        if (abs(score) < EVAL_MAX)
            cr_assert_eq(sum, score_to_cd(score),
                         "board %d (seed %" PRIu64 "): sum %d, evaluation %d", i, seed, sum,
                         score_to_cd(score));
        else
            cr_assert(score > 0 ? sum >= score_to_cd(score) : sum <= score_to_cd(score));
    }
}

Test(eval, explanation_respects_the_room_given)
{
    const ofl_board board = ofl_position_start().board;
    struct ofl_term all[MAX_TERMS], few[3] = {{.name = "a"}, {.name = "b"}, {.name = "kept"}};
    const size_t n = eval_explain(board, all, MAX_TERMS);
    cr_assert_eq(eval_explain(board, NULL, 0), n);
    cr_assert_eq(eval_explain(board, few, 2), n);
    cr_assert_str_eq(few[0].name, all[0].name);
    cr_assert_str_eq(few[1].name, all[1].name);
    cr_assert_str_eq(few[2].name, "kept");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(all[i].name, all[j].name);
}

static struct ofl_term term_of(ofl_board board, const char *name)
{
    struct ofl_term terms[MAX_TERMS];
    const size_t n = eval_explain(board, terms, MAX_TERMS);
    for (size_t i = 0; i < n; i++)
        if (strcmp(terms[i].name, name) == 0)
            return terms[i];
    cr_assert(false, "no term '%s'", name);
    return (struct ofl_term){0};
}

static void expect_counts(ofl_board board, const char *name, int own, int other)
{
    const struct ofl_term term = term_of(board, name);
    cr_expect(term.own == own && term.other == other, "%s: %d and %d, expected %d and %d", name,
              term.own, term.other, own, other);
}

Test(eval, counts_what_the_names_say)
{
    const ofl_board start = ofl_position_start().board;
    expect_counts(start, "mobility", 4, 4);
    expect_counts(start, "potential mobility", 10, 10);
    expect_counts(start, "frontier", 2, 2);
    expect_counts(start, "stable discs", 0, 0);
    expect_counts(start, "corners", 0, 0);
    expect_counts(start, "discs", 2, 2);
    expect_counts(start, "parity", 4, 0);
    /* Own: a1 with b1 and b2; g7 and h7 next to the empty h8.
     * Opponent: g1 next to the empty h1, b7 next to the empty a8. */
    const ofl_board board = board_of("XX----O-"
                                     "-X------"
                                     "--------"
                                     "---XO---"
                                     "---OX---"
                                     "--------"
                                     "-O----XX"
                                     "-------- X");
    expect_counts(board, "corners", 1, 0);
    expect_counts(board, "X squares", 1, 1);
    expect_counts(board, "C squares", 1, 1);
    expect_counts(board, "stable discs", 2, 0);
    expect_counts(board, "discs", 7, 4);
    expect_counts(board, "edges", 3, 1);
    expect_counts(board, "corner blocks", 5, 2);
    expect_counts(board, "second lines", 4, 2);
    expect_counts(board, "diagonals", 5, 3);
    expect_counts(board, "parity", 1, 3);
    /* White's move to h8 would turn g7 and e5. */
    const ofl_board threat = ofl_swap(board_of("--------"
                                               "--------"
                                               "--X-----"
                                               "---O----"
                                               "----X---"
                                               "-----X--"
                                               "------X-"
                                               "-------- X"));
    expect_counts(threat, "corner moves", 1, 0);
    expect_counts(ofl_swap(threat), "corner moves", 0, 1);
}

/* Each of the eight C squares and four X squares belongs to one corner only. */
Test(eval, finds_every_x_and_c_square)
{
    static const struct { const char *corner, *x, *c; } rows[] = {
        {"a1", "b2", "b1a2"}, {"h1", "g2", "g1h2"}, {"a8", "b7", "b8a7"}, {"h8", "g7", "g8h7"}};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) {
            const int near = ofl_move_from_text(rows[i].x, 2);
            const int c1 = ofl_move_from_text(rows[i].c, 2);
            const int c2 = ofl_move_from_text(rows[i].c + 2, 2);
            const uint64_t corner = bit_of(ofl_move_from_text(rows[j].corner, 2));
            const ofl_board board = {bit_of(near) | bit_of(c1) | bit_of(c2), corner};
            expect_counts(board, "X squares", i != j, 0);
            expect_counts(board, "C squares", 2 * (i != j), 0);
        }
}

/* Terms that weigh either side alike turn round with the sides. */
Test(eval, antisymmetric_terms_change_sign_with_the_sides)
{
    static const char *const names[] = {"stable discs", "corners", "X squares",    "C squares",
                                        "discs",        "edges",   "corner blocks",
                                        "second lines", "diagonals"};
    const uint64_t seed = test_seed(SEED + 4);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < 1000; i++) {
        const ofl_board board = random_play(&rng), swapped = ofl_swap(board);
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            const struct ofl_term a = term_of(board, names[n]), b = term_of(swapped, names[n]);
            cr_assert(a.own == b.other && a.other == b.own, "%s", names[n]);
            /* Each is a difference of two rounded sums. */
            cr_assert_leq(abs(a.contribution + b.contribution), 4, "%s: %d and %d, board %d",
                          names[n], a.contribution, b.contribution, i);
        }
    }
}

Test(eval, a_corner_disc_is_stable)
{
    const uint64_t seed = test_seed(SEED + 5);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < N_BOARDS; i++) {
        const ofl_board board = any_board(&rng, i);
        const struct ofl_term corners = term_of(board, "corners");
        const struct ofl_term stable = term_of(board, "stable discs");
        cr_assert_geq(stable.own, corners.own);
        cr_assert_geq(stable.other, corners.other);
    }
}

Test(eval, a_corner_is_good_and_the_squares_next_to_an_empty_one_are_not)
{
    const ofl_board plain = board_of("--------"
                                     "---O----"
                                     "--XOXO--"
                                     "--OXXXO-"
                                     "--XXOO--"
                                     "--OXOX--"
                                     "---X----"
                                     "-------- X");
    ofl_board corner = plain, x_square = plain, c_square = plain;
    corner.player |= bit_of(0);
    x_square.player |= bit_of(9);
    c_square.player |= bit_of(1);
    const int base = evaluate(plain);
    cr_expect_gt(evaluate(corner), base + 3 * EVAL_DISC);
    cr_expect_lt(evaluate(x_square), base - EVAL_DISC);
    cr_expect_lt(evaluate(c_square), base);
    cr_expect_gt(term_of(corner, "corners").contribution, 100);
    cr_expect_lt(term_of(x_square, "X squares").contribution, 0);
    /* The same X square counts no more once its corner is taken. */
    corner.player |= bit_of(9);
    cr_expect_eq(term_of(corner, "X squares").own, 0);
}

/* In the middle of random games more moves than the opponent and fewer frontier discs
 * go with a better evaluation, and more discs do not. */
Test(eval, mobility_matters_more_than_discs)
{
    const uint64_t seed = test_seed(SEED + 6);
    struct rng rng = rng_seeded(seed);
    double mobility = 0, frontier = 0, discs = 0;
    int n = 0;
    for (int i = 0; i < 4 * N_BOARDS; i++) {
        const ofl_board board = random_play(&rng);
        const int empties = ofl_count_empties(board);
        if (empties < 28 || empties > 48)
            continue;
        const struct ofl_term m = term_of(board, "mobility"), f = term_of(board, "frontier");
        const struct ofl_term d = term_of(board, "discs");
        const double score = evaluate(board);
        mobility += (m.own - m.other) * score;
        frontier += (f.own - f.other) * score;
        discs += (d.own - d.other) * score;
        n++;
    }
    cr_assert_gt(n, N_BOARDS);
    cr_expect_gt(mobility, 0);
    cr_expect_lt(frontier, 0);
    cr_expect_lt(discs, 0);
}

/* With at most one empty square left the evaluation is close to the count. */
Test(eval, the_end_of_the_game_is_counted)
{
    const uint64_t seed = test_seed(SEED + 7);
    struct rng rng = rng_seeded(seed);
    int error = 0, n = 0;
    while (n < 500) {
        const ofl_board board = random_play(&rng);
        if (ofl_count_empties(board) > 1)
            continue;
        error += abs(score_to_cd(evaluate(board)) - 100 * ofl_score(board, OFL_SCORE_RAW));
        n++;
    }
    cr_assert_lt(error / n, 800);
}
