/* Searches that run while the caller does something else (outflank/think.h). */
#include <criterion/criterion.h>
#include <outflank/think.h>
#include <outflank/game.h>

#include "search/params.h"
#include "support.h"

static ofl_engine *engine;

static void set_up(void)
{
    engine = ofl_engine_create();
    cr_assert_not_null(engine);
    ofl_set_option(engine, "hash", "4");
}

static void tear_down(void) { ofl_engine_destroy(engine); }

TestSuite(think, .init = set_up, .fini = tear_down, .timeout = 600);

static const struct ofl_limits endless = {.infinite = true};

static ofl_board start_board(void) { return ofl_position_start().board; }

Test(think, a_search_that_is_started_finds_what_one_that_blocks_finds)
{
    const struct ofl_limits limits = {.depth = 10, .strict_depth = true};
    struct ofl_result blocked, started;
    cr_assert_eq(ofl_search(engine, start_board(), &limits, &blocked), OFL_OK);
    ofl_new_game(engine);
    cr_assert_eq(ofl_start(engine, start_board(), &limits), OFL_OK);
    cr_expect(ofl_is_thinking(engine));
    cr_assert_eq(ofl_wait(engine, -1, &started), OFL_OK);
    cr_expect_not(ofl_is_thinking(engine));
    cr_expect_eq(started.nodes, blocked.nodes);
    cr_expect_eq(started.lines[0].move, blocked.lines[0].move);
    cr_expect_eq(started.lines[0].score, blocked.lines[0].score);
}

Test(think, a_search_without_limit_goes_on_until_it_is_stopped)
{
    struct ofl_result result, now = {0};
    const struct ofl_limits three = {.infinite = true, .multi_pv = 3};
    const ofl_position tiger = test_position(
        "------------------XO------XXX------OXX-----O--------------------", "O");
    cr_assert_eq(ofl_start(engine, tiger.board, &three), OFL_OK);
    cr_expect_eq(ofl_wait(engine, 0, &result), OFL_ERR_BUSY);
    for (int i = 0; i < 1000 && now.n_lines == 0; i++) {
        cr_assert_eq(ofl_wait(engine, 10, &result), OFL_ERR_BUSY);
        ofl_look(engine, &now);
    }
    cr_expect_eq(now.n_lines, 3);
    cr_expect_geq(now.lines[0].score, now.lines[1].score);
    ofl_stop(engine);
    cr_assert_eq(ofl_wait(engine, -1, &result), OFL_OK);
    cr_expect(result.stopped && result.n_lines == 3);
    cr_expect_eq(ofl_wait(engine, -1, &result), OFL_ERR_OPTION, "its result was fetched");
    ofl_clear_stop(engine);
}

Test(think, what_would_disturb_a_search_is_refused_or_ends_it)
{
    struct ofl_result result;
    cr_assert_eq(ofl_start(engine, start_board(), &endless), OFL_OK);
    cr_expect_eq(ofl_start(engine, start_board(), &endless), OFL_ERR_BUSY);
    cr_expect_eq(ofl_search(engine, start_board(), &endless, &result), OFL_ERR_BUSY);
    cr_expect_eq(ofl_set_option(engine, "level", "3"), OFL_ERR_BUSY);
    cr_expect_str_eq(ofl_last_error(engine), "a search is running");
    cr_expect_str_eq(ofl_get_option(engine, "level"), "10");
    ofl_new_game(engine);
    cr_expect_not(ofl_is_thinking(engine));
    cr_assert_eq(ofl_set_option(engine, "level", "3"), OFL_OK);
    cr_assert_eq(ofl_search(engine, start_board(), &(struct ofl_limits){0}, &result), OFL_OK);
    cr_expect_not(result.stopped, "the order to stop was not for this search");
    cr_assert_eq(ofl_start(engine, start_board(), &endless), OFL_OK); /* destroyed as it runs */
}

Test(think, a_hit_starts_the_clock_of_the_search_that_runs)
{
    struct ofl_result result;
    const struct ofl_limits second = {.move_ms = 100}, level = {0};
    ofl_board board = ofl_play(start_board(), 37);
    cr_expect_eq(ofl_ponder_hit(engine, &second), OFL_ERR_OPTION);
    cr_assert_eq(ofl_ponder(engine, board, &second), OFL_OK);
    cr_expect_eq(ofl_wait(engine, 300, &result), OFL_ERR_BUSY, "no clock runs");
    cr_assert_eq(ofl_ponder_hit(engine, &second), OFL_OK);
    cr_assert_eq(ofl_wait(engine, 30000, &result), OFL_OK, "it runs now");
    cr_expect(ofl_is_legal(board, result.lines[0].move));
    cr_expect_geq(result.time_ms, 300);
    /* At once: the clock must not be lost if the search has not begun yet. */
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(ofl_ponder(engine, board, &second), OFL_OK);
        cr_assert_eq(ofl_ponder_hit(engine, &(struct ofl_limits){.move_ms = 2}), OFL_OK);
        cr_assert_eq(ofl_wait(engine, 30000, &result), OFL_OK);
    }
    /* Without a clock it is the search for the move from the start. */
    cr_assert_eq(ofl_ponder(engine, board, &level), OFL_OK);
    cr_assert_eq(ofl_ponder_hit(engine, &level), OFL_OK);
    cr_assert_eq(ofl_wait(engine, -1, &result), OFL_OK);
    cr_expect_eq(result.lines[0].depth, 10);
}

static void note_depth_beyond_the_leap(void *user, const struct ofl_info *info)
{
    int *beyond = user;
    if (info->line.depth > LEAP_DEPTH_PLAY && *beyond == 0) {
        *beyond = info->line.depth;
        ofl_stop(engine);
    }
}

/* A move of ten seconds can afford the end from more empties than a search without limits. */
Test(think, in_the_opponents_time_the_end_is_searched_as_it_is_for_the_move)
{
    static struct ofl_game game;
    struct ofl_result result;
    int beyond = 0;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(
        &game, "f5d6c7f4c3d7d3f6g3c2e3c4c6e6g5b5d8c8b8d2c5b4b6a6d1f2e2f3e1c1b3f1g6a3g4", 70, NULL));
    const int n_empties = ofl_count_empties(game.position.board);
    cr_assert_eq(n_empties, INFINITE_EMPTIES + 1);
    ofl_on_info(engine, note_depth_beyond_the_leap, &beyond);
    cr_assert_eq(ofl_ponder(engine, game.position.board, &(struct ofl_limits){.move_ms = 10000}),
                 OFL_OK);
    cr_assert_eq(ofl_wait(engine, -1, &result), OFL_OK);
    cr_expect_eq(beyond, n_empties);
}

struct to_end { int n_empties, n_seen, boldest; };

static void note_search_to_the_end(void *user, const struct ofl_info *info)
{
    struct to_end *seen = user;
    if (info->line.depth < seen->n_empties)
        return;
    seen->n_seen++;
    if (info->line.confidence < seen->boldest)
        seen->boldest = info->line.confidence;
}

/* They would replace its move by that of a pass at 73 %. */
Test(think, surer_iterations_to_the_last_ply_are_followed_by_no_bolder_pass)
{
    static struct ofl_game game;
    static const struct { const char *selectivity; int boldest; } rows[] = {{"87", 73}, {"95", 95}};
    const struct ofl_limits limits = {.nodes = 400000}; /* too few to leap to the end */
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(
        &game, "f5d6c7f4c3d7d3f6g3c2e3c4c6e6g5b5d8c8b8d2c5b4b6a6d1f2e2f3e1c1b3f1g6a3g4h7f7g7h5h2",
        80, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ofl_result result;
        struct to_end seen = {ofl_count_empties(game.position.board), 0, 100};
        cr_assert_eq(ofl_set_option(engine, "selectivity", rows[i].selectivity), OFL_OK);
        ofl_new_game(engine);
        ofl_on_info(engine, note_search_to_the_end, &seen);
        cr_assert_eq(ofl_search(engine, game.position.board, &limits, &result), OFL_OK);
        cr_expect_gt(seen.n_seen, 0);
        cr_expect_eq(seen.boldest, rows[i].boldest, "%d", seen.boldest);
    }
}

Test(think, positions_without_a_choice_are_answered)
{
    struct ofl_result result;
    ofl_board over = {.player = ~UINT64_C(0)};
    ofl_position pass = test_position(
        "XO--------------------------------------------------------------", "O");
    cr_assert_eq(ofl_start(engine, over, &endless), OFL_OK);
    cr_assert_eq(ofl_wait(engine, -1, &result), OFL_OK);
    cr_expect_eq(result.lines[0].move, OFL_NO_MOVE);
    cr_assert_eq(ofl_ponder(engine, pass.board, &(struct ofl_limits){.move_ms = 50}), OFL_OK);
    cr_assert_eq(ofl_ponder_hit(engine, &(struct ofl_limits){.move_ms = 50}), OFL_OK);
    cr_assert_eq(ofl_wait(engine, 30000, &result), OFL_OK);
    cr_expect_eq(result.lines[0].move, OFL_PASS);
    cr_expect_eq(ofl_start(engine, (ofl_board){1, 1}, &endless), OFL_ERR_BOARD);
}

/* ---- several lines ---- */

Test(think, the_first_of_several_lines_is_the_line_of_a_search_for_one)
{
    struct rng rng = rng_seeded(test_seed(31));
    for (int round = 0; round < 12; round++) {
        ofl_board board = start_board();
        for (int i = 0; i < 6 + 2 * round && !ofl_is_over(board); i++)
            board = ofl_play(board, test_random_move(board, &rng));
        if (!ofl_legal_moves(board))
            continue;
        struct ofl_result one, all;
        ofl_new_game(engine);
        ofl_search(engine, board, &(struct ofl_limits){.depth = 8, .multi_pv = 1}, &one);
        ofl_new_game(engine);
        ofl_search(engine, board, &(struct ofl_limits){.depth = 8, .multi_pv = 64}, &all);
        cr_expect_eq(one.lines[0].move, all.lines[0].move, "round %d", round);
        cr_expect_eq(one.lines[0].score, all.lines[0].score, "round %d", round);
        cr_expect_eq(one.lines[0].pv_length, all.lines[0].pv_length, "round %d", round);
        for (int i = 1; i < all.n_lines; i++)
            cr_expect_leq(all.lines[i].score, all.lines[i - 1].score);
    }
}

Test(think, moves_that_are_the_same_by_symmetry_have_one_value_and_mirrored_lines)
{
    struct ofl_result result;
    ofl_search(engine, start_board(), &(struct ofl_limits){.depth = 11, .multi_pv = 4}, &result);
    cr_assert_eq(result.n_lines, 4);
    ofl_board first = start_board();
    for (int i = 0; i < result.lines[0].pv_length; i++)
        first = ofl_play(first, result.lines[0].pv[i]);
    first = ofl_canonical(first, NULL);
    for (int i = 0; i < 4; i++) {
        const struct ofl_line *line = &result.lines[i];
        ofl_board end = start_board();
        cr_expect_eq(line->score, result.lines[0].score);
        cr_expect_gt(line->pv_length, 2);
        for (int k = 0; k < line->pv_length; k++) {
            cr_assert(ofl_is_legal(end, line->pv[k]));
            end = ofl_play(end, line->pv[k]);
        }
        end = ofl_canonical(end, NULL);
        cr_expect(end.player == first.player && end.opponent == first.opponent, "line %d", i);
        for (int k = 0; k < i; k++)
            cr_expect_neq(line->move, result.lines[k].move);
    }
    ofl_search(engine, start_board(), &(struct ofl_limits){.depth = 4, .multi_pv = 2}, &result);
    cr_expect_eq(result.n_lines, 2);
}
