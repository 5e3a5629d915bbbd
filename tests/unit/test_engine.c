/* The public engine: options, limits, results, several engines in one process. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/engine.h>

#include "base/clock.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "support.h"

static ofl_engine *engine;

static void create(void)
{
    engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "4"), OFL_OK);
}

static void destroy(void) { ofl_engine_destroy(engine); }

TestSuite(engine, .init = create, .fini = destroy);

static struct ofl_result search(ofl_board board, struct ofl_limits limits)
{
    struct ofl_result result;
    cr_assert_eq(ofl_search(engine, board, &limits, &result), OFL_OK);
    return result;
}

Test(engine, options_are_listed_with_defaults_that_are_in_force)
{
    size_t n = 0;
    for (; ofl_option_at(n); n++) {
        const struct ofl_option_info *o = ofl_option_at(n);
        cr_expect_gt(strlen(o->help), 5, "%s", o->name);
        if (strcmp(o->name, "hash") != 0)
            cr_expect_str_eq(ofl_get_option(engine, o->name), o->default_value, "%s", o->name);
        cr_expect_eq(ofl_set_option(engine, o->name, ofl_get_option(engine, o->name)), OFL_OK);
    }
    cr_expect_gt(n, 3);
    cr_expect_null(ofl_option_at(n));
}

Test(engine, bad_values_change_nothing_and_name_the_range)
{
    static const char *const bad[] = {"", "0", "-3", "100000", "1e9", "0x10", "1.5", "nan", "2 ",
                                      " 2", "9223372036854775808", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_eq(ofl_set_option(engine, "threads", bad[i]), OFL_ERR_OPTION, "'%s'", bad[i]);
        cr_expect_str_eq(ofl_get_option(engine, "threads"), "1");
        cr_expect_not_null(strstr(ofl_last_error(engine), "from 1 to 256"), "%s",
                           ofl_last_error(engine));
    }
    cr_expect_eq(ofl_set_option(engine, "no-such", "1"), OFL_ERR_OPTION);
    cr_expect_null(ofl_get_option(engine, "no-such"));
    cr_expect_eq(ofl_set_option(engine, "score-rule", "fair"), OFL_ERR_OPTION);
    cr_expect_not_null(strstr(ofl_last_error(engine), "tournament|raw"));
}

Test(engine, overlapping_sides_are_refused)
{
    struct ofl_limits limits = {.depth = 3};
    struct ofl_result result;
    cr_expect_eq(ofl_search(engine, (ofl_board){3, 1}, &limits, &result), OFL_ERR_BOARD);
}

Test(engine, finished_games_and_passes_are_told)
{
    struct test_row row;
    FILE *file = test_open("positions/odd_positions.tsv");
    int n_over = 0, n_pass = 0;
    while (test_next_row(file, &row)) {
        if (strlen(row.field[1]) != 64)
            continue;
        ofl_position p = test_position(row.field[1], row.field[2]);
        struct ofl_result r = search(p.board, (struct ofl_limits){.depth = 2});
        if (strcmp(row.field[4], "over") == 0) {
            n_over++;
            cr_expect_eq(r.lines[0].move, OFL_NO_MOVE, "%s", row.field[0]);
            cr_expect(r.lines[0].solved);
            cr_expect_eq(r.lines[0].score, 100 * ofl_score(p.board, OFL_SCORE_TOURNAMENT));
        } else if (strcmp(row.field[4], "pass") == 0) {
            n_pass++;
            cr_expect_eq(r.lines[0].move, OFL_PASS, "%s", row.field[0]);
            cr_expect_eq(r.lines[0].pv[0], OFL_PASS, "%s", row.field[0]);
        } else {
            cr_expect(ofl_is_legal(p.board, r.lines[0].move), "%s", row.field[0]);
        }
    }
    fclose(file);
    cr_expect_gt(n_over, 5);
    cr_expect_gt(n_pass, 5);
}

struct seen {
    int n, last_depth, last_rank, n_lines;
    bool in_order;
};

static void note(void *user, const struct ofl_info *info)
{
    struct seen *s = user;
    bool next_line = info->line.depth == s->last_depth && info->rank == s->last_rank + 1;
    bool next_iteration = info->line.depth > s->last_depth && info->rank == 0;
    s->in_order &= s->n == 0 || next_line || next_iteration;
    s->last_depth = info->line.depth;
    s->last_rank = info->rank;
    s->n_lines = info->n_lines;
    s->n++;
}

Test(engine, progress_comes_line_by_line_and_iteration_by_iteration)
{
    struct seen seen = {.in_order = true};
    ofl_on_info(engine, note, &seen);
    struct ofl_result r = search(ofl_position_start().board,
                                 (struct ofl_limits){.depth = 5, .multi_pv = 3});
    cr_expect_eq(r.n_lines, 3);
    cr_expect_eq(seen.n, 5 * 3);
    cr_expect_eq(seen.n_lines, 3);
    cr_expect(seen.in_order);
}

/* Of one search: at how many nodes the iteration of each depth was finished, and what was
 * said last. */
struct course {
    uint64_t nodes_at[65];
    struct ofl_line last;
};

static void note_course(void *user, const struct ofl_info *info)
{
    struct course *course = user;
    course->nodes_at[info->line.depth] = info->nodes;
    course->last = info->line;
}

/* A search cut short is the beginning of a longer one. What it found on the way counts: a move
 * that turned out better in the iteration under way is played. */
Test(engine, a_better_move_found_in_an_unfinished_iteration_is_kept)
{
    ofl_position p = ofl_position_start();
    int n_kept = 0;
    for (int ply = 0; ply < (IS_SANITIZED ? 4 : 40); ply++) {
        struct course whole = {0};
        ofl_on_info(engine, note_course, &whole);
        ofl_new_game(engine);
        search(p.board, (struct ofl_limits){.nodes = 60000});
        for (uint64_t nodes = 700; nodes < 40000; nodes += 500 + nodes / 24) {
            struct course cut = {0};
            ofl_on_info(engine, note_course, &cut);
            ofl_new_game(engine);
            struct ofl_result r = search(p.board, (struct ofl_limits){.nodes = nodes});
            const struct ofl_line *line = &r.lines[0];
            cr_assert(ofl_is_legal(p.board, line->move));
            cr_assert(cut.last.move == line->move && cut.last.depth == line->depth &&
                          cut.last.score == line->score && line->pv[0] == line->move,
                      "ply %d, %lu nodes", ply, (unsigned long)nodes);
            n_kept += r.nodes < whole.nodes_at[line->depth];
        }
        p.board = ofl_play(p.board, whole.last.move);
    }
    cr_expect_gt(n_kept, IS_SANITIZED ? 0 : 5, "%d", n_kept);
}

Test(engine, several_lines_come_best_first)
{
    ofl_position p = test_position(
        "------------------OOO-----XXO------XO---------------------------", "X");
    for (int depth = 1; depth <= 8; depth++) {
        struct ofl_result r = search(p.board, (struct ofl_limits){.depth = depth, .multi_pv = 8});
        for (int i = 1; i < r.n_lines; i++)
            cr_expect_geq(r.lines[i - 1].score, r.lines[i].score, "depth %d, rank %d", depth, i);
    }
}

Test(engine, search_moves_limits_the_choice)
{
    ofl_board b = ofl_position_start().board;
    for (uint64_t left = ofl_legal_moves(b); left; left &= left - 1) {
        struct ofl_result r = search(b, (struct ofl_limits){.depth = 4, .moves = left & -left});
        cr_expect_eq(UINT64_C(1) << r.lines[0].move, left & -left);
    }
}

Test(engine, same_search_twice_gives_the_same_nodes)
{
    static const uint64_t limits[] = {1, 150, 1000, 20000, 332525};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct ofl_limits l = {.nodes = limits[i]};
        ofl_new_game(engine);
        struct ofl_result first = search(ofl_position_start().board, l);
        ofl_new_game(engine);
        struct ofl_result second = search(ofl_position_start().board, l);
        cr_expect_eq(first.nodes, second.nodes);
        cr_expect(test_same_line(&first.lines[0], &second.lines[0]));
    }
}

Test(engine, more_nodes_search_deeper)
{
    struct ofl_limits limits = {.nodes = IS_SANITIZED ? 800000 : 3000000};
    cr_expect_gt(search(ofl_position_start().board, limits).lines[0].depth, 12);
    ofl_new_game(engine);
    limits.infinite = true;
    cr_expect_gt(search(ofl_position_start().board, limits).lines[0].depth, 12);
}

Test(engine, a_forced_move_takes_no_thought)
{
    /* One move to choose from, with most of the game still to come. */
    ofl_position p = test_position(
        "--------" "--------" "--------" "---OOO--" "---OXO--" "--OOOO--" "-OX-----" "--------",
        "X");
    uint64_t moves = ofl_legal_moves(p.board);
    struct ofl_limits limits = {.move_ms = 60000, .moves = moves & -moves};
    struct ofl_result r = search(p.board, limits);
    cr_expect_lt(r.nodes, 100000);
    cr_expect(ofl_is_legal(p.board, r.lines[0].move));
}

Test(engine, a_stop_ordered_before_the_search_still_gives_a_move)
{
    ofl_stop(engine);
    struct ofl_result r = search(ofl_position_start().board, (struct ofl_limits){.infinite = true});
    cr_expect(r.stopped);
    cr_expect(ofl_is_legal(ofl_position_start().board, r.lines[0].move));
    ofl_clear_stop(engine);
    r = search(ofl_position_start().board, (struct ofl_limits){.depth = 3});
    cr_expect_eq(r.lines[0].depth, 3);
}

Test(engine, depth_is_kept_and_scores_have_their_unit)
{
    struct ofl_result r = search(ofl_position_start().board, (struct ofl_limits){.depth = 6});
    cr_expect_eq(r.lines[0].depth, 6);
    cr_expect_not(r.lines[0].solved);
    cr_expect_leq(r.lines[0].pv_length, 6);
    cr_expect_leq(r.lines[0].score, 2000);
    cr_expect_geq(r.lines[0].score, -2000);
}

static int score_at(ofl_board board, int depth, const char *steady)
{
    cr_assert_eq(ofl_set_option(engine, "steady-scores", steady), OFL_OK);
    ofl_new_game(engine);
    return search(board, (struct ofl_limits){.depth = depth, .strict_depth = true}).lines[0].score;
}

Test(engine, steady_scores_swing_less_from_depth_to_depth)
{
    struct test_row row;
    FILE *file = test_open("positions/selfplay-held-out.tsv");
    int n = 0, parts[2] = {0}, swing_as_found = 0, swing_steady = 0;
    struct reason reason;
    struct weights *weights = weights_built_in(&reason);
    cr_assert(weights, "%s", reason.text);
    const int tempo = score_to_cd(errors_tempo(&weights->errors.to_horizon));
    weights_free(weights);
    cr_expect_gt(tempo, 20, "%d", tempo);
    for (int k = 0; test_next_row(file, &row); k++) {
        if (k % 40 != 39)
            continue;
        const ofl_board board = test_position(row.field[0], row.field[1]).board;
        const int empties = ofl_count_empties(board);
        if (empties < 20)
            continue;
        for (int depth = 1; depth <= 3; depth++) {
            const int part = score_at(board, depth, "off") - score_at(board, depth, "on");
            parts[depth & 1] += part;
            /* The built-in weights' tempo; 1 for rounding. */
            cr_expect(abs(part - (depth & 1 ? tempo : -tempo)) <= 1, "%s: %d", row.field[0], part);
        }
        swing_as_found += abs(score_at(board, 7, "off") - score_at(board, 6, "off"));
        swing_steady += abs(score_at(board, 7, "on") - score_at(board, 6, "on"));
        n++;
    }
    fclose(file);
    cr_expect_geq(n, 30);
    cr_expect(parts[1] > 0 && parts[0] < 0);
    cr_expect_lt(swing_steady, swing_as_found * 9 / 10, "%d, %d of %d", swing_steady,
                 swing_as_found, n);
}

/* The memory outlives searches, so each board is searched by one evaluation after the other. */
Test(engine, the_tree_is_the_same_without_the_memory_of_looks)
{
    static const char *const evaluations[] = {"trained", "classical", "trained", "trained"};
    ofl_engine *without = ofl_engine_create();
    cr_assert_not_null(without);
    cr_assert_eq(ofl_set_option(without, "hash", "4"), OFL_OK);
    cr_assert_eq(ofl_set_option(without, "use-evalcache", "off"), OFL_OK);
    struct test_row row;
    FILE *file = test_open("positions/selfplay-held-out.tsv");
    int n = 0;
    for (int k = 0; test_next_row(file, &row); k++) {
        if (k % 50 != 49)
            continue;
        const ofl_board board = test_position(row.field[0], row.field[1]).board;
        for (size_t i = 0; i < sizeof evaluations / sizeof *evaluations; i++) {
            const struct ofl_limits limits = {.depth = 7 + n % 3};
            struct ofl_result plain;
            cr_assert_eq(ofl_set_option(engine, "evaluation", evaluations[i]), OFL_OK);
            cr_assert_eq(ofl_set_option(without, "evaluation", evaluations[i]), OFL_OK);
            ofl_new_game(engine);
            ofl_new_game(without);
            const struct ofl_result with = search(board, limits);
            cr_assert_eq(ofl_search(without, board, &limits, &plain), OFL_OK);
            cr_expect_eq(with.nodes, plain.nodes, "%s %zu", row.field[0], i);
            cr_expect_eq(with.lines[0].score, plain.lines[0].score, "%s %zu", row.field[0], i);
            cr_expect_eq(with.lines[0].move, plain.lines[0].move, "%s %zu", row.field[0], i);
        }
        n++;
    }
    fclose(file);
    cr_expect_geq(n, 40);
    ofl_engine_destroy(without);
}

Test(engine, proved_and_classical_scores_are_told_as_found)
{
    const ofl_board ended = test_position(
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-", "X").board;
    cr_expect_eq(score_at(ended, 1, "on"), 6400);
    cr_assert_eq(ofl_set_option(engine, "evaluation", "classical"), OFL_OK);
    const ofl_board start = ofl_position_start().board;
    for (int depth = 1; depth <= 6; depth++)
        cr_expect_eq(score_at(start, depth, "on"), score_at(start, depth, "off"), "%d", depth);
}

Test(engine, raw_scores_do_not_give_empties_to_the_winner)
{
    /* The nine-move wipe-out before its last move f4: black 13-0 afterwards. */
    ofl_board b = ofl_position_start().board;
    static const char moves[] = "d3c3b3d2e1d6d7e3";
    for (const char *m = moves; *m; m += 2)
        b = ofl_play(b, m[0] - 'a' + 8 * (m[1] - '1'));
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .moves = UINT64_C(1) << 29};
    cr_assert_eq(search(b, limits).lines[0].score, 6400);
    cr_assert_eq(ofl_set_option(engine, "score-rule", "raw"), OFL_OK);
    cr_expect_eq(search(b, limits).lines[0].score, 1300);
}

Test(engine, huge_hash_is_refused_and_play_goes_on)
{
    cr_expect_eq(ofl_set_option(engine, "hash", "1152921504606846976"), OFL_ERR_OPTION);
    cr_expect_str_eq(ofl_get_option(engine, "hash"), "4");
    cr_expect_eq(search(ofl_position_start().board, (struct ofl_limits){.depth = 3}).lines[0].depth,
                 3);
}

Test(engine, all_clocks_give_a_legal_move_soon)
{
    static const int64_t clocks_ms[] = {-1000, 0, 1, 50};
    for (size_t i = 0; i < sizeof clocks_ms / sizeof *clocks_ms; i++) {
        struct ofl_limits limits = {.has_clock = true, .clock_ms = clocks_ms[i]};
        struct ofl_result r = search(ofl_position_start().board, limits);
        cr_expect(ofl_is_legal(ofl_position_start().board, r.lines[0].move));
    }
}

Test(engine, explained_terms_add_up_to_the_evaluation)
{
    struct ofl_term terms[64];
    struct test_row row;
    cr_assert_eq(ofl_set_option(engine, "evaluation", "classical"), OFL_OK);
    FILE *file = test_open("positions/odd_positions.tsv");
    int checked = 0;
    while (test_next_row(file, &row)) {
        if (strlen(row.field[1]) != 64)
            continue;
        ofl_position p = test_position(row.field[1], row.field[2]);
        if (ofl_is_over(p.board))
            continue; /* its value is the result */
        size_t n = ofl_explain(engine, p.board, terms, 64);
        cr_assert_leq(n, 64);
        int sum = 0, eval = ofl_evaluate(engine, p.board);
        for (size_t i = 0; i < n; i++)
            sum += terms[i].contribution;
        if (sum < 6300 && sum > -6300) {
            cr_expect_eq(sum, eval, "%s: terms %d, evaluation %d", row.field[0], sum, eval);
            checked++;
        }
    }
    fclose(file);
    cr_expect_gt(checked, 20);
}

Test(engine, a_pass_changes_no_value)
{
    struct rng rng = rng_seeded(test_seed(36));
    for (int n = 0; n < 100;) {
        ofl_board board = ofl_position_start().board;
        for (int move = 0; move != OFL_NO_MOVE && ofl_legal_moves(board);) {
            move = test_random_move(board, &rng);
            board = move == OFL_NO_MOVE ? board : ofl_play(board, move);
        }
        if (!ofl_is_over(board)) {
            cr_assert_eq(ofl_evaluate(engine, board), -ofl_evaluate(engine, ofl_swap(board)));
            n++;
        }
    }
}

Test(engine, a_finished_game_is_worth_its_result)
{
    struct test_row row;
    int checked = 0;
    FILE *file = test_open("positions/odd_positions.tsv");
    while (test_next_row(file, &row)) {
        if (strlen(row.field[1]) != 64)
            continue;
        ofl_board board = test_position(row.field[1], row.field[2]).board;
        for (int rule = 0; rule < 2 && ofl_is_over(board); rule++, checked++) {
            ofl_set_option(engine, "score-rule", rule ? "raw" : "tournament");
            cr_expect_eq(ofl_evaluate(engine, board),
                         100 * ofl_score(board, (enum ofl_score_rule)rule), "%s", row.field[0]);
        }
    }
    fclose(file);
    cr_expect_gt(checked, 4);
}

/* Plays random moves down to n_empties; false if the game is over before. */
static bool random_end(struct rng *rng, int n_empties, ofl_board *board)
{
    *board = ofl_position_start().board;
    while (ofl_count_empties(*board) > n_empties) {
        int move = test_random_move(*board, rng);
        if (move == OFL_NO_MOVE)
            return false;
        *board = ofl_play(*board, move);
    }
    return !ofl_is_over(*board);
}

Test(engine, windows_and_wld_bound_the_exact_score)
{
    struct rng rng = rng_seeded(test_seed(9));
    int n_passes = 0, n = 0;
    for (int i = 0; i < 400 || n_passes == 0; i++) {
        ofl_board board;
        if (!random_end(&rng, 9, &board))
            continue;
        n++;
        n_passes += ofl_legal_moves(board) == 0;
        ofl_new_game(engine);
        struct ofl_result exact = search(board, (struct ofl_limits){.goal = OFL_GOAL_EXACT});
        int score = exact.lines[0].score;
        cr_assert(exact.proved_low == score && exact.proved_high == score);
        for (int shift = -400; shift <= 400; shift += 200) {
            ofl_new_game(engine);
            struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .has_window = true,
                                        .low = score + shift - 100, .high = score + shift + 100};
            struct ofl_result r = search(board, limits);
            enum ofl_bound bound = shift == 0 ? OFL_BOUND_EXACT
                                   : shift > 0 ? OFL_BOUND_UPPER : OFL_BOUND_LOWER;
            cr_assert(r.lines[0].bound == bound && r.lines[0].solved, "%d %+d: bound %d", score,
                      shift, r.lines[0].bound);
            cr_assert(r.proved_low <= score && score <= r.proved_high);
            cr_assert(shift != 0 || r.lines[0].score == score);
            cr_assert(shift <= 0 || r.proved_high < limits.low);
            cr_assert(shift >= 0 || r.proved_low > limits.high);
        }
        ofl_new_game(engine);
        struct ofl_result wld = search(board, (struct ofl_limits){.goal = OFL_GOAL_WLD});
        cr_assert_eq((wld.lines[0].score > 0) - (wld.lines[0].score < 0),
                     (score > 0) - (score < 0));
        cr_assert(wld.proved_low <= score && score <= wld.proved_high);
    }
    cr_expect_gt(n, 100);
}

Test(engine, the_widest_window_is_no_window)
{
    struct rng rng = rng_seeded(test_seed(10));
    ofl_board board;
    while (!random_end(&rng, 8, &board))
        ;
    int score = search(board, (struct ofl_limits){.goal = OFL_GOAL_EXACT}).lines[0].score;
    struct ofl_result r = search(board, (struct ofl_limits){
        .goal = OFL_GOAL_EXACT, .has_window = true, .low = -6400, .high = 6400});
    cr_expect(r.lines[0].bound == OFL_BOUND_EXACT && r.lines[0].score == score);
}

Test(engine, the_lowest_level_finds_the_better_of_two_last_squares)
{
    /* h4 +20, h5 +28 */
    const ofl_board board = test_position(
        "OOOOOOOXOOOOOOOOOXOOOXXOOXOOOXX-OXOOOOX-OOOOXOXXOXOOOOXOOOOOOOXX", "O").board;
    cr_assert_eq(ofl_set_option(engine, "level", "0"), OFL_OK);
    cr_expect_eq(search(board, (struct ofl_limits){0}).lines[0].move, 39);
    cr_expect_eq(search(board, (struct ofl_limits){.depth = 1, .strict_depth = true}).lines[0].move,
                 39);
}
