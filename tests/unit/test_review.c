/* Reviewed games: losses add up, grades and marks follow from the values. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "report/chance.h"
#include "report/review.h"
#include "support.h"

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    *is_stopped = false;
    return ofl_search(user, board, limits, result);
}

static void play_at_random(struct ofl_game *game, int n_plies, struct rng *rng)
{
    for (int i = 0; i < n_plies; i++) {
        const int move = test_random_move(game->position.board, rng);
        if (move == OFL_NO_MOVE || !ofl_game_play(game, move))
            return;
    }
}

static void add_up(const struct review *review)
{
    int64_t given_cd[2] = {0};
    int n_moves = 0;
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        cr_assert_geq(move->loss_cd, 0);
        cr_assert_eq(move->before_cd - move->after_cd, move->loss_cd);
        cr_assert(!move->is_forced || (move->loss_cd == 0 && !move->grade));
        given_cd[move->side] += move->loss_cd;
        n_moves++;
    }
    for (int side = 0; side < 2; side++) {
        int64_t of_phases = 0;
        for (int p = 0; p < REVIEW_PHASES; p++)
            of_phases += review->sides[side].phase[p].given_cd;
        cr_assert_eq(of_phases, given_cd[side]);
        cr_assert_eq(review->sides[side].all.given_cd, given_cd[side]);
    }
    cr_assert_eq(review->start_cd - given_cd[OFL_BLACK] + given_cd[OFL_WHITE], review->final_cd);
    cr_assert_eq(review->sides[0].n_moves + review->sides[1].n_moves, n_moves);
}

/* Games at random have passes, early ends and, where they are cut, no end. */
Test(review, losses_add_up)
{
    struct rng rng = rng_seeded(test_seed(37));
    ofl_engine *engine = ofl_engine_create();
    struct review *review = malloc(sizeof *review);
    int n_passes = 0, n_cut = 0;
    for (int k = 0; k < 40; k++) {
        const struct review_settings settings = {.depth = 1 + k % 3, .exact_empties = k % 9};
        const struct review_searcher searcher = {.search = search, .user = engine};
        struct ofl_game game;
        ofl_game_init(&game, ofl_position_start());
        play_at_random(&game, k % 4 ? OFL_MAX_PLIES : 20 + k / 2, &rng);
        for (int i = 0; i < game.n_played; i++)
            n_passes += game.moves[i].move == OFL_PASS;
        review_begin(review, &game, &settings);
        ofl_new_game(engine);
        cr_assert_eq(review_search(review, &searcher), OFL_OK);
        review_judge(review);
        cr_assert(review->is_complete);
        n_cut += !review->is_over;
        if (review->is_over) {
            const int score = 100 * ofl_score(game.position.board, OFL_SCORE_TOURNAMENT);
            cr_assert_eq(review->final_cd, game.position.turn == OFL_BLACK ? score : -score);
        }
        add_up(review);
    }
    cr_assert_gt(n_passes, 0);
    cr_assert_gt(n_cut, 0);
    free(review);
    ofl_engine_destroy(engine);
}

/* The value of a side by plain search: the best of all moves, to the end. */
static int brute(ofl_board board)
{
    if (ofl_is_over(board))
        return ofl_score(board, OFL_SCORE_TOURNAMENT);
    const uint64_t legal = ofl_legal_moves(board);
    if (!legal)
        return -brute(ofl_play(board, OFL_PASS));
    int best = -65;
    for (int square = 0; square < 64; square++)
        if (legal >> square & 1) {
            const int score = -brute(ofl_play(board, square));
            best = score > best ? score : best;
        }
    return best;
}

Test(review, exact_values_are_those_of_brute_force)
{
    struct rng rng = rng_seeded(test_seed(38));
    ofl_engine *engine = ofl_engine_create();
    struct review *review = malloc(sizeof *review);
    for (int k = 0; k < 20; k++) {
        const struct review_settings settings = {.depth = 1, .exact_empties = 6};
        const struct review_searcher searcher = {.search = search, .user = engine};
        struct ofl_game game;
        ofl_game_init(&game, ofl_position_start());
        play_at_random(&game, OFL_MAX_PLIES, &rng);
        review_begin(review, &game, &settings);
        cr_assert_eq(review_search(review, &searcher), OFL_OK);
        review_judge(review);
        for (int ply = 0; ply < review->n_points; ply++) {
            const struct review_point *point = &review->points[ply];
            if (ofl_count_empties(point->position.board) > 6)
                continue;
            cr_assert(point->is_exact);
            cr_assert_eq(point->value_cd, 100 * brute(point->position.board), "ply %d", ply);
        }
    }
    free(review);
    ofl_engine_destroy(engine);
}

/* A game turned, mirrored or with the colours changed has the same review: a searcher that knows
 * boards by their canonical form answers. */
static int search_static(void *user, ofl_board board, const struct ofl_limits *limits,
                         struct ofl_result *result, bool *is_stopped)
{
    (void)user;
    (void)limits;
    *is_stopped = false;
    memset(result, 0, sizeof *result);
    result->n_lines = 1;
    struct ofl_line *line = &result->lines[0];
    int best = -100000;
    uint64_t best_key = 0;
    for (int square = 0; square < 64; square++)
        if (ofl_legal_moves(board) >> square & 1) {
            const ofl_board key = ofl_canonical(ofl_play(board, square), NULL);
            const int score = (int)((key.player * 31 ^ key.opponent * 17) % 1201) - 600;
            if (score > best || (score == best && key.player < best_key))
                *line = (struct ofl_line){.move = square, .score = best = score, .pv_length = 1,
                                          .pv = {(uint8_t)square}, .depth = 8, .confidence = 100},
                best_key = key.player;
        }
    if (best == -100000)
        *line = (struct ofl_line){.move = OFL_PASS, .pv_length = 1, .pv = {OFL_PASS}};
    return OFL_OK;
}

Test(review, symmetric_games_have_the_same_review)
{
    struct rng rng = rng_seeded(test_seed(39));
    struct review *review = malloc(sizeof *review), *other = malloc(sizeof *other);
    const struct review_searcher searcher = {.search = search_static};
    for (int k = 0; k < 40; k++) {
        const int symmetry = k % 8;
        struct ofl_game game, turned;
        ofl_game_init(&game, ofl_position_start());
        play_at_random(&game, OFL_MAX_PLIES, &rng);
        ofl_position start = game.start;
        start.board = ofl_symmetry(start.board, symmetry);
        start.turn = k % 2 ? OFL_WHITE : OFL_BLACK;
        ofl_game_init(&turned, start);
        for (int i = 0; i < game.n_played; i++)
            cr_assert(ofl_game_play(&turned, ofl_symmetry_square(game.moves[i].move, symmetry)));
        review_begin(review, &game, &(struct review_settings){0});
        review_begin(other, &turned, &(struct review_settings){0});
        cr_assert_eq(review_search(review, &searcher), OFL_OK);
        cr_assert_eq(review_search(other, &searcher), OFL_OK);
        review_judge(review);
        review_judge(other);
        cr_assert_eq(review->n_moves, other->n_moves);
        for (int i = 0; i < review->n_moves; i++) {
            const struct review_move *a = &review->moves[i], *b = &other->moves[i];
            cr_assert_eq(a->loss_cd, b->loss_cd, "game %d, move %d", k, i);
            cr_assert_eq(a->grade, b->grade);
            cr_assert_eq(a->is_unsure, b->is_unsure);
            cr_assert_float_eq(a->chance_after, b->chance_after, 1e-12);
        }
        cr_assert_eq(review->turning, other->turning);
        cr_assert_float_eq(review->sides[0].all.accuracy, other->sides[k % 2].all.accuracy, 1e-12);
    }
    free(review);
    free(other);
}

/* 13-0 after nine moves, with 51 empty squares: there is nothing left to play for. */
Test(review, after_an_early_end_the_chance_is_the_result)
{
    static const char *const moves[] = {"d3", "c3", "b3", "d2", "e1", "d6", "d7", "e3", "f4"};
    struct review *review = malloc(sizeof *review);
    const struct review_searcher searcher = {.search = search_static};
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        cr_assert(ofl_game_play(&game, ofl_move_from_text(moves[i], 2)), "%s", moves[i]);
    review_begin(review, &game, &(struct review_settings){0});
    cr_assert_eq(review_search(review, &searcher), OFL_OK);
    review_judge(review);
    cr_assert_float_eq(review->moves[review->n_moves - 1].chance_after, 1, 1e-12);
    free(review);
}

/* A search that is stopped leaves the values of the last positions. */
struct few { ofl_engine *engine; int n; };

static int search_few(void *user, ofl_board board, const struct ofl_limits *limits,
                      struct ofl_result *result, bool *is_stopped)
{
    struct few *few = user;
    return few->n-- > 0 ? search(few->engine, board, limits, result, is_stopped)
                        : (*is_stopped = true, OFL_OK);
}

Test(review, a_stopped_review_is_partly_filled)
{
    struct few few = {ofl_engine_create(), 12};
    struct review *review = malloc(sizeof *review);
    const struct review_searcher searcher = {.search = search_few, .user = &few};
    struct ofl_game game;
    struct ofl_text_error error;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, "f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2", 40,
                                      &error));
    review_begin(review, &game, &(struct review_settings){.depth = 1});
    cr_assert_eq(review_search(review, &searcher), OFL_OK);
    review_judge(review);
    cr_assert_not(review->is_complete);
    cr_assert_eq(review->n_moves, 11);
    cr_assert_eq(review->turning, -1);
    few.n = 100;
    cr_assert_eq(review_search(review, &searcher), OFL_OK);
    review_judge(review);
    cr_assert(review->is_complete);
    add_up(review);
    free(review);
    ofl_engine_destroy(few.engine);
}

Test(review, chances_rise_with_the_value)
{
    for (int empties = 0; empties <= 60; empties++)
        for (int is_exact = 0; is_exact < 2; is_exact++) {
            double last = -1;
            for (int cd = -6400; cd <= 6400; cd += 50) {
                const struct chance_value value = {cd, is_exact, 10};
                const double chance = chance_of(value, empties);
                cr_assert(chance >= last && chance >= 0 && chance <= 1);
                last = chance;
            }
        }
    cr_assert_float_eq(chance_of((struct chance_value){200, true, 0}, 0), 1, 1e-12);
    cr_assert_float_eq(chance_of((struct chance_value){0, true, 0}, 0), 0.5, 1e-12);
}
