/* GGF: every tolerance of reading, every refusal, and the form that is written. */
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "support.h"

#define BO "BO[8 ---------------------------O*------*O--------------------------- *]"
#define HEAD "(;GM[Othello]PC[lab]DT[2026.01.02_10:00:00.GMT]PB[anna]PW[bot]RE[?]TI[10:00]TY[8]" BO
#define FIVE HEAD "B[F5/0.00/1.2]W[D6/0.50/0.8]B[C3//3.0]W[D3]B[C4];)"

static bool read_ggf(const char *text, size_t length, struct ofl_game *game, size_t *used,
                     struct ofl_text_error *error)
{
    char *copy = test_exact(text, length);
    bool ok = ofl_game_from_ggf(game, copy, length, used, error);
    free(copy);
    return ok;
}

static struct ofl_game game_of(const char *text)
{
    struct ofl_game game;
    struct ofl_text_error error = {0, 0, ""};
    cr_assert(read_ggf(text, strlen(text), &game, NULL, &error), "%s\n%zu:%zu: %s", text,
              error.line, error.column, error.text);
    return game;
}

static const char *moves_of(const struct ofl_game *game)
{
    static char text[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(game, true, text);
    return text;
}

Test(ggf, the_example_of_the_format)
{
    struct ofl_game game = game_of(FIVE);
    char board[OFL_BOARD_TEXT];
    cr_expect_str_eq(ofl_position_to_text(game.position, board),
                     "------------------XO------XXX------OXX-----O-------------------- O");
    cr_expect_str_eq(moves_of(&game), "f5d6c3d3c4");
    cr_expect_str_eq(game.place, "lab");
    cr_expect_str_eq(game.date, "2026.01.02_10:00:00.GMT");
    cr_expect_str_eq(game.black, "anna");
    cr_expect_str_eq(game.white, "bot");
    cr_expect_str_eq(game.result, "?");
    cr_expect(game.moves[0].has_eval && game.moves[0].eval == 0 && game.moves[0].has_time);
    cr_expect(game.moves[1].has_eval && game.moves[1].eval == 0.5f);
    cr_expect(fabsf(game.moves[1].seconds - 0.8f) < 1e-6f);
    cr_expect(!game.moves[2].has_eval && game.moves[2].has_time && game.moves[2].seconds == 3);
    cr_expect(!game.moves[3].has_eval && !game.moves[3].has_time);
    for (int color = 0; color < 2; color++)
        cr_expect(game.clock[color].known && game.clock[color].main_ms == 600000 &&
                  game.clock[color].increment_ms == 0 && game.clock[color].extension_ms == 120000);
}

/* Each of these is the same game f5 d6. */
Test(ggf, every_tolerance_of_the_frame)
{
    static const char *const texts[] = {
        HEAD "B[F5]W[D6];)", "1 " HEAD "B[F5]W[D6];)", "2 " HEAD "B[F5]W[D6];)\n",
        "set game " HEAD "B[F5]W[D6];) more", "(" "noise) " HEAD "B[F5]W[D6];)",
        "(;GM[Othello]" BO "B[F5]W[D6];)", "(;" BO "B[F5]W[D6];)", "(;" BO "B[F5]W[D6])",
        "(;gm[othello]ty[8]bo[8 ---------------------------o*------*o--------------------------- *]"
        "b[f5]w[d6];)",
        "(;GM[OTHELLO]Bo[8 ---------------------------OX------XO--------------------------- X]B[f5]"
        "W[D6];)",
        "( ;\n GM[Othello]\r\n TY[8]\n" BO "\n B[F5]\n W[D6]\n ;\n )",
        "(;;GM[Othello];" BO ";B[F5];W[D6];)", "(GM[Othello]" BO "B[F5]W[D6])",
        "(;GM [Othello] " BO " B [ F5 ] W\t[D6] ; )",
        "\357\273\277" HEAD "B[F5]W[D6];)",
        "(;GM[Othello]BO[ 8  -------- -------- --------\n---O*---\n---*O--- -------- -------- "
        "-------- * ]B[F5]W[D6];)",
        "(;" BO "XX[what (; ever]CO[a [ b (;x]Zebra[]N1[1][2] [3]B[F5]W[D6];)",
        "(;" BO "B[F5]W[D6]RB[1234.5]RW[nan]KB[-1.5]KW[x]CO[said: \\];)",
        "(;PB[]" BO "TI[]TY[]RE[]B[F5]W[D6];)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ofl_game game = game_of(texts[i]);
        cr_expect_str_eq(moves_of(&game), "f5d6", "%zu: %s", i, texts[i]);
        cr_expect_eq(game.n_known, 2);
        cr_expect_eq(game.start.turn, OFL_BLACK);
    }
}

Test(ggf, board_types)
{
    static const char *const good[] = {"8",     "8b",   "8w",    "8k",  "s8", "s8r20",
                                       "S8R18", "8r14", "8kr20", " 8 ", ""};
    static const char *const bad[] = {"10",  "s10r20", "88",    "6",  "4", "14", "88r16", "8a",
                                      "s8a", "8ar20",  "8r20a", "8x", "0", "?",
                                      "99999999999999999999"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[300];
        snprintf(text, sizeof text, "(;GM[Othello]TY[%s]" BO "B[F5];)", good[i]);
        struct ofl_game game = game_of(text);
        cr_expect_str_eq(moves_of(&game), "f5", "%s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[300];
        struct ofl_game game;
        struct ofl_text_error error = {0, 0, ""};
        snprintf(text, sizeof text, "(;GM[Othello]TY[%s]" BO "B[F5];)", bad[i]);
        cr_expect_not(read_ggf(text, strlen(text), &game, NULL, &error), "%s", bad[i]);
        cr_expect_gt(strlen(error.text), 10, "%s", bad[i]);
    }
}

Test(ggf, passes_in_every_form_and_place)
{
    static const char *const forms[] = {"B[PA]", "B[pa]", "B[PASS]", "B[pass]", "B[PA//0.38]",
                                        "B[--]", "B[ps]", "B[P]", "B[@@/1.5/2]", ""};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "(;" BO "B[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]%sW[e3]B[e2];)", forms[i]);
        struct ofl_game game = game_of(text);
        cr_expect_str_eq(moves_of(&game), "d3c3b3b2f5a3a1c1pse3e2", "%s", forms[i]);
    }
    struct ofl_game game = game_of("(;" BO "B[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]B[PA];)");
    cr_expect_eq(game.position.turn, OFL_WHITE, "a pass at the end hands the turn over");
    cr_expect_eq(game.n_played, 9);
    struct ofl_game over =
        game_of("(;" BO "B[d3]W[c3]B[b3]W[d2]B[e1]W[d6]B[d7]W[e3]B[f4]W[PA]B[PA];)");
    cr_expect_eq(over.n_played, 9, "passes after the end of the game are dropped");
    cr_expect(ofl_is_over(over.position.board));
}

struct number_case { const char *text; bool has; double value; };

/* P12: real logs contain NaN and infinities. */
Test(ggf, evaluations_and_times)
{
    static const struct number_case cases[] = {
        {"F5", 0, 0}, {"F5/", 0, 0}, {"F5//", 0, 0}, {"F5/ /", 0, 0}, {"F5/0.50", 1, 0.5},
        {"F5/-0.50", 1, -0.5}, {"F5/+12", 1, 12}, {" F5 / 1.25 / 3 ", 1, 1.25}, {"F5/.5", 1, 0.5},
        {"F5/3.", 1, 3}, {"F5/0,25", 1, 0.25}, {"F5/1e2", 1, 100}, {"F5/1.5E-1", 1, 0.15},
        {"F5/64.00/1/extra/parts", 1, 64}, {"F5/NaN", 0, 0}, {"F5/nan/1.0", 0, 0},
        {"F5/-nan(ind)", 0, 0}, {"F5/inf", 0, 0}, {"F5/-inf", 0, 0}, {"F5/+Infinity", 0, 0},
        {"F5/1.#IND", 0, 0}, {"F5/-1.#INF", 0, 0}, {"F5/1.#QNAN", 0, 0}, {"F5/1e999", 0, 0},
        {"F5/-99999", 0, 0}, {"F5/1e-999", 1, 0}, {"F5/00000000000000000000000000001.5", 1, 1.5},
        {"F5/0.33333333333333333333333333333333333333333", 1, 1.0 / 3},
        {"F5/123456789012345678901234567890", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "(;" BO "B[%s];)", cases[i].text);
        struct ofl_game game = game_of(text);
        cr_expect_str_eq(moves_of(&game), "f5");
        cr_expect_eq(game.moves[0].has_eval, cases[i].has, "%s", cases[i].text);
        cr_expect(fabs((double)game.moves[0].eval - cases[i].value) < 1e-6, "%s: %g", cases[i].text,
                  (double)game.moves[0].eval);
    }
    static const struct number_case times[] = {
        {"F5//2.768", 1, 2.768}, {"F5/1/0", 1, 0}, {"F5//1.0E-4", 1, 0.0001}, {"F5//NaN", 0, 0},
        {"F5//-1", 0, 0}, {"F5//inf", 0, 0}, {"F5//12345", 1, 12345}, {"F5//0,5", 1, 0.5},
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[300];
        snprintf(text, sizeof text, "(;" BO "B[%s];)", times[i].text);
        struct ofl_game game = game_of(text);
        cr_expect_eq(game.moves[0].has_time, times[i].has, "%s", times[i].text);
        cr_expect(fabs((double)game.moves[0].seconds - times[i].value) < 1e-5, "%s", times[i].text);
    }
}

Test(ggf, clocks)
{
    static const struct { const char *text; int64_t main, increment, extension; } cases[] = {
        {"5:00", 300000, 0, 120000},
        {"05:00//02:00", 300000, 0, 120000},
        {"10:00/0:05/1:00", 600000, 5000, 60000},
        {"15:00/10/", 900000, 10000, 0},
        {"15:00//", 900000, 0, 0},
        {"/5", 0, 5000, 120000},
        {"//3:00", 0, 0, 180000},
        {"1:00:00", 3600000, 0, 120000},
        {"2.01:00:00", 176400000, 0, 120000},
        {"1.0:0:1", 86401000, 0, 120000},
        {"90", 90000, 0, 120000},
        {":30", 30000, 0, 120000},
        {"0:30.5/0:00.1", 30500, 100, 120000},
        {"00:59,0:0//02:00,0:0", 59000, 0, 120000},
        {"01:00,N4:0/00:10,5/02:00,1:9", 60000, 10000, 120000},
        {" 5:00 / 0:10 / 1:00 ", 300000, 10000, 60000},
        {"90:00", 5400000, 0, 120000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "(;TI[%s]" BO ";)", cases[i].text);
        struct ofl_game game = game_of(text);
        for (int color = 0; color < 2; color++)
            cr_expect(game.clock[color].known && game.clock[color].main_ms == cases[i].main &&
                          game.clock[color].increment_ms == cases[i].increment &&
                          game.clock[color].extension_ms == cases[i].extension,
                      "%s: %lld %lld %lld", cases[i].text, (long long)game.clock[color].main_ms,
                      (long long)game.clock[color].increment_ms,
                      (long long)game.clock[color].extension_ms);
    }
    struct ofl_game both = game_of("(;TB[1:00]TW[2:00/3]" BO ";)");
    cr_expect(both.clock[OFL_BLACK].main_ms == 60000 && both.clock[OFL_BLACK].increment_ms == 0);
    cr_expect(both.clock[OFL_WHITE].main_ms == 120000 &&
              both.clock[OFL_WHITE].increment_ms == 3000);
    struct ofl_game none = game_of("(;TI[]TB[ ? ]" BO ";)");
    cr_expect_not(none.clock[0].known || none.clock[1].known);
    /* Far too long is long, and no overflow. */
    struct ofl_game huge =
        game_of("(;TI[99999999999999999999:99999999999999999:99999999999999999]" BO ";)");
    cr_expect(huge.clock[0].known && huge.clock[0].main_ms > INT64_C(86400000) * 365 &&
              huge.clock[0].main_ms < INT64_C(86400000) * 36600);
}

#define WHITE_FIRST "(;BO[8 ---------------------------O*------*O--------------------------- O]"

Test(ggf, other_starts_and_white_first)
{
    struct ofl_game white = game_of(WHITE_FIRST "W[F4]B[F3];)");
    cr_expect_eq(white.start.turn, OFL_WHITE);
    cr_expect_str_eq(moves_of(&white), "f4f3");
    struct ofl_game corners =
        game_of("(;BO[8 *------*-------------------O*------*O-------------------*------* *]"
                "B[D3];)");
    cr_expect_eq(ofl_count_empties(corners.start.board), 56);
    struct ofl_game odd =
        game_of("(;BO[8 ---------------------------------------------------------------- O];)");
    cr_expect_eq(ofl_count_empties(odd.position.board), 64);
}

struct refusal { const char *text; size_t line, column; const char *says; };

Test(ggf, refusals_name_place_and_reason)
{
    static const struct refusal cases[] = {
        {"", 1, 1, "expected a game \"(;GM[Othello]...;)\", found none"},
        {"no game here (at all)", 1, 1, "expected a game \"(;GM[Othello]...;)\", found none"},
        {"(;)", 1, 3, "the game has no start position: expected BO[8 ...]"},
        {"(;GM[Othello]TY[8];)", 1, 20, "the game has no start position: expected BO[8 ...]"},
        {"(;GM[Go]" BO ";)", 1, 6, "expected the game Othello, found 'Go'"},
        {"(;GM[2]" BO ";)", 1, 6, "expected the game Othello, found '2'"},
        {"(;TY[10]" BO ";)", 1, 6, "expected an 8x8 board, found '10'"},
        {"(;TY[88]" BO ";)", 1, 6, "expected an 8x8 board, found the octagon (88)"},
        {"(;TY[8a]" BO ";)", 1, 7,
         "anti games (type letter a), won by fewer discs, are not taken here"},
        {"(;TY[8z]" BO ";)", 1, 7, "expected a board type such as 8 or s8r20, found 'z'"},
        {"(;BO[10 --- *];)", 1, 6, "expected board size 8 and 64 squares, found '10'"},
        {"(;BO[--- *];)", 1, 6, "expected board size 8 and 64 squares, found '-'"},
        {"(;BO[8 --- *];)", 1, 13, "expected square e1 of 64 (X, O or -), found ']'"},
        {"(;BO[8\n---\n--z *];)", 3, 3, "expected square f1 of 64 (X, O or -), found 'z'"},
        {"(;BO[8 ---------------------------O*------*O---------------------------];)", 1, 72,
         "expected the side to move (X or O) after 64 squares, found ']'"},
        {"(;BO[8 ---------------------------O*------*O--------------------------- * *];)", 1, 75,
         "expected ']' after the side to move, found '*'"},
        {"(;" BO BO ";)", 1, 78, "second start position (BO) in one game"},
        {"(;B[F5]" BO ";)", 1, 5,
         "expected the start position BO[8 ...] before the first move"},
        {"(;TI[abc]" BO ";)", 1, 6, "expected a time [[days.]hh:]mm:ss, found 'abc'"},
        {"(;TI[1:2:3:4]" BO ";)", 1, 11, "expected a time [[days.]hh:]mm:ss, found ':'"},
        {"(;TI[1/2/3/4]" BO ";)", 1, 12, "expected ']' after main/increment/extension, found '4'"},
        {"(;TI[-5]" BO ";)", 1, 6, "expected a time [[days.]hh:]mm:ss, found '-'"},
        {"(;KM[x]" BO ";)", 1, 6, "expected a number, found 'x'"},
        {"(;\n" BO "\nB[F5]\nW[I9];)", 4, 3, "expected a square a1..h8 or PA, found 'I9'"},
        {"(;\n" BO "\nB[];)", 3, 3, "expected a square a1..h8 or PA, found ']'"},
        {"(;\n" BO "\nB[F5/x];)", 3, 6, "expected a number, found 'x'"},
        {"(;\n" BO "\nB[F5/1.5z];)", 3, 9, "expected a number, found 'z'"},
        {"(;\n" BO "\nB[F5]\nW[A1];)", 4, 3, "'A1' is not legal for white here: no flip"},
        {"(;\n" BO "\nB[F5]\nW[F5];)", 4, 3, "'F5' is not legal for white here: occupied"},
        {"(;\n" BO "\nB[F5]\nW[PA];)", 4, 3, "'PA' is not legal for white here: may not pass"},
        {"(;\n" BO "\nB[F5]\nB[D6];)", 4, 3, "it is not black's turn here"},
        {"(;\n" BO "\nW[F5];)", 3, 3, "it is not white's turn here"},
        {"(;" BO "\nB[F5;)", 2, 2, "this '[' is not closed by ']'"},
        {"(;" BO "\nB[F5]", 2, 6, "expected a tag or ';)', found end of text"},
        {"(;" BO "\nB", 2, 2, "expected '[' after the tag, found end of text"},
        {"(;" BO "\n]", 2, 1, "expected a tag or ';)', found ']'"},
        {"(;" BO "\n(;B[F5];)", 2, 1, "expected a tag or ';)', found '('"},
        {"(;" BO "\nB[d3]W[c3]B[b3]W[d2]B[e1]W[d6]B[d7]W[e3]B[f4]\nW[a1];)", 3, 3,
         "'a1' is not legal for white here: game over"},
        {"(;" BO "\nB[d3]W[c3]B[b3]W[d2]B[e1]W[d6]B[d7]W[e3]B[f4]\nB[a1];)", 3, 3,
         "it is not black's turn here: the game is over"},
        {"(;" BO "\nB[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]\nB[e3];)", 3, 3,
         "'e3' is not legal for black here: must pass"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ofl_game game = game_of(FIVE);
        uint8_t before[sizeof game];
        memcpy(before, &game, sizeof before);
        struct ofl_text_error error = {0, 0, ""};
        size_t used = 99999, length = strlen(cases[i].text);
        cr_expect_not(read_ggf(cases[i].text, length, &game, &used, &error), "%zu", i);
        cr_expect_str_eq(error.text, cases[i].says, "%zu: %s", i, error.text);
        cr_expect(error.line == cases[i].line && error.column == cases[i].column,
                  "%zu %s: %zu:%zu", i, cases[i].says, error.line, error.column);
        cr_expect_eq(memcmp(&game, before, sizeof game), 0, "%zu: the game must stay", i);
        cr_expect(used == (i < 2 ? length : 2), "%zu: used %zu", i, used);
        cr_expect_not(read_ggf(cases[i].text, length, &game, NULL, NULL));
    }
}

Test(ggf, a_game_cut_anywhere_is_refused)
{
    for (size_t length = 0; length < strlen(FIVE); length++) {
        struct ofl_game game;
        cr_expect_not(read_ggf(FIVE, length, &game, NULL, NULL), "%zu", length);
    }
}

/* F10, P12: size of the input is no size of the stack, and no time. */
Test(ggf, deep_long_and_huge_input_is_harmless)
{
    enum { N = 1 << 20 };
    static const char *const units[] = {"(", "(;", "[", "]",    "B[F5]", "XX[y]",
                                        ";", " ",  "9", "(;B[", "\n"};
    char *text = malloc(N + 200);
    for (size_t u = 0; u < 2 * sizeof units / sizeof *units; u++) {
        const char *unit = units[u / 2];
        size_t length = 0;
        if (u % 2)
            length = (size_t)snprintf(text, 200, "(;" BO);
        while (length + strlen(unit) < N) {
            memcpy(text + length, unit, strlen(unit));
            length += strlen(unit);
        }
        struct ofl_game game;
        struct ofl_text_error error = {0, 0, ""};
        cr_expect_not(read_ggf(text, length, &game, NULL, &error), "%s", unit);
        cr_expect_gt(strlen(error.text), 10, "%s", unit);
    }
    /* 10^5 tags nobody knows, then a move; numbers of 10^4 digits. */
    size_t length = (size_t)snprintf(text, 200, "(;" BO);
    for (int i = 0; i < 100000; i++)
        length += (size_t)snprintf(text + length, 20, "Q%d[]", i % 1000);
    length += (size_t)snprintf(text + length, 20, "B[F5/");
    memset(text + length, '7', 10000);
    length += 10000;
    length += (size_t)snprintf(text + length, 20, "/0.");
    memset(text + length, '7', 10000);
    length += 10000;
    length += (size_t)snprintf(text + length, 20, "];)");
    struct ofl_game game;
    cr_expect(read_ggf(text, length, &game, NULL, NULL));
    cr_expect_str_eq(moves_of(&game), "f5");
    cr_expect_not(game.moves[0].has_eval);
    cr_expect(game.moves[0].has_time && fabsf(game.moves[0].seconds - 7.f / 9) < 1e-6f);
    free(text);
}

Test(ggf, several_games_in_one_text_and_a_bad_one_among_them)
{
    const char *text = "2 " HEAD "B[F5];)" HEAD "B[D3];)\n1 " HEAD "B[A1];)\n" HEAD
                       "B[C4]W[C3];) \n";
    static const char *const expected[] = {"f5", "d3", NULL, "c4c3"};
    size_t at = 0, length = strlen(text), n = 0;
    while (at < length) {
        struct ofl_game game;
        struct ofl_text_error error;
        size_t used = 0;
        bool ok = ofl_game_from_ggf(&game, text + at, length - at, &used, &error);
        cr_assert_gt(used, 0);
        at += used;
        if (!ok && at == length)
            break;
        cr_assert_lt(n, 4);
        cr_expect_eq(ok, expected[n] != NULL, "%zu", n);
        if (ok)
            cr_expect_str_eq(moves_of(&game), expected[n]);
        n++;
    }
    cr_expect_eq(n, 4);
}

/* 12 real games: read, over, score as on the server, and the same again after writing. */
Test(ggf, games_of_the_server)
{
    size_t length, at = 0;
    char *text = test_read("games/ggs-sample.ggf", &length);
    int n = 0, n_passes = 0;
    for (size_t used; at < length; at += used) {
        struct ofl_game game, again;
        struct ofl_text_error error;
        if (!ofl_game_from_ggf(&game, text + at, length - at, &used, &error))
            break;
        char out[8192], twice[8192];
        size_t n_out = ofl_game_to_ggf(&game, out, sizeof out);
        cr_assert_lt(n_out, sizeof out);
        cr_assert(read_ggf(out, n_out, &again, NULL, &error), "%s: %s", out, error.text);
        ofl_game_to_ggf(&again, twice, sizeof twice);
        cr_expect_str_eq(out, twice);
        cr_expect_str_eq(moves_of(&again), moves_of(&game));
        cr_expect(ofl_is_over(game.position.board), "game %d", n);
        int score = ofl_score(game.position.board, OFL_SCORE_TOURNAMENT);
        score = game.position.turn == OFL_BLACK ? score : -score;
        cr_expect_eq(score, strtol(game.result, NULL, 10), "game %d: %s", n, game.result);
        for (int i = 0; i < game.n_played; i++) {
            n_passes += game.moves[i].move == OFL_PASS;
            cr_expect_eq(game.moves[i].has_eval, again.moves[i].has_eval);
            cr_expect(fabsf(game.moves[i].eval - again.moves[i].eval) < 0.006f);
        }
        n++;
    }
    cr_expect_eq(n, 12);
    cr_expect_gt(n_passes, 1);
    free(text);
}

Test(ggf, written_form)
{
    struct ofl_game game = game_of(FIVE);
    char out[1024];
    size_t length = ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_str_eq(out, FIVE);
    cr_expect_eq(length, strlen(FIVE));
    /* Moves taken back are not written. */
    cr_assert(ofl_game_undo(&game));
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_str_eq(out, HEAD "B[F5/0.00/1.2]W[D6/0.50/0.8]B[C3//3.0]W[D3];)");

    ofl_game_init(&game, ofl_position_start());
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_str_eq(out, "(;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]" BO ";)");

    cr_assert(ofl_game_add_transcript(&game, "d3c3b3d2e1d6d7e3f4", 18, NULL));
    game.clock[OFL_BLACK] = (struct ofl_game_clock){true, false, 3723000, 0, 120000};
    game.clock[OFL_WHITE] = (struct ofl_game_clock){true, true, 60000, 1400, 0};
    game.komi = -0.5;
    game.moves[0].has_eval = game.moves[1].has_eval = game.moves[2].has_eval = true;
    game.moves[0].eval = NAN;
    game.moves[1].eval = -12.345f;
    game.moves[2].eval = -0.001f;
    game.moves[2].has_time = game.moves[3].has_time = game.moves[4].has_time = true;
    game.moves[2].seconds = 12.3456f;
    game.moves[3].seconds = -1;
    game.moves[4].seconds = INFINITY;
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_str_eq(out, "(;GM[Othello]PC[]PB[]PW[]RE[+64.50]TB[1:02:03]TW[1:00/0:01/0:00]TY[8]" BO
                          "KM[-0.50]B[D3]W[C3/-12.35]B[B3/0.00/12.346]W[D2]B[E1]W[D6]B[D7]W[E3]"
                          "B[F4];)");
    cr_expect_eq(game_of(out).komi, -0.5);
}

Test(ggf, passes_and_white_first_are_written)
{
    char out[1024];
    struct ofl_game game = game_of(WHITE_FIRST "W[F4]B[F3];)");
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_not_null(strstr(out, "--- O]W[F4]B[F3];)"), "%s", out);
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, "d3c3b3b2f5a3a1c1pse3", 20, NULL));
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_not_null(strstr(out, "W[C1]B[PA]W[E3];)"), "%s", out);
}

Test(ggf, the_writer_cuts_like_snprintf)
{
    struct ofl_game game = game_of(FIVE);
    for (size_t size = 0; size <= strlen(FIVE) + 2; size++) {
        char *out = calloc(size ? size : 1, 1);
        cr_assert_eq(ofl_game_to_ggf(&game, size ? out : NULL, size), strlen(FIVE));
        if (size) {
            cr_assert_eq(strlen(out), size <= strlen(FIVE) ? size - 1 : strlen(FIVE));
            cr_assert_eq(strncmp(out, FIVE, size - 1), 0);
        }
        free(out);
    }
}

Test(ggf, names_cannot_break_the_line)
{
    struct ofl_game game;
    char out[1024];
    ofl_game_init(&game, ofl_position_start());
    snprintf(game.black, sizeof game.black, "a]b[c\nd;)");
    ofl_game_to_ggf(&game, out, sizeof out);
    cr_expect_str_eq(game_of(out).black, "a)b(c d;)");
    cr_expect_null(strchr(out, '\n'));
}

Test(ggf, long_names_are_cut_between_characters)
{
    char text[800], name[400] = "";
    for (int i = 0; i < 254; i++)
        name[i] = 'x';
    snprintf(name + 254, sizeof name - 254, "\xC3\xA9\xC3\xA9");
    snprintf(text, sizeof text, "(;PB[%s]PW[ \t two\nlines ]" BO ";)", name);
    struct ofl_game game = game_of(text);
    cr_expect_eq(strlen(game.black), 254);
    cr_expect_str_eq(game.white, "two lines");
}

/* P20: the program's locale has no say. */
Test(ggf, decimals_do_not_follow_the_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setlocale(LC_ALL, names[i]);
        struct ofl_game game = game_of(FIVE);
        char out[1024];
        ofl_game_to_ggf(&game, out, sizeof out);
        cr_expect_str_eq(out, FIVE);
        cr_expect_eq(ofl_move_from_text("PASS", 4), OFL_PASS);
    }
}
