/* Games: playing, taking back, playing again, transcripts. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "base/bits.h"
#include "base/rng.h"
#include "support.h"

/* After it black has no move; white plays e3 or f6. */
#define PASS_LINE "d3c3b3b2f5a3a1c1"
/* Nine moves, black wins all. */
#define WIPE_OUT "d3c3b3d2e1d6d7e3f4"

static bool add(struct ofl_game *game, const char *text, struct ofl_text_error *error)
{
    char *copy = test_exact(text, strlen(text));
    bool ok = ofl_game_add_transcript(game, copy, strlen(text), error);
    free(copy);
    return ok;
}

static struct ofl_game game_of(const char *transcript)
{
    struct ofl_game game;
    struct ofl_text_error error = {0, 0, ""};
    ofl_game_init(&game, ofl_position_start());
    cr_assert(add(&game, transcript, &error), "%s: %zu: %s", transcript, error.column, error.text);
    return game;
}

static bool same_position(ofl_position a, ofl_position b)
{
    return a.board.player == b.board.player && a.board.opponent == b.board.opponent &&
           a.turn == b.turn;
}

static const char *moves_of(const struct ofl_game *game, bool with_passes)
{
    static char text[2 * OFL_MAX_PLIES + 1];
    size_t length = ofl_game_to_transcript(game, with_passes, text);
    cr_assert_eq(length, strlen(text));
    return text;
}

Test(game, a_new_game_is_empty)
{
    struct ofl_game game;
    memset(&game, 0xAA, sizeof game);
    ofl_game_init(&game, ofl_position_start());
    cr_expect(same_position(game.start, ofl_position_start()));
    cr_expect(same_position(game.position, ofl_position_start()));
    cr_expect(game.n_played == 0 && game.n_known == 0 && game.komi == 0);
    cr_expect(!game.black[0] && !game.white[0] && !game.place[0] && !game.date[0] &&
              !game.result[0] && !game.clock[0].known && !game.clock[1].known);
    cr_expect_not(ofl_game_undo(&game));
    cr_expect_not(ofl_game_redo(&game));
    cr_expect_str_eq(moves_of(&game, true), "");
}

/* P10, E3: a refused move leaves everything as it was. */
Test(game, a_refused_move_changes_nothing)
{
    struct ofl_game game = game_of("f5d6");
    game.moves[1].has_eval = true;
    uint8_t before[sizeof game];
    memcpy(before, &game, sizeof before);
    static const int bad[] = {-1, 0, 28, 27, 36, OFL_PASS, OFL_NO_MOVE, 1000, -1000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(ofl_game_play(&game, bad[i]), "%d", bad[i]);
        cr_expect_eq(memcmp(&game, before, sizeof game), 0, "%d", bad[i]);
    }
}

Test(game, undo_and_redo_walk_the_same_positions)
{
    struct rng rng = rng_seeded(test_seed(11));
    for (int i = 0; i < 200; i++) {
        struct ofl_game game;
        ofl_position seen[OFL_MAX_PLIES + 1];
        ofl_game_init(&game, ofl_position_start());
        while (!ofl_is_over(game.position.board)) {
            seen[game.n_played] = game.position;
            cr_assert(ofl_game_play(&game, test_random_move(game.position.board, &rng)));
        }
        seen[game.n_played] = game.position;
        int n = game.n_played;
        for (int ply = 0; ply <= n; ply++)
            cr_assert(same_position(ofl_game_position_at(&game, ply), seen[ply]));
        cr_assert(same_position(ofl_game_position_at(&game, 9999), seen[n]));
        cr_assert(same_position(ofl_game_position_at(&game, -3), seen[0]));
        for (int step = 0; step < 300; step++) {
            bool is_undo = rng_below(&rng, 2);
            int at = game.n_played;
            bool ok = is_undo ? ofl_game_undo(&game) : ofl_game_redo(&game);
            cr_assert_eq(ok, is_undo ? at > 0 : at < n);
            cr_assert_eq(game.n_played, ok ? at + (is_undo ? -1 : 1) : at);
            cr_assert(same_position(game.position, seen[game.n_played]) && game.n_known == n);
        }
    }
}

Test(game, a_new_move_forgets_what_was_taken_back_the_same_move_does_not)
{
    struct ofl_game game = game_of("f5d6c3d3c4");
    game.moves[2].has_eval = true;
    game.moves[2].eval = 1.5f;
    for (int i = 0; i < 3; i++)
        cr_assert(ofl_game_undo(&game));
    cr_expect(ofl_game_play(&game, ofl_move_from_text("c3", 2)));
    cr_expect(game.n_played == 3 && game.n_known == 5, "the same move keeps the rest");
    cr_expect(game.moves[2].has_eval, "and what was known of it");
    cr_assert(ofl_game_undo(&game));
    cr_expect(ofl_game_play(&game, ofl_move_from_text("c4", 2)));
    cr_expect(game.n_played == 3 && game.n_known == 3);
    cr_expect_not(game.moves[2].has_eval);
    cr_expect_not(ofl_game_redo(&game));
}

/* E4: the reason is named. */
Test(game, reasons_of_illegal_moves)
{
    struct ofl_game pass = game_of(PASS_LINE), over = game_of(WIPE_OUT);
    ofl_board start = ofl_position_start().board;
    cr_expect_null(ofl_illegal_reason(start, 19));
    cr_expect_str_eq(ofl_illegal_reason(start, 27), "occupied");
    cr_expect_str_eq(ofl_illegal_reason(start, 0), "no flip");
    cr_expect_str_eq(ofl_illegal_reason(start, -1), "out of board");
    cr_expect_str_eq(ofl_illegal_reason(start, OFL_NO_MOVE), "out of board");
    cr_expect_str_eq(ofl_illegal_reason(start, OFL_PASS), "may not pass");
    cr_expect_str_eq(ofl_illegal_reason(pass.position.board, 44), "must pass");
    cr_expect_null(ofl_illegal_reason(pass.position.board, OFL_PASS));
    cr_expect_str_eq(ofl_illegal_reason(over.position.board, 44), "game over");
    cr_expect_str_eq(ofl_illegal_reason(over.position.board, OFL_PASS), "game over");
}

Test(transcript, every_tolerance)
{
    static const char *const texts[] = {
        "f5d6c3d3c4", "F5D6C3D3C4", "f5D6c3D3c4", " f5 d6\tc3\r\nd3 c4\n", "f5,d6,c3;d3, c4",
        "1.f5 d6 2.c3 d3 3.c4", "1. F5 D6\n2. C3 D3\n3. C4", "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1 f5 2 d6 3 c3 4 d3 5 c4", "1: f5 d6 2: c3 d3 3: c4", "1. f5 1... d6 2.c3 2...d3 3.c4",
        "\357\273\277f5d6c3d3c4",
        "0000000000000000000000000000000000000001. f5d6c3d3c4",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ofl_game game = game_of(texts[i]);
        cr_expect_str_eq(moves_of(&game, true), "f5d6c3d3c4", "%s", texts[i]);
    }
}

Test(transcript, passes_written_or_left_out)
{
    static const char *const passes[] = {"",     "ps", "PS", "pa",     "pass",
                                         "PASS", "--", "@@", " pass ", ", pa;"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        char text[80];
        snprintf(text, sizeof text, PASS_LINE "%se3", passes[i]);
        struct ofl_game game = game_of(text);
        cr_expect_eq(game.n_played, 10, "%s", text);
        cr_expect_eq(game.moves[8].move, OFL_PASS);
        cr_expect_eq(game.position.turn, OFL_BLACK);
        cr_expect_str_eq(moves_of(&game, true), PASS_LINE "pse3");
        cr_expect_str_eq(moves_of(&game, false), PASS_LINE "e3");
    }
    struct ofl_game open = game_of(PASS_LINE), passed = game_of(PASS_LINE "pa");
    cr_expect(open.n_played == 8 && open.position.turn == OFL_BLACK, "no pass is put in there");
    cr_expect(passed.n_played == 9 && passed.position.turn == OFL_WHITE);
    struct ofl_game over = game_of(WIPE_OUT "pspass--");
    cr_expect(over.n_played == 9 && ofl_is_over(over.position.board), "later passes are dropped");
}

struct refusal { const char *text; size_t line, column; const char *says; };

Test(transcript, refusals_name_place_and_reason_and_change_nothing)
{
    static const struct refusal cases[] = {
        {"f5d6x", 1, 5, "expected a square a1..h8 or a pass, found 'x'"},
        {"f5d6c", 1, 5, "expected a square a1..h8 or a pass, found 'c'"},
        {"f5 d6\nc3 i9", 2, 4, "expected a square a1..h8 or a pass, found 'i9'"},
        {"f5d6 \xC3\xA9", 1, 6, "expected a square a1..h8 or a pass, found byte 0xC3"},
        {"f5\x01", 1, 3, "expected a square a1..h8 or a pass, found byte 0x01"},
        {"f55d6", 1, 3, "expected a square a1..h8 or a pass, found '5d6'"},
        {"34-30", 1, 1, "expected a square a1..h8 or a pass, found '34'"},
        {"f5d6f5", 1, 5, "'f5' is not legal for black here: occupied"},
        {"f5d6a1", 1, 5, "'a1' is not legal for black here: no flip"},
        {"f5d6pass", 1, 5, "'pass' is not legal for black here: may not pass"},
        {"f5--", 1, 3, "'--' is not legal for white here: may not pass"},
        {PASS_LINE "a2", 1, 17, "'a2' is not legal for black here: must pass"},
        {WIPE_OUT "a1", 1, 19, "'a1' is not legal for white here: game over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ofl_game game;
        uint8_t before[sizeof game];
        struct ofl_text_error error = {0, 0, ""};
        ofl_game_init(&game, ofl_position_start());
        memcpy(before, &game, sizeof before);
        cr_expect_not(add(&game, cases[i].text, &error), "%s", cases[i].text);
        cr_expect_str_eq(error.text, cases[i].says, "%zu: %s", i, error.text);
        cr_expect(error.line == cases[i].line && error.column == cases[i].column, "%zu: %zu:%zu", i,
                  error.line, error.column);
        cr_expect_eq(memcmp(&game, before, sizeof game), 0, "%s", cases[i].text);
        cr_expect_not(add(&game, cases[i].text, NULL));
    }
}

Test(transcript, is_added_after_the_moves_played)
{
    struct ofl_game game = game_of("f5d6c3");
    cr_assert(ofl_game_undo(&game));
    cr_assert(add(&game, "c4", NULL));
    cr_expect_str_eq(moves_of(&game, true), "f5d6c4");
    cr_expect_eq(game.n_known, 3);
}

Test(game, odd_games)
{
    FILE *file = test_open("positions/odd_games.tsv");
    struct test_row row;
    int n = 0;
    for (test_next_row(file, &row); test_next_row(file, &row); n++) {
        struct ofl_game game = game_of(row.field[1]);
        ofl_board board = game.position.board;
        int n_passes = 0;
        for (int i = 0; i < game.n_played; i++)
            n_passes += game.moves[i].move == OFL_PASS;
        cr_expect_eq(game.n_played - n_passes, strtol(row.field[2], NULL, 10), "%s", row.field[0]);
        cr_expect_eq(n_passes, strtol(row.field[3], NULL, 10), "%s", row.field[0]);
        if (game.position.turn == OFL_WHITE)
            board = ofl_swap(board);
        cr_expect_eq(bit_count(board.player), strtol(row.field[4], NULL, 10), "%s", row.field[0]);
        cr_expect_eq(bit_count(board.opponent), strtol(row.field[5], NULL, 10), "%s", row.field[0]);
        cr_expect_eq(ofl_is_over(board), row.field[6][0] == '1', "%s", row.field[0]);
        if (strcmp(row.field[7], "-"))
            cr_expect_eq(ofl_score(board, OFL_SCORE_TOURNAMENT), strtol(row.field[7], NULL, 10),
                         "%s", row.field[0]);
        cr_expect_str_eq(moves_of(&game, false), row.field[1], "%s", row.field[0]);
        struct ofl_game again = game_of(moves_of(&game, true));
        cr_expect(same_position(again.position, game.position), "%s", row.field[0]);
    }
    cr_assert_eq(n, 80);
    fclose(file);
}

Test(game, nine_move_games_end_13_to_0)
{
    FILE *file = test_open("perft/nine_move_games.txt");
    struct test_row row;
    int n = 0;
    for (; test_next_row(file, &row); n++) {
        row.line[strcspn(row.line, " ")] = '\0';
        struct ofl_game game = game_of(row.line);
        cr_expect(game.n_played == 9 && ofl_is_over(game.position.board), "%s", row.line);
        cr_expect(game.position.board.player == 0 && bit_count(game.position.board.opponent) == 13);
        cr_expect_eq(ofl_score(game.position.board, OFL_SCORE_TOURNAMENT), -64, "%s", row.line);
    }
    cr_assert_eq(n, 57);
    fclose(file);
}

/* Any two discs may start a game; however odd, it must fit its list of moves. */
Test(game, games_from_any_board_fit)
{
    struct rng rng = rng_seeded(test_seed(12));
    for (int i = 0; i < 5000; i++) {
        uint64_t discs = rng_next(&rng) & rng_next(&rng), own = rng_next(&rng);
        if (i % 2)
            discs &= rng_next(&rng);
        struct ofl_game game;
        ofl_game_init(&game, (ofl_position){{discs & own, discs & ~own}, OFL_WHITE});
        while (!ofl_is_over(game.position.board))
            cr_assert(ofl_game_play(&game, test_random_move(game.position.board, &rng)));
        cr_assert_leq(game.n_played, OFL_MAX_PLIES);
        char text[2 * OFL_MAX_PLIES + 1];
        struct ofl_game again;
        ofl_game_to_transcript(&game, i & 1, text);
        ofl_game_init(&again, game.start);
        cr_assert(add(&again, text, NULL), "%s", text);
        cr_assert(same_position(again.position, game.position));
    }
}
