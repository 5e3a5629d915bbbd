/* What no search may be asked, by whichever call: one check says so (engine/limits.h). */
#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>
#include <outflank/analysis.h>
#include <outflank/book.h>
#include <outflank/review.h>
#include <outflank/think.h>

#include "support.h"

static ofl_engine *engine;

static void create(void)
{
    engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "book", "shipped"), OFL_OK);
}

static void destroy(void) { ofl_engine_destroy(engine); }

TestSuite(limits, .init = create, .fini = destroy, .timeout = 300);

static const struct {
    struct ofl_limits limits;
    const char *word; /* of the sentence */
} bad[] = {
    {{.depth = -1}, "depth"},
    {{.depth = 61}, "0 to 60"},
    {{.depth = INT_MIN}, "depth"},
    {{.depth = INT_MAX}, "depth"},
    {{.level = -1}, "level"},
    {{.level = 61}, "0 to 60"},
    {{.goal = 3}, "goal"},
    {{.goal = 99, .nodes = 50}, "0 to 2"},
    {{.goal = (enum ofl_goal)-1, .nodes = 50}, "goal"},
    {{.move_ms = -1}, "time for a move"},
    {{.move_ms = INT64_MIN, .depth = 3}, "time for a move"},
    {{.multi_pv = -1, .nodes = 50}, "number of moves"},
    {{.multi_pv = 65, .nodes = 50}, "0 to 64"},
    {{.multi_pv = INT_MIN, .infinite = true}, "number of moves"},
    {{.has_clock = true, .clock_ms = 1000, .increment_ms = -1}, "increment"},
    {{.has_clock = true, .clock_ms = 1000, .byoyomi_ms = -1}, "period"},
    {{.has_clock = true, .clock_ms = 1000, .byoyomi_ms = 1, .byoyomi_moves = -1}, "period"},
    {{.goal = OFL_GOAL_EXACT, .has_window = true, .low = 9999, .high = -9999}, "lower end"},
    {{.goal = OFL_GOAL_EXACT, .has_window = true, .low = 1, .high = 0}, "upper end"},
    {{.goal = OFL_GOAL_EXACT, .has_window = true, .low = -6401, .high = 0}, "lower end"},
    {{.goal = OFL_GOAL_EXACT, .has_window = true, .low = 0, .high = 6401}, "0 to 6400"},
    {{.has_window = true, .low = INT_MIN, .high = INT_MAX}, "lower end"},
};

enum { N_BAD = sizeof bad / sizeof *bad };

static int call_search(ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_result result;
    return ofl_search(engine, board, limits, &result);
}

static int call_start(ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_result result;
    const int code = ofl_start(engine, board, limits);
    return code ? code : ofl_wait(engine, -1, &result);
}

static int call_ponder(ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_result result;
    const int code = ofl_ponder(engine, board, limits);
    if (code)
        return code;
    ofl_stop(engine);
    ofl_wait(engine, -1, &result);
    ofl_clear_stop(engine);
    return OFL_OK;
}

static int call_hint(ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_result result;
    return ofl_hint(engine, board, limits, &result);
}

static int call_choose(ofl_board board, const struct ofl_limits *limits)
{
    static struct ofl_game game;
    struct ofl_result result;
    ofl_game_init(&game, (ofl_position){board, OFL_BLACK});
    return ofl_choose(engine, &game, limits, &result);
}

static int (*const calls[])(ofl_board, const struct ofl_limits *) = {
    call_search, call_start, call_ponder, call_hint, call_choose};

enum { N_CALLS = sizeof calls / sizeof *calls };

/* The start is in the book; the other board is not. */
Test(limits, what_is_out_of_range_is_refused_by_each_call_with_or_without_a_book)
{
    const char *const end = "OOOOOOOXOOOOOOOOOXOOOXXOOXOOOXX-OXOOOOX-OOOOXOXXOXOOOOXOOOOOOOXX";
    const ofl_board boards[] = {ofl_position_start().board, test_position(end, "O").board};
    for (int i = 0; i < N_BAD; i++)
        for (int k = 0; k < N_CALLS; k++)
            for (int b = 0; b < 2; b++) {
                cr_expect_eq(calls[k](boards[b], &bad[i].limits), OFL_ERR_OPTION,
                             "row %d, call %d, board %d", i, k, b);
                cr_expect(strstr(ofl_last_error(engine), bad[i].word), "row %d: %s", i,
                          ofl_last_error(engine));
                cr_expect_not(ofl_is_thinking(engine));
            }
}

Test(limits, boards_of_all_kinds_are_answered_or_refused)
{
    const ofl_board full = {.player = ~UINT64_C(0)}, none = {0},
                    passes = test_position(
                        "XO--------------------------------------------------------------",
                        "O").board;
    const ofl_board boards[] = {full, none, passes};
    const struct ofl_limits good[] = {
        {.depth = 60, .nodes = 50}, {.goal = OFL_GOAL_WLD}, {.multi_pv = 64, .depth = 2},
        {.goal = OFL_GOAL_EXACT, .has_window = true, .low = 0, .high = 0},
        {.has_clock = true, .clock_ms = INT64_MIN}, {.increment_ms = -1, .low = 5, .depth = 1}};
    for (int k = 0; k < N_CALLS; k++) {
        for (int i = 0; i < (int)(sizeof good / sizeof *good); i++)
            for (int b = 0; b < 3; b++)
                cr_expect_eq(calls[k](boards[b], &good[i]), OFL_OK, "call %d, row %d, board %d",
                             k, i, b);
        cr_expect_eq(calls[k]((ofl_board){3, 1}, &good[0]), OFL_ERR_BOARD, "call %d", k);
    }
    struct ofl_book_answer answer;
    struct ofl_term term;
    cr_expect_eq(ofl_evaluate(engine, (ofl_board){3, 1}), 0);
    cr_expect_eq(ofl_explain(engine, (ofl_board){3, 1}, &term, 1), 0);
    cr_expect_eq(ofl_ask_book(engine, (ofl_board){3, 1}, NULL, &answer), 0);
    cr_expect_str_empty(ofl_book_take_problem(engine), "the book is not at fault");
    cr_expect_not_null(ofl_engine_book(engine));
}

Test(limits, a_level_of_a_search_is_as_the_option)
{
    const ofl_board board = ofl_position_start().board;
    struct ofl_result by_option, by_limit;
    cr_assert_eq(ofl_set_option(engine, "level", "4"), OFL_OK);
    cr_assert_eq(ofl_search(engine, board, &(struct ofl_limits){.afresh = true}, &by_option),
                 OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "level", "10"), OFL_OK);
    cr_assert_eq(ofl_search(engine, board, &(struct ofl_limits){.afresh = true, .level = 4},
                            &by_limit), OFL_OK);
    cr_expect_eq(by_limit.lines[0].depth, 4);
    cr_expect_eq(by_limit.nodes, by_option.nodes);
    cr_expect_eq(by_limit.lines[0].score, by_option.lines[0].score);
    cr_expect_str_eq(ofl_get_option(engine, "level"), "10");
}

Test(limits, a_hit_has_times_in_range)
{
    struct ofl_result result;
    const struct ofl_limits second = {.move_ms = 1000};
    cr_assert_eq(ofl_ponder(engine, ofl_position_start().board, &second), OFL_OK);
    cr_expect_eq(ofl_ponder_hit(engine, &(struct ofl_limits){.move_ms = -5}), OFL_ERR_OPTION);
    cr_expect_eq(ofl_ponder_hit(engine, &(struct ofl_limits){.depth = -5, .move_ms = 1}), OFL_OK,
                 "a depth does not count");
    cr_expect_eq(ofl_wait(engine, -1, &result), OFL_OK);
}

Test(limits, analyses_and_reviews_are_checked_by_the_same_rule)
{
    static const struct ofl_analysis_limits analyses[] = {
        {.time_ms = -1}, {.depth = -1}, {.depth = 61}, {.n_best = -1}, {.n_best = 65},
        {.n_best = INT_MIN}, {.exact = true, .depth = 3}};
    static const struct ofl_review_settings reviews[] = {
        {.depth = -1}, {.depth = 61}, {.exact_empties = -1}, {.exact_empties = 61},
        {.move_ms = -1}, {.move_ms = INT64_MIN, .depth = 1}};
    static struct ofl_game game;
    struct ofl_analysis analysis;
    ofl_review *review = NULL;
    ofl_game_init(&game, ofl_position_start());
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        cr_expect_eq(ofl_analyze(engine, game.start.board, &analyses[i], NULL, NULL, &analysis),
                     OFL_ERR_OPTION, "analysis %zu", i);
        cr_expect_gt(strlen(ofl_last_error(engine)), 10);
    }
    for (size_t i = 0; i < sizeof reviews / sizeof *reviews; i++) {
        cr_expect_eq(ofl_review_game(engine, &game, &reviews[i], NULL, NULL, &review),
                     OFL_ERR_OPTION, "review %zu", i);
        cr_expect(review == NULL && strlen(ofl_last_error(engine)) > 10);
    }
}



static void note(void *user, const struct ofl_info *info) { *(int *)user = info->line.move; }

/* With a listener, an analysis is a search that was started. */
static void hear(void *user, const struct ofl_analysis *now)
{
    (void)now;
    ++*(int *)user;
}

Test(limits, searches_are_refused_while_one_runs_and_the_listener_stays)
{
    static struct ofl_game game;
    struct ofl_result result;
    struct ofl_analysis analysis;
    ofl_review *review = NULL;
    int move = -1, n_told = 0;
    const struct ofl_limits good = {.depth = 1}, endless = {.infinite = true};
    const ofl_board board = ofl_position_start().board;
    ofl_game_init(&game, ofl_position_start());
    ofl_on_info(engine, note, &move);
    cr_assert_eq(ofl_start(engine, board, &endless), OFL_OK);
    for (int k = 0; k < N_CALLS; k++)
        cr_expect_eq(calls[k](board, &good), OFL_ERR_BUSY, "call %d", k);
    cr_expect_eq(ofl_analyze(engine, board, &(struct ofl_analysis_limits){0}, NULL, NULL,
                             &analysis), OFL_ERR_BUSY);
    cr_expect_eq(ofl_review_game(engine, &game, &(struct ofl_review_settings){0}, NULL, NULL,
                                 &review), OFL_ERR_BUSY);
    cr_expect(ofl_book_knows(engine, board, &good), "the book may be asked");
    ofl_stop(engine);
    cr_expect_eq(ofl_wait(engine, -1, &result), OFL_OK);
    ofl_clear_stop(engine);
    ofl_set_option(engine, "book", "none");
    cr_expect_eq(ofl_analyze(engine, board, &(struct ofl_analysis_limits){.depth = 2}, hear,
                             &n_told, &analysis), OFL_OK);
    cr_expect_gt(n_told, 0);
    move = -1;
    cr_expect_eq(ofl_search(engine, board, &good, &result), OFL_OK);
    cr_expect_eq(move, result.lines[0].move, "an analysis leaves the listener alone");
}
