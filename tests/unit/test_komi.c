/* Komi: what a search with a limit proves of who wins, and the moves it chooses, against alpha-beta
 * without tables. */
#include <criterion/criterion.h>
#include <string.h>
#include <outflank/engine.h>
#include <outflank/game.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "support.h"

enum { MOST_CD = 6400 };

/* Alpha-beta in 1/100 disc. */
static int minimax(ofl_board board, int alpha, int beta)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves)
        return ofl_is_over(board) ? 100 * ofl_score(board, OFL_SCORE_TOURNAMENT)
                                  : -minimax(ofl_swap(board), -beta, -alpha);
    for (; moves && alpha < beta; moves = bit_drop(moves)) {
        const int value = -minimax(ofl_play(board, bit_first(moves)), -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

static int score_after(ofl_board board, int move)
{
    return -minimax(ofl_play(board, move), -MOST_CD, MOST_CD);
}

static int outcome(int score_cd, int draw_cd)
{
    return (score_cd > draw_cd) - (score_cd < draw_cd);
}

/* What 600 searches do. */
struct counts {
    int bounds, exact, cut;
};

/* The line says the truth, and its move keeps the win, or the draw. */
static void check(ofl_board board, int draw_cd, const struct ofl_result *result,
                  struct counts *counts)
{
    char text[OFL_BOARD_TEXT];
    const struct ofl_line *line = &result->lines[0];
    ofl_position_to_text((ofl_position){board, OFL_BLACK}, text);
    if (!line->solved) {
        counts->cut++;
        return;
    }
    const int best = minimax(board, -MOST_CD, MOST_CD), own = score_after(board, line->move);
    cr_assert_eq(outcome(own, draw_cd), outcome(best, draw_cd),
                 "%s draw at %d: move %d has %d of %d", text, draw_cd, line->move, own, best);
    if (line->bound == OFL_BOUND_LOWER) {
        counts->bounds++;
        cr_assert(own >= line->score && line->score > draw_cd,
                  "%s draw at %d: %d is no bound of %d", text, draw_cd, line->score, own);
    } else {
        counts->exact++;
        cr_assert_eq(own, line->score, "%s draw at %d: %d, not %d", text, draw_cd, line->score,
                     own);
    }
    cr_assert(result->proved_low <= best && best <= result->proved_high, "%s draw at %d", text,
              draw_cd);
}

/* Komi near the score: that is where it decides. Most are even, some no whole number. */
Test(komi, brute_force_agrees)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    struct rng rng = rng_seeded(test_seed(58));
    struct counts counts = {0};
    for (int n = 0; n < 600; n++) {
        const ofl_board board = test_random_board(&rng, 7 + n % 3);
        const int near = minimax(board, -MOST_CD, MOST_CD) + 200 * ((int)rng_below(&rng, 5) - 2) +
                         (n % 4 == 3 ? 50 : 0);
        const int draw_cd = near > MOST_CD ? MOST_CD : near < -MOST_CD ? -MOST_CD : near;
        const struct ofl_limits limits = {.depth = 60, .draw_cd = draw_cd, .nodes =
                                          n % 3 ? 20 + rng_below(&rng, 600) : 0};
        struct ofl_result result;
        ofl_new_game(engine);
        cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
        check(board, draw_cd, &result, &counts);
    }
    cr_assert(counts.bounds > 5 && counts.exact > 200, "%d bounds, %d exact, %d cut short",
              counts.bounds, counts.exact, counts.cut);
    ofl_engine_destroy(engine);
}

Test(komi, is_whites)
{
    cr_expect_eq(ofl_draw_score(4.5, OFL_BLACK), 450);
    cr_expect_eq(ofl_draw_score(4.5, OFL_WHITE), -450);
    cr_expect_eq(ofl_draw_score(1e9, OFL_BLACK), MOST_CD);
}
