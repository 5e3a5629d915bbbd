/* Contempt: which moves are chosen, against a plain minimax in which a draw has its worth, and what
 * is told, against the plain minimax of scores. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/engine.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "support.h"

static ofl_engine *engine;

static void create(void)
{
    engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "4"), OFL_OK);
}

static void destroy(void) { ofl_engine_destroy(engine); }

TestSuite(contempt, .init = create, .fini = destroy);

/* The move that leaves the fewest replies. */
static int fastest_move(ofl_board board, uint64_t moves)
{
    int best = OFL_NO_MOVE, fewest = 65;
    for (; moves; moves = bit_drop(moves)) {
        const int n = bit_count(ofl_legal_moves(ofl_play(board, bit_first(moves))));
        if (n < fewest) {
            fewest = n;
            best = bit_first(moves);
        }
    }
    return best;
}

/* Alpha-beta in 1/100 disc; a draw is worth draw_cd to the player. */
static int minimax(ofl_board board, enum ofl_score_rule rule, int draw_cd, int alpha, int beta)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves) {
        if (!ofl_is_over(board))
            return -minimax(ofl_swap(board), rule, -draw_cd, -beta, -alpha);
        const int score = ofl_score(board, rule);
        return score ? 100 * score : draw_cd;
    }
    const bool is_ordered = ofl_count_empties(board) >= 5;
    while (moves && alpha < beta) {
        const int move = is_ordered ? fastest_move(board, moves) : bit_first(moves);
        moves &= ~bit_of(move);
        const int value = -minimax(ofl_play(board, move), rule, -draw_cd, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

enum { MOST = 100000 };

/* The move is one of the best with contempt, and its score is that of plain play. */
static void check_choice(ofl_board board, enum ofl_score_rule rule, int contempt_cd)
{
    char text[16], board_text[OFL_BOARD_TEXT];
    snprintf(text, sizeof text, "%d.%02d", contempt_cd / 100, abs(contempt_cd % 100));
    cr_assert_eq(ofl_set_option(engine, "contempt", text), OFL_OK, "%s", text);
    cr_assert_eq(ofl_set_option(engine, "score-rule",
                                rule == OFL_SCORE_RAW ? "raw" : "tournament"), OFL_OK);
    struct ofl_limits limits = {.depth = 60};
    struct ofl_result result;
    cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
    const struct ofl_line *line = &result.lines[0];
    ofl_position_to_text((ofl_position){board, OFL_BLACK}, board_text);
    const ofl_board after = ofl_play(board, line->move);
    const int worth = minimax(board, rule, -contempt_cd, -MOST, MOST);
    cr_assert(line->solved, "%s contempt %s", board_text, text);
    cr_assert_eq(-minimax(after, rule, contempt_cd, -worth - 1, -worth + 1), worth,
                 "%s contempt %s: move %d", board_text, text, line->move);
    const int score = line->score;
    cr_assert_eq(-minimax(after, rule, 0, -score - 1, -score + 1), score, "%s contempt %s: %d",
                 board_text, text, score);
    for (uint64_t moves = ofl_legal_moves(board); moves; moves = bit_drop(moves)) {
        const ofl_board other = ofl_play(board, bit_first(moves));
        if (-minimax(other, rule, contempt_cd, -worth - 1, -worth + 1) == worth)
            cr_assert_leq(-minimax(other, rule, 0, -score - 1, -score + 1), score,
                          "%s contempt %s: of the same worth, and a better score: %d", board_text,
                          text, bit_first(moves));
    }
    const int value = minimax(board, rule, 0, -MOST, MOST);
    cr_assert(result.proved_low <= value && value <= result.proved_high,
              "%s contempt %s: %d in %d..%d", board_text, text, value, result.proved_low,
              result.proved_high);
    ofl_board end = board;
    for (int i = 0; i < line->pv_length; i++)
        end = ofl_play(end, line->pv[i]);
    cr_assert(ofl_is_over(end), "%s contempt %s: the line ends early", board_text, text);
    const int sign = line->pv_length % 2 ? -1 : 1;
    cr_assert_eq(sign * 100 * ofl_score(end, rule), line->score, "%s contempt %s", board_text,
                 text);
}

static const int contempts_cd[] = {800, -800, 250, -250, 50, -50, 6400, -10000};
enum { N_CONTEMPTS = sizeof contempts_cd / sizeof *contempts_cd };

/* Of random boards, those in which a draw has a part; the table stays from one to the next. */
static void check_boards(int n_empties, int n_wanted, int n_contempts)
{
    const uint64_t seed = test_seed(35);
    struct rng rng = rng_seeded(seed + (uint64_t)n_empties);
    for (int n = 0; n < n_wanted;) {
        const ofl_board board = test_random_board(&rng, n_empties);
        const int value = minimax(board, OFL_SCORE_TOURNAMENT, 0, -500, 500);
        if (value <= -500 || value >= 500)
            continue;
        for (int i = 0; i < n_contempts; i++) {
            const enum ofl_score_rule rule = (n + i / 2) % 4 == 3 ? OFL_SCORE_RAW
                                                                  : OFL_SCORE_TOURNAMENT;
            check_choice(board, rule, contempts_cd[(n + i) % N_CONTEMPTS]);
        }
        n++;
    }
}

Test(contempt, few_empties) { check_boards(6, 60, N_CONTEMPTS); }

Test(contempt, the_endgame) { check_boards(9, 15, N_CONTEMPTS); }

Test(contempt, general_nodes_the_table_and_threads)
{
    cr_assert_eq(ofl_set_option(engine, "threads", "2"), OFL_OK);
    check_boards(14, IS_SANITIZED ? 1 : 3, 3);
}

Test(contempt, without_it_a_table_full_of_it_does_no_harm)
{
    struct rng rng = rng_seeded(test_seed(36));
    for (int i = 0; i < 20; i++) {
        const ofl_board board = test_random_board(&rng, 8);
        struct ofl_limits limits = {.depth = 60};
        struct ofl_result result;
        cr_assert_eq(ofl_set_option(engine, "contempt", i % 2 ? "40" : "-40"), OFL_OK);
        cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
        cr_assert_eq(ofl_set_option(engine, "contempt", "0"), OFL_OK);
        cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
        const int value = minimax(board, OFL_SCORE_TOURNAMENT, 0, -MOST, MOST);
        cr_assert_eq(result.lines[0].score, value);
        limits.goal = OFL_GOAL_EXACT;
        cr_assert_eq(ofl_set_option(engine, "contempt", "40"), OFL_OK);
        cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
        cr_assert_eq(result.lines[0].score, value, "who asks for the score gets it");
    }
}

/* The move that loses 12 discs is worth as much as the one that draws: the opponent could draw. */
Test(contempt, a_draw_is_not_thrown_away)
{
    static const struct { const char *board, *move; int score; } cases[] = {
        {"-XXX-XOX-XOOXOOXXOXXOXOXXXOOXOO-XXXOXXOXXXOXOOXX-XOOXXXX-XXXXXXO X", "h4", 0},
        {"-XXXXXXX-XXXXOO-OXXXXXOOXXXXXOX-XXOXOOXXX-XXXOXX--XXOOXX-XOOOOOX X", "a2", 0},
    };
    cr_assert_eq(ofl_set_option(engine, "contempt", "20"), OFL_OK);
    for (int i = 0; i < 2; i++)
        for (int n_lines = 1; n_lines <= 3; n_lines++) {
            ofl_position position;
            struct ofl_result result;
            const struct ofl_limits limits = {.depth = 60, .multi_pv = n_lines};
            char name[8];
            cr_assert(ofl_position_from_text(cases[i].board, strlen(cases[i].board), &position,
                                             NULL, NULL));
            cr_assert_eq(ofl_search(engine, position.board, &limits, &result), OFL_OK);
            ofl_move_to_text(result.lines[0].move, false, name);
            cr_expect_str_eq(name, cases[i].move, "case %d, %d lines", i, n_lines);
            cr_expect_eq(result.lines[0].score, cases[i].score);
        }
}
