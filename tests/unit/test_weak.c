/* Play that loses on purpose, and play that varies: the law of the choice, seeds, what is lost. */
#include <criterion/criterion.h>
#include <math.h>
#include <outflank/book.h>
#include <stdlib.h>
#include <string.h>

#include "base/sample.h"
#include "engine/loss_record.h"
#include "engine/weak.h"
#include "support.h"

Test(weak, shares)
{
    static const double losses[] = {0, 2, 5}, large[] = {0, 12800, 64};
    double share[3];
    sample_soften(losses, 3, 2, 1, share);
    cr_expect(fabs(share[0] - 0.690) < 0.001 && fabs(share[1] - 0.254) < 0.001 &&
              fabs(share[2] - 0.057) < 0.001);
    cr_expect(fabs(sample_mean(losses, share, 3) - 0.790) < 0.001);
    sample_soften(losses, 3, 0, 1, share);
    cr_expect(share[0] == 1 && share[1] == 0 && share[2] == 0, "at 0 only the best");
    sample_soften(losses, 3, 1e9, 1.5, share);
    cr_expect(fabs(share[2] - 1.0 / 3) < 1e-6, "far above all the same");
    sample_soften(large, 3, 1e-3, 1.5, share);
    cr_expect(share[0] == 1 && share[1] == 0, "no overflow");
    double none[] = {0, 0, 0};
    cr_expect_not(sample_normalize(none, 3));
}

Test(weak, draws_follow_the_shares)
{
    static const double share[] = {0.5, 0, 0.375, 0.125};
    enum { DRAWS = 40000 };
    struct rng rng = rng_seeded(test_seed(71));
    int counts[4] = {0};
    for (int i = 0; i < DRAWS; i++)
        counts[sample_draw(share, 4, &rng)]++;
    for (int i = 0; i < 4; i++)
        cr_expect(fabs((double)counts[i] / DRAWS - share[i]) < 0.02, "%d: %d", i, counts[i]);
    cr_expect_eq(counts[1], 0);
}

Test(weak, a_strength_loses_less_than_the_one_below)
{
    for (int strength = 2; strength <= 20; strength++)
        cr_expect_lt(ofl_strength_loss(strength), ofl_strength_loss(strength - 1), "%d", strength);
    cr_expect_eq(ofl_strength_loss(20), 0);
    cr_expect_eq(ofl_strength_loss(0), -1);
    cr_expect_eq(ofl_strength_loss(21), -1);
}

Test(weak, parts_of_a_game_are_1_on_average)
{
    double sum = 0;
    for (int n_empties = 1; n_empties <= 60; n_empties++)
        sum += weak_part(n_empties);
    cr_expect(fabs(sum / 60 - 1) < 0.02, "%g", sum / 60);
}

static ofl_engine *engine_with(const char *name, const char *value, const char *seed)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "16"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "level", "4"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, name, value), OFL_OK, "%s", ofl_last_error(engine));
    cr_assert_eq(ofl_set_option(engine, "seed", seed), OFL_OK);
    return engine;
}

/* Plays moves of the engine for both sides. */
static void play_on(ofl_engine *engine, struct ofl_game *game, int n_moves)
{
    struct ofl_limits limits = {0};
    struct ofl_result result;
    while (n_moves-- > 0 && !ofl_is_over(game->position.board)) {
        cr_assert_eq(ofl_choose(engine, game, &limits, &result), OFL_OK);
        cr_assert(ofl_game_play(game, result.lines[0].move));
    }
}

static struct ofl_game new_game(ofl_engine *engine)
{
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    ofl_new_game(engine);
    return game;
}

static bool is_same(const struct ofl_game *a, const struct ofl_game *b)
{
    char x[2 * OFL_MAX_PLIES + 1], y[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(a, true, x);
    ofl_game_to_transcript(b, true, y);
    return strcmp(x, y) == 0;
}

Test(weak, a_seed_repeats_a_game, .timeout = 600)
{
    ofl_engine *engine = engine_with("strength", "6", "11");
    ofl_engine *twin = engine_with("strength", "6", "11");
    struct ofl_game a = new_game(engine), b = new_game(twin);
    play_on(engine, &a, OFL_MAX_PLIES);
    /* Threads, hints and moves taken back change nothing. */
    cr_assert_eq(ofl_set_option(twin, "threads", "2"), OFL_OK);
    while (!ofl_is_over(b.position.board)) {
        struct ofl_limits limits = {.depth = 7, .multi_pv = 3};
        struct ofl_result result;
        play_on(twin, &b, 2);
        ofl_game_undo(&b);
        cr_assert_eq(ofl_hint(twin, b.position.board, &limits, &result), OFL_OK);
        play_on(twin, &b, 1);
    }
    cr_expect(is_same(&a, &b), "the same seed, the same game");
    b = new_game(twin);
    play_on(twin, &b, OFL_MAX_PLIES);
    cr_expect_not(is_same(&a, &b), "the next game has the next seed");
    cr_assert_eq(ofl_set_option(twin, "seed", "11"), OFL_OK);
    b = new_game(twin);
    play_on(twin, &b, OFL_MAX_PLIES);
    cr_expect(is_same(&a, &b), "the seed is given again");
    ofl_engine_destroy(engine);
    ofl_engine_destroy(twin);
}

/* What a move loses by a search of the referee, 1/100 disc. */
static int loss_of(ofl_engine *referee, ofl_board board, int move)
{
    enum { EXACT = 12, DEPTH = 8 };
    const int n_empties = ofl_count_empties(board);
    struct ofl_limits limits = {.depth = n_empties <= EXACT ? n_empties : DEPTH,
                                .strict_depth = true, .multi_pv = OFL_MAX_MOVES};
    struct ofl_result result;
    cr_assert_eq(ofl_search(referee, board, &limits, &result), OFL_OK);
    for (int i = 0; i < result.n_lines; i++)
        if (result.lines[i].move == move)
            return result.lines[0].score - result.lines[i].score;
    cr_assert_fail("no line for the move");
    return 0;
}

/* Mean loss of both sides of some games. */
static double measured_loss(const char *loss, int n_games, uint64_t seed)
{
    char text[16];
    snprintf(text, sizeof text, "%d", (int)(seed % 1000000) + 1);
    ofl_engine *engine = engine_with("loss", loss, text), *referee = engine_with("hash", "16", "1");
    double sum = 0;
    int n = 0;
    for (int i = 0; i < n_games; i++) {
        struct ofl_game game = new_game(engine);
        play_on(engine, &game, OFL_MAX_PLIES);
        for (int ply = 0; ply < game.n_played; ply++) {
            const int move = game.moves[ply].move;
            if (move == OFL_PASS)
                continue;
            sum += loss_of(referee, ofl_game_position_at(&game, ply).board, move) / 100.0;
            n++;
        }
    }
    ofl_engine_destroy(engine);
    ofl_engine_destroy(referee);
    return sum / n;
}

Test(weak, what_is_stated_is_lost, .timeout = 600)
{
    const uint64_t seed = test_seed(72);
    const double little = measured_loss("0.8", 4, seed), much = measured_loss("4", 4, seed);
    cr_expect(little > 0.4 && little < 1.5, "0.8 stated, %g lost", little);
    cr_expect(much > 2.4 && much < 6.4, "4 stated, %g lost", much);
}

Test(weak, strength_20_plays_as_well_as_it_can)
{
    ofl_engine *engine = engine_with("strength", "20", "1");
    struct ofl_limits limits = {.nodes = 3000};
    struct ofl_result a, b;
    struct ofl_game game = new_game(engine);
    cr_expect_eq(ofl_loss(engine), 0);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &a), OFL_OK);
    ofl_new_game(engine);
    cr_assert_eq(ofl_search(engine, game.position.board, &limits, &b), OFL_OK);
    cr_expect(a.nodes == b.nodes && a.lines[0].move == b.lines[0].move);
    cr_expect_str_eq(ofl_get_option(engine, "level"), "4", "the level is as it was");
    ofl_engine_destroy(engine);
}

Test(weak, options)
{
    ofl_engine *engine = engine_with("strength", "off", "1");
    cr_expect_eq(ofl_loss(engine), 0);
    cr_assert_eq(ofl_set_option(engine, "strength", "7"), OFL_OK);
    cr_expect_eq(ofl_loss(engine), ofl_strength_loss(7));
    cr_assert_eq(ofl_set_option(engine, "loss", "1.25"), OFL_OK);
    cr_expect_eq(ofl_loss(engine), 125);
    cr_expect_str_eq(ofl_get_option(engine, "strength"), "off", "the last one said holds");
    cr_assert_eq(ofl_set_option(engine, "strength", "3"), OFL_OK);
    cr_expect_str_eq(ofl_get_option(engine, "loss"), "0.00");
    static const char *const bad[][2] = {
        {"strength", "0"}, {"strength", "21"}, {"strength", "full"}, {"strength", ""},
        {"loss", "-1"}, {"loss", "10.01"}, {"loss", "much"}, {"loss", "1.234"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_eq(ofl_set_option(engine, bad[i][0], bad[i][1]), OFL_ERR_OPTION, "%s %s",
                     bad[i][0], bad[i][1]);
        cr_expect(strstr(ofl_last_error(engine), bad[i][0]) != NULL);
    }
    cr_expect_eq(ofl_loss(engine), ofl_strength_loss(3), "nothing changed");
    ofl_engine_destroy(engine);
}

/* Strength 1 at 100, each step as docs/lab/strength.md measured it, 20 from 3078 on. */
Test(weak, elo)
{
    static const struct { int elo, strength; } rows[] = {
        {100, 1}, {273, 2}, {398, 3}, {1230, 9}, {1384, 10}, {2902, 19}, {3078, 20}, {4000, 20}};
    ofl_engine *engine = engine_with("elo", "1384", "1");
    cr_expect_eq(ofl_loss(engine), ofl_strength_loss(10));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(weak_loss_of_elo(rows[i].elo), ofl_strength_loss(rows[i].strength), "%d",
                     rows[i].elo);
    for (int elo = 101; elo <= 4000; elo++)
        cr_expect_leq(weak_loss_of_elo(elo), weak_loss_of_elo(elo - 1), "%d", elo);
    ofl_set_option(engine, "loss", "1.25");
    cr_expect_str_eq(ofl_get_option(engine, "elo"), "off", "the last one said holds");
    ofl_set_option(engine, "elo", "3500");
    cr_expect_str_eq(ofl_get_option(engine, "strength"), "20");
    cr_expect_eq(ofl_loss(engine), 0);
    ofl_set_option(engine, "elo", "off");
    cr_expect_str_eq(ofl_get_option(engine, "strength"), "off");
    ofl_set_option(engine, "strength", "7");
    ofl_set_option(engine, "elo", "off");
    cr_expect_eq(ofl_loss(engine), ofl_strength_loss(7), "off sets nothing aside");
    ofl_engine_destroy(engine);
}

Test(weak, one_move_loses_no_more_than_it_may, .timeout = 600)
{
    ofl_engine *engine = engine_with("loss", "6", "5");
    struct ofl_limits limits = {0};
    struct ofl_result result;
    int most[2] = {0}, n = 0;
    for (int is_capped = 0; is_capped < 2; is_capped++) {
        ofl_set_option(engine, "loss-most", is_capped ? "2" : "0");
        struct ofl_game game = new_game(engine);
        for (; !ofl_is_over(game.position.board); n++) {
            cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
            most[is_capped] = result.given_cd > most[is_capped] ? result.given_cd : most[is_capped];
            cr_assert(ofl_game_play(&game, result.lines[0].move));
        }
    }
    cr_expect(most[0] > 400 && most[1] <= 200 && most[1] > 0, "%d, %d; %d moves", most[0], most[1],
              n);
    ofl_engine_destroy(engine);
}

Test(weak, limits_hold)
{
    ofl_engine *engine = engine_with("strength", "15", "1");
    struct ofl_limits limits = {.nodes = 500};
    struct ofl_result result;
    struct ofl_game game = new_game(engine);
    play_on(engine, &game, 20);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect(result.nodes < 2000, "%llu nodes", (unsigned long long)result.nodes);
    limits = (struct ofl_limits){.depth = 3};
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_leq(result.lines[0].depth, 3);
    ofl_engine_destroy(engine);
}

Test(weak, loss_record_counts_the_moves_that_were_played)
{
    static struct loss_record record;
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    loss_record_note(&record, &game, (struct loss_entry){.move = 37, .loss_cd = 5, .mean_cd = 7,
                                                         .part = 0.5});
    cr_expect_eq(loss_record_sum(&record, &game).loss_cd, 0, "it is not played");
    cr_assert(ofl_game_play(&game, 37));
    cr_expect_eq(loss_record_sum(&record, &game).loss_cd, 0, "it was the other side's");
    cr_assert(ofl_game_play(&game, 43));
    const struct loss_sum sum = loss_record_sum(&record, &game);
    cr_expect(sum.loss_cd == 5 && sum.mean_cd == 7 && sum.parts == 0.5);
    ofl_game_undo(&game);
    ofl_game_undo(&game);
    cr_assert(ofl_game_play(&game, 19) && ofl_game_play(&game, 18));
    cr_expect_eq(loss_record_sum(&record, &game).loss_cd, 0, "another move was played");
}

/* ---- variety ---- */

Test(weak, games_from_the_start_vary, .timeout = 600)
{
    enum { GAMES = 20, PLIES = OFL_MAX_PLIES };
    char seed[16];
    snprintf(seed, sizeof seed, "%d", (int)(test_seed(73) % 1000000) + 1);
    ofl_engine *engine = engine_with("variety", "1", seed);
    ofl_engine *still = engine_with("variety", "0", "1");
    /* A disc pays for few other moves: at level 7 181 of 200 games differ, at level 10 198. */
    cr_assert_eq(ofl_set_option(engine, "level", "8"), OFL_OK);
    struct ofl_game games[GAMES];
    int n_repeated = 0;
    for (int i = 0; i < GAMES; i++) {
        games[i] = new_game(engine);
        cr_expect_not(ofl_choose_is_search(engine, &games[i], NULL));
        play_on(engine, &games[i], PLIES);
        int k = 0;
        while (k < i && !is_same(&games[i], &games[k]))
            k++;
        n_repeated += k < i;
    }
    cr_expect_leq(n_repeated, 5);
    cr_assert_eq(ofl_set_option(engine, "seed", seed), OFL_OK);
    struct ofl_game again = new_game(engine);
    play_on(engine, &again, PLIES);
    cr_expect(is_same(&again, &games[0]), "the seed repeats it");
    struct ofl_game a = new_game(still);
    cr_expect(ofl_choose_is_search(still, &a, NULL));
    play_on(still, &a, PLIES);
    struct ofl_game b = new_game(still);
    play_on(still, &b, PLIES);
    cr_expect(is_same(&a, &b), "without variety always the same");
    ofl_engine_destroy(engine);
    ofl_engine_destroy(still);
}

/* The law of variety: as warm as the mean allows. */
Test(weak, variety_spends_what_it_may)
{
    enum { DRAWS = 20000 };
    /* The moves of this board are not the same by symmetry, those of the start are. */
    const ofl_board start = ofl_position_start().board, board = ofl_play(start, 37);
    enum { D6 = 43, F6 = 45, F4 = 29, D3 = 19, C4 = 26 };
    static const struct ofl_line near[] = {{.score = 40, .move = D6}, {.score = 40, .move = F6},
                                           {.score = 10, .move = F4}},
                                 far[] = {{.score = 900, .move = D6}, {.score = 100, .move = F6}},
                                 twins[] = {{.score = 40, .move = D3}, {.score = 40, .move = C4}};
    const struct weak_doubt none = {0}, some = {.equal_cd = 30, .worse_cd = 1000};
    struct rng rng = rng_seeded(test_seed(74));
    double sum = 0;
    int counts[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const struct weak_choice choice = weak_vary(board, near, 3, 3, 100, none, &rng);
        cr_assert(choice.mean_cd > 2.5 && choice.mean_cd < 3.5, "%g", choice.mean_cd);
        sum += choice.loss_cd;
        counts[choice.index]++;
    }
    cr_expect(fabs(sum / DRAWS - 3) < 0.5, "%g lost", sum / DRAWS);
    cr_expect(abs(counts[0] - counts[1]) < DRAWS / 20, "equal moves equally often");
    for (int i = 0; i < DRAWS; i++)
        cr_assert_neq(weak_vary(board, near, 3, 0, 100, none, &rng).index, 2, "nothing is lost");
    cr_expect_lt(weak_vary(board, far, 2, 50, 100, none, &rng).mean_cd, 1, "as warm as may be");
    int n_equal = 0, n_twin = 0;
    for (int i = 0; i < DRAWS; i++) {
        n_equal += weak_vary(board, near, 3, 3, 1000, some, &rng).index == 1;
        n_twin += weak_vary(start, twins, 2, 3, 1000, some, &rng).index == 1;
    }
    cr_expect(abs(n_equal - DRAWS / 10) < DRAWS / 100, "30 counted for each of %d", n_equal);
    cr_expect(abs(n_twin - DRAWS / 2) < DRAWS / 40, "%d of the same by symmetry", n_twin);
}

Test(weak, variety_bounds_what_a_game_loses, .timeout = 600)
{
    enum { GAMES = 8, PLIES = 24, DISC = 100 };
    ofl_engine *engine = engine_with("variety", "1", "5"), *same = engine_with("hash", "16", "1");
    int sum = 0;
    for (int i = 0; i < GAMES; i++) {
        struct ofl_game game = new_game(engine);
        for (int ply = 0; ply < PLIES; ply++) {
            const ofl_position at = game.position;
            struct ofl_limits limits = {.multi_pv = OFL_MAX_MOVES};
            struct ofl_result result;
            play_on(engine, &game, 1);
            ofl_new_game(same);
            cr_assert_eq(ofl_search(same, at.board, &limits, &result), OFL_OK);
            for (int k = 0; k < result.n_lines; k++)
                if (result.lines[k].move == game.moves[ply].move)
                    sum += result.lines[0].score - result.lines[k].score;
        }
    }
    /* The other engine has another table: its values differ a little. */
    const double mean = (double)sum / DISC / (2 * GAMES);
    cr_expect(mean > 0.05 && mean < 1, "a side lost %g discs a game", mean);
    ofl_engine_destroy(engine);
    ofl_engine_destroy(same);
}
