/* One test per statement of the rule sheets, as far as the library answers it.
 *
 * Ids: R1-R11 rules all sheets share, C1-C6 points where they differ, M1-M6
 * matches and scores, E1-E4 etiquette. Covered elsewhere, because they are
 * commands or options of the program: "play b pass" with moves available (R7, C6)
 * and an illegal "play" that leaves the board (E3) by the GTP tests; the option
 * first-mover (C1), the score rule of solving (C3), --best-of, --race and --first
 * (M2-M4), the commands handicap (M5), score-mode (M6) and referee (E1) by the
 * console and match tests. E5 and C7 (who lends discs) ask for nothing. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "base/bits.h"
#include "base/rng.h"
#include "support.h"

#define START "---------------------------OX------XO---------------------------"

static int square_of(const char *name) { return ofl_move_from_text(name, 2); }

static uint64_t set_of(const char *names)
{
    uint64_t set = 0;
    for (; *names; names += names[2] ? 3 : 2)
        set |= bit_of(square_of(names));
    return set;
}

static struct ofl_game game_of(const char *transcript)
{
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, transcript, strlen(transcript), NULL));
    return game;
}

/* R1 */
Test(rules, the_majority_wins)
{
    struct ofl_game draw = game_of(
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5"
        "b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6");
    cr_expect(ofl_is_over(draw.position.board));
    cr_expect_eq(ofl_score(draw.position.board, OFL_SCORE_TOURNAMENT), 0);
    ofl_board black_wins = {~UINT64_C(0) >> 27, ~(~UINT64_C(0) >> 27)};
    cr_expect_gt(ofl_score(black_wins, OFL_SCORE_TOURNAMENT), 0);
    cr_expect_lt(ofl_score(ofl_swap(black_wins), OFL_SCORE_TOURNAMENT), 0);
}

/* R2 */
Test(rules, the_start_is_two_of_each_crosswise_with_four_moves)
{
    ofl_position start = ofl_position_start();
    cr_expect_eq(start.turn, OFL_BLACK);
    cr_expect_eq(start.board.opponent, set_of("d4,e5"), "white");
    cr_expect_eq(start.board.player, set_of("e4,d5"), "black");
    cr_expect_eq(ofl_legal_moves(start.board), set_of("d3,c4,f5,e6"));
    cr_expect_eq(square_of("a1"), 0, "upper left");
    cr_expect_eq(square_of("h8"), 63, "lower right");
    cr_expect_eq(square_of("h1"), 7, "letters are columns");
}

/* R3: deeper counts at every CPU level are in the suite perft. */
Test(rules, a_move_outflanks_in_any_number_of_directions)
{
    static const uint64_t leaves[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
    for (int depth = 0; depth <= 8; depth++)
        cr_expect_eq(ofl_perft(ofl_position_start().board, depth, OFL_PERFT_A), leaves[depth], "%d",
                     depth);
    ofl_board star = test_position(
        "X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--O----X---X", "X").board;
    cr_expect_eq(bit_count(ofl_flips(star, square_of("d4"))), 19, "eight directions at once");
}

/* R4 */
Test(rules, a_line_ends_at_the_own_disc_and_at_a_hole)
{
    ofl_board own = test_position(
        "-OX-OX----------------------------------------------------------", "X").board;
    cr_expect_eq(ofl_flips(own, 0), set_of("b1"), "not beyond the own disc c1");
    ofl_board hole = test_position(
        "-O-OX-----------------------------------------------------------", "X").board;
    cr_expect_eq(ofl_flips(hole, 0), 0, "not over the hole c1");
}

/* R5 */
Test(rules, turned_discs_capture_nothing)
{
    /* a1 turns b1. The new disc b1 and b3 enclose b2, but that was not the move: b2 stays. */
    ofl_board board = test_position(
        "-OX------O-------X----------------------------------------------", "X").board;
    ofl_board after = ofl_swap(ofl_play(board, 0));
    cr_expect_eq(ofl_flips(board, 0), set_of("b1"));
    cr_expect_eq(after.opponent, set_of("b2"), "no chain");
}

/* R6 */
Test(rules, all_outflanked_discs_turn)
{
    struct rng rng = rng_seeded(test_seed(21));
    for (int i = 0; i < 2000; i++) {
        uint64_t discs = rng_next(&rng), own = rng_next(&rng);
        ofl_board board = {discs & own, discs & ~own};
        for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
            int square = bit_first(left);
            uint64_t flips = ofl_flips(board, square);
            ofl_board after = ofl_swap(ofl_play(board, square));
            cr_assert(flips && after.player == (board.player | flips | bit_of(square)) &&
                      after.opponent == (board.opponent & ~flips));
        }
    }
}

/* R7, C6 */
Test(rules, a_pass_is_forced_or_forbidden)
{
    struct ofl_game game = game_of("d3c3b3b2f5a3a1c1");
    cr_expect_eq(game.position.turn, OFL_BLACK);
    cr_expect_eq(ofl_legal_moves(game.position.board), 0);
    cr_expect(ofl_is_legal(game.position.board, OFL_PASS));
    cr_expect(ofl_game_play(&game, OFL_PASS));
    cr_expect_eq(ofl_legal_moves(game.position.board), set_of("e3,f6"));
    cr_expect_not(ofl_is_legal(game.position.board, OFL_PASS));
    cr_expect_not(ofl_game_play(&game, OFL_PASS), "with a move a pass is never allowed");
    cr_expect_not(ofl_is_legal(ofl_position_start().board, OFL_PASS));
}

/* R8 */
Test(rules, the_game_ends_when_neither_can_move)
{
    ofl_board stuck = test_position(
        "X-------X-------X-------X----------------------O-------O-------O", "X").board;
    cr_expect(ofl_is_over(stuck));
    cr_expect_not(ofl_is_legal(stuck, OFL_PASS), "a finished game has no pass");
    cr_expect_eq(ofl_score(stuck, OFL_SCORE_TOURNAMENT), 58);
}

/* R9 */
Test(rules, placed_discs_stay_on_their_squares)
{
    struct ofl_game game = game_of("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6");
    for (int ply = 0; ply < game.n_played; ply++) {
        ofl_board before = ofl_game_position_at(&game, ply).board;
        ofl_board after = ofl_game_position_at(&game, ply + 1).board;
        uint64_t had = before.player | before.opponent, has = after.player | after.opponent;
        cr_expect_eq(has, had | bit_of(game.moves[ply].move));
    }
}

/* R10 */
Test(rules, a_player_may_place_more_than_half_of_the_discs)
{
    struct ofl_game game = game_of("f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2"
                                   "c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6");
    int placed[2] = {0, 0};
    for (int ply = 0; ply < game.n_played; ply++)
        placed[ofl_game_position_at(&game, ply).turn] += game.moves[ply].move != OFL_PASS;
    cr_expect_gt(placed[OFL_WHITE], 30, "white placed %d", placed[OFL_WHITE]);
    cr_expect_eq(placed[OFL_BLACK] + placed[OFL_WHITE], 55);
}

/* R11, C2 */
Test(rules, one_colour_ends_the_game)
{
    struct ofl_game game = game_of("d3c3b3d2e1d6d7e3f4");
    cr_expect_eq(game.n_played, 9);
    cr_expect_eq(game.position.board.player, 0, "white has no disc");
    cr_expect(ofl_is_over(game.position.board));
    cr_expect(ofl_is_over((ofl_board){~UINT64_C(0), 0}), "and on a full board");
}

/* C1 */
Test(rules, white_may_begin_and_all_is_the_same_up_to_a_mirror)
{
    ofl_position white = test_position(START, "O");
    cr_expect_eq(white.turn, OFL_WHITE);
    cr_expect_eq(ofl_legal_moves(white.board), set_of("c5,d6,e3,f4"));
    for (int depth = 1; depth <= 6; depth++)
        cr_expect_eq(ofl_perft(white.board, depth, OFL_PERFT_A),
                     ofl_perft(ofl_position_start().board, depth, OFL_PERFT_A));
    ofl_board a = ofl_canonical(white.board, NULL);
    ofl_board b = ofl_canonical(ofl_position_start().board, NULL);
    cr_expect(a.player == b.player && a.opponent == b.opponent);
    /* Transcripts and GGF start with whoever has the move. */
    struct ofl_game game;
    ofl_game_init(&game, white);
    cr_assert(ofl_game_add_transcript(&game, "f4", 2, NULL));
    cr_expect_eq(game.position.turn, OFL_BLACK);
}

/* C3 */
Test(rules, two_ways_to_count)
{
    struct ofl_game wipe_out = game_of("d3c3b3d2e1d6d7e3f4");
    ofl_board board = ofl_swap(wipe_out.position.board);
    cr_expect_eq(ofl_score(board, OFL_SCORE_TOURNAMENT), 64);
    cr_expect_eq(ofl_score(board, OFL_SCORE_RAW), 13);
    ofl_board full = {~UINT64_C(0) >> 27, ~(~UINT64_C(0) >> 27)};
    cr_expect_eq(ofl_score(full, OFL_SCORE_RAW), 10, "37-27");
    cr_expect_eq(ofl_score(full, OFL_SCORE_TOURNAMENT), 10, "a full board counts the same");
}

/* C4, C5 are answered by E1 and E3. */

/* M1 */
Test(rules, grades_of_a_win)
{
    for (int d = -64; d <= 64; d++) {
        int size = d < 0 ? -d : d;
        const char *grade = size >= 54   ? "Perfect"
                            : size >= 40 ? "Walkaway"
                            : size >= 26 ? "Fight"
                            : size >= 12 ? "Hot"
                            : size >= 1  ? "Close"
                                         : "draw";
        cr_expect_str_eq(ofl_score_grade(d), grade, "%d", d);
    }
    /* The bands of the sheet, and its gaps. */
    static const struct { int difference; const char *grade; } rows[] = {
        {64, "Perfect"}, {54, "Perfect"}, {53, "Walkaway"}, {52, "Walkaway"}, {40, "Walkaway"},
        {39, "Fight"},   {38, "Fight"},   {26, "Fight"},    {25, "Hot"},      {24, "Hot"},
        {13, "Hot"},     {12, "Hot"},     {11, "Close"},    {10, "Close"},    {2, "Close"},
        {1, "Close"},    {0, "draw"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(ofl_score_grade(rows[i].difference), rows[i].grade, "%d",
                         rows[i].difference);
}

/* M2 */
Test(rules, best_of_stops_when_decided)
{
    struct ofl_series three = {.best_of = 3};
    cr_expect_eq(ofl_series_add(&three, 10), 0);
    cr_expect_eq(ofl_series_add(&three, 4), 1, "two of three");
    cr_expect_eq(three.games, 2);
    cr_expect_eq(ofl_series_add(&three, -64), 1, "no game is added to a decided series");
    cr_expect(three.games == 2 && three.wins[1] == 0 && three.points[1] == 0);

    struct ofl_series drawn = {.best_of = 3};
    cr_expect_eq(ofl_series_add(&drawn, 0), 0);
    cr_expect_eq(ofl_series_add(&drawn, -2), 0, "A may still level it");
    cr_expect_eq(ofl_series_add(&drawn, 2), 3, "one win each and a draw");
    cr_expect_eq(drawn.draws, 1);

    struct ofl_series lead = {.best_of = 3};
    cr_expect_eq(ofl_series_add(&lead, 0), 0);
    cr_expect_eq(ofl_series_add(&lead, 0), 0);
    cr_expect_eq(ofl_series_add(&lead, -2), 2);

    struct ofl_series open = {0};
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(ofl_series_add(&open, i % 3 - 1), 0, "no end was agreed");
    cr_expect_eq(open.games, 1000);
}

/* M3: the worked example of the sheet, then on to 100. */
Test(rules, race_to_points)
{
    struct ofl_series race = {.race = 100};
    cr_expect_eq(ofl_series_add(&race, 10), 0);
    cr_expect_eq(ofl_series_add(&race, -24), 0);
    cr_expect_eq(ofl_series_add(&race, 16), 0);
    cr_expect(race.points[0] == 26 && race.points[1] == 24);
    cr_expect_eq(ofl_series_add(&race, 0), 0);
    cr_expect_eq(ofl_series_add(&race, -64), 0);
    cr_expect_eq(race.points[1], 88);
    cr_expect_eq(ofl_series_add(&race, 64), 0);
    cr_expect_eq(ofl_series_add(&race, -12), 2, "100 is enough");
    cr_expect(race.points[0] == 90 && race.points[1] == 100 && race.games == 7);
}

/* M5 */
/* M4: the loser or the weaker player may begin. */
Test(rules, who_begins_the_next_game_of_a_series)
{
    struct ofl_series series = {.best_of = 5};
    ofl_series_add(&series, 10);
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_ALTERNATE, 0, 10), 1);
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_LOSER, 0, 10), 1, "A won, so B begins");
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_LOSER, 0, -10), 0, "A lost and begins again");
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_LOSER, 1, 0), 0, "a draw changes sides");
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_WEAKER, 1, -10), 1, "B is behind");
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_A, 0, 10), 0);
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_B, 1, 10), 1);
    ofl_series_add(&series, -64);
    cr_expect_eq(ofl_series_next(&series, OFL_SERIES_WEAKER, 1, -64), 0, "level in games");
    struct ofl_series race = {.race = 100};
    ofl_series_add(&race, 10);
    ofl_series_add(&race, -64);
    cr_expect_eq(ofl_series_next(&race, OFL_SERIES_WEAKER, 1, -64), 0, "A is behind in points");
}

Test(rules, corner_handicaps)
{
    static const char *const boards[5] = {
        START,
        "X--------------------------OX------XO---------------------------",
        "X--------------------------OX------XO--------------------------X",
        "X--------------------------OX------XO-------------------X------X",
        "X------X-------------------OX------XO-------------------X------X",
    };
    static const char *const sides[2] = {"X", "O"};
    for (int corners = 0; corners <= 4; corners++)
        for (int side = 0; side < 2; side++) {
            ofl_position position = test_position(START, sides[side]);
            char text[OFL_BOARD_TEXT];
            cr_expect(ofl_handicap(&position, corners));
            cr_expect_eq(strncmp(ofl_position_to_text(position, text), boards[corners], 64), 0,
                         "%d corners, %s", corners, text);
            cr_expect_eq(text[65], sides[side][0]);
        }
    ofl_position four = test_position(boards[4], "X");
    cr_expect_eq(ofl_count_empties(four.board), 56);
    cr_expect_eq(ofl_legal_moves(four.board), set_of("d3,c4,f5,e6"));
    cr_expect_eq(ofl_legal_moves(ofl_swap(four.board)), set_of("e3,f4,c5,d6"));
    cr_expect_eq(bit_count(ofl_stable_discs(four.board)), 4);

    static const int bad[] = {-1, 5, 1000};
    for (int i = 0; i < 3; i++) {
        ofl_position position = ofl_position_start();
        cr_expect_not(ofl_handicap(&position, bad[i]));
        cr_expect_eq(position.board.player, ofl_position_start().board.player);
    }
    ofl_position taken = test_position(boards[1], "X");
    cr_expect_not(ofl_handicap(&taken, 2), "a1 is taken");
    cr_expect(ofl_handicap(&taken, 0));
    cr_expect_eq(bit_count(taken.board.player), 3);
}

/* M6: the two ways of C3 are the list so far. */

static ofl_position after_move(ofl_position before, int move)
{
    return (ofl_position){ofl_play(before.board, move),
                          before.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK};
}

/* E1: every error of one disc, in every move of a game. */
Test(rules, the_referee_finds_every_wrong_disc)
{
    struct ofl_game game = game_of("f5f6e6f4d3c4e3d6g4h3b5b4c5c6b6g3c3f3b3a6c7d8d7e7b8b7h4h5a8c2");
    for (int ply = 0; ply < game.n_played; ply++) {
        ofl_position before = ofl_game_position_at(&game, ply);
        int move = game.moves[ply].move;
        uint64_t flips = move == OFL_PASS ? 0 : ofl_flips(before.board, move), missing, extra;
        ofl_position after = after_move(before, move);
        cr_expect(ofl_referee(before, move, after, &missing, &extra));
        cr_expect(missing == 0 && extra == 0);
        for (int square = 0; square < 64; square++) {
            uint64_t bit = bit_of(square);
            ofl_position wrong = after;
            if ((after.board.player | after.board.opponent) & bit) {
                wrong.board.player ^= bit;
                wrong.board.opponent ^= bit;
            } else {
                wrong.board.player |= bit;
            }
            cr_expect_not(ofl_referee(before, move, wrong, &missing, &extra));
            cr_expect_eq(missing, flips & bit, "ply %d square %d", ply, square);
            cr_expect_eq(extra, bit & ~flips, "ply %d square %d", ply, square);
            /* The same board with the turn not yet handed over. */
            ofl_position kept = {ofl_swap(wrong.board), before.turn};
            uint64_t missing_kept, extra_kept;
            cr_expect_not(ofl_referee(before, move, kept, &missing_kept, &extra_kept));
            cr_expect(missing_kept == missing && extra_kept == extra);
        }
    }
}

Test(rules, the_referee_knows_illegal_moves_and_vanished_discs)
{
    ofl_position before = ofl_position_start(), after = before;
    uint64_t missing, extra;
    cr_expect_not(ofl_referee(before, 0, before, &missing, &extra));
    cr_expect(missing == 0 && extra == 0, "nothing changed, but a1 is no move");
    after.board.player |= bit_of(0);
    cr_expect_not(ofl_referee(before, 0, after, &missing, &extra));
    cr_expect(missing == 0 && extra == bit_of(0));
    cr_expect_not(ofl_referee(before, OFL_PASS, before, &missing, &extra));
    /* f5 played, e5 turned, but the disc on f5 is gone. */
    ofl_position gone = after_move(before, 37);
    gone.board.opponent &= ~bit_of(37);
    cr_expect_not(ofl_referee(before, 37, gone, &missing, &extra));
    cr_expect(missing == 0 && extra == bit_of(37));
    /* Nothing was turned at all. */
    ofl_position lazy = {{before.board.opponent, before.board.player | bit_of(37)}, OFL_WHITE};
    cr_expect_not(ofl_referee(before, 37, lazy, &missing, &extra));
    cr_expect(missing == bit_of(36) && extra == 0);
}

/* E2: found too late, an error stands: any position may be played on from. */
Test(rules, any_position_may_be_played_on)
{
    struct ofl_game game;
    ofl_game_init(&game, test_position(
        "XOXOXOXO------------------------------------------------OXOXOX-O", "O"));
    cr_expect(ofl_game_play(&game, bit_first(ofl_legal_moves(game.position.board))));
}

/* E4 */
Test(rules, illegal_placing_is_refused_by_name)
{
    ofl_board start = ofl_position_start().board;
    cr_expect_str_eq(ofl_illegal_reason(start, square_of("d4")), "occupied");
    cr_expect_str_eq(ofl_illegal_reason(start, square_of("a1")), "no flip");
    cr_expect_str_eq(ofl_illegal_reason(start, square_of("i9")), "out of board");
}
