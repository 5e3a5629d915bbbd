/* Moves, boards and OBF lines as text: every tolerance, every refusal. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/rng.h"
#include "text/text.h"
#include "support.h"

#define START "---------------------------OX------XO---------------------------"

/* A move read from a block of its exact size. */
static int move_of(const char *text)
{
    char *copy = test_exact(text, strlen(text));
    int move = ofl_move_from_text(copy, strlen(text));
    free(copy);
    return move;
}

Test(notation, every_square_reads_and_writes)
{
    for (int square = 0; square < 64; square++) {
        char lower[8], upper[8];
        char expected[3] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};
        cr_expect_str_eq(ofl_move_to_text(square, false, lower), expected);
        cr_expect_eq(move_of(lower), square, "%s", lower);
        ofl_move_to_text(square, true, upper);
        cr_expect_eq(upper[0], expected[0] - 'a' + 'A');
        cr_expect_eq(move_of(upper), square, "%s", upper);
    }
}

Test(notation, every_spelling_of_a_pass_reads)
{
    static const char *const passes[] = {"pass", "PASS", "Pass", "pa", "PA", "Pa", "ps", "PS",
                                         "--", "@@", "@@@@", "p", "PAS"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        cr_expect_eq(move_of(passes[i]), OFL_PASS, "%s", passes[i]);
    char out[8];
    cr_expect_str_eq(ofl_move_to_text(OFL_PASS, false, out), "pass");
    cr_expect_str_eq(ofl_move_to_text(OFL_PASS, true, out), "PASS");
    cr_expect_str_eq(ofl_move_to_text(OFL_NO_MOVE, false, out), "none");
    cr_expect_str_eq(ofl_move_to_text(-7, false, out), "none");
}

Test(notation, what_is_no_move_is_refused)
{
    static const char *const bad[] = {"",    "a",  "a0",  "a9",   "i1",   "`1", "{1",   "d33",
                                      " d3", "d3 ", "3d", "passs", "pax", "-",  "---", "@",
                                      "@@@", "none", "D\xB3", "\3043"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_eq(move_of(bad[i]), OFL_NO_MOVE, "'%s'", bad[i]);
    cr_expect_eq(ofl_move_from_text("d3\0x", 4), OFL_NO_MOVE, "a NUL is no end");
    cr_expect_eq(ofl_move_from_text("d3c3", 2), 19, "the length is");
}

struct board_case { const char *text; size_t used; const char *canonical; };

static bool read_board(const char *text, size_t length, ofl_position *position, size_t *used,
                       struct ofl_text_error *error)
{
    char *copy = test_exact(text, length);
    bool ok = ofl_position_from_text(copy, length, position, used, error);
    free(copy);
    return ok;
}

Test(notation, the_longest_move_that_a_text_begins_with)
{
    static const struct {
        const char *text;
        size_t length;
        int move;
    } rows[] = {
        {"d3c4", 2, 19},         {"H8", 2, 63},           {"passd3", 4, OFL_PASS},
        {"PASd3", 3, OFL_PASS},  {"pad3", 2, OFL_PASS},   {"@@@@", 4, OFL_PASS},
        {"@@a1", 2, OFL_PASS},   {"--", 2, OFL_PASS},     {"p", 0, OFL_NO_MOVE},
        {"p1", 0, OFL_NO_MOVE},  {"", 0, OFL_NO_MOVE},    {"d", 0, OFL_NO_MOVE},
        {"i1", 0, OFL_NO_MOVE},  {" d3", 0, OFL_NO_MOVE}, {"d9", 0, OFL_NO_MOVE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *copy = test_exact(rows[i].text, strlen(rows[i].text));
        int move = 0;
        cr_expect_eq(text_leading_move(copy, strlen(rows[i].text), &move), rows[i].length,
                     "'%s'", rows[i].text);
        cr_expect_eq(move, rows[i].move, "'%s'", rows[i].text);
        free(copy);
    }
}

Test(notation, boards_read_with_every_tolerance)
{
    static const struct board_case cases[] = {
        {START " X", 66, START " X"},
        {START " O", 66, START " O"},
        {START "X", 65, START " X"},
        {START "O", 65, START " O"},
        {START " x", 66, START " X"},
        {START " *", 66, START " X"},
        {START " b", 66, START " X"},
        {START " B", 66, START " X"},
        {START " o", 66, START " O"},
        {START " 0", 66, START " O"},
        {START " w", 66, START " O"},
        {START " W", 66, START " O"},
        {START " black", 70, START " X"},
        {START " White", 70, START " O"},
        {START "\t \r\n X; f5:+0", 70, START " X"},
        {START " X g8:+18", 66, START " X"},
        {START "X b3:-4", 65, START " X"},
        {START " X X", 66, START " X"},
        {"...........................wb......bw........................... b", 66, START " X"},
        {"___________________________0*______*0___________________________*", 65, START " X"},
        {"-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *", 73,
         START " X"},
        {"--------\n--------\n--------\n---ox---\r\n---xo---\n--------\n--------\n--------\nO\n",
         74, START " O"},
        {"\t- -------\v-------- -------- ---WB--- \f---BW--- -------- -------- -------- W", 76,
         START " O"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ofl_position position;
        struct ofl_text_error error = {0, 0, ""};
        size_t used = 0;
        char out[OFL_BOARD_TEXT];
        cr_expect(read_board(cases[i].text, strlen(cases[i].text), &position, &used, &error),
                  "%zu: %s", i, error.text);
        cr_expect_str_eq(ofl_position_to_text(position, out), cases[i].canonical, "%zu", i);
        cr_expect_eq(used, cases[i].used, "%zu: used %zu", i, used);
    }
}

struct refusal { const char *text; size_t line, column; const char *says; };

/* P11: boards that are not well formed. */
Test(notation, malformed_boards_are_refused_with_place_and_reason)
{
    static const struct refusal cases[] = {
        {"", 1, 1, "expected square a1 of 64 (X, O or -), found end of text"},
        {"XOX", 1, 4, "expected square d1 of 64 (X, O or -), found end of text"},
        {"-------------\n--?", 2, 3, "expected square h2 of 64 (X, O or -), found '?'"},
        {"---\xFF", 1, 4, "expected square d1 of 64 (X, O or -), found byte 0xFF"},
        {"-----\nzebra", 2, 1, "expected square f1 of 64 (X, O or -), found 'zebra'"},
        {START, 1, 65, "expected the side to move (X or O) after 64 squares, found end of text"},
        {START "\n", 2, 1,
         "expected the side to move (X or O) after 64 squares, found end of text"},
        {START " -", 1, 66, "expected the side to move (X or O) after 64 squares, found '-'"},
        {START ";", 1, 65, "expected the side to move (X or O) after 64 squares, found ';'"},
        {START " z", 1, 66, "expected the side to move (X or O) after 64 squares, found 'z'"},
        {START " blue", 1, 66, "expected the side to move (X or O) after 64 squares, found 'blue'"},
        {START "X X", 1, 65, "expected 64 squares and the side, found more squares"},
        {START "X O;", 1, 65, "expected 64 squares and the side, found more squares"},
        {START "X- X", 1, 65, "expected 64 squares and the side, found more squares"},
        {START "- X", 1, 65, "expected the side to move (X or O) after 64 squares, found '-'"},
        {"---------------------------OX------XO-------------------------- X", 1, 66,
         "expected the side to move (X or O) after 64 squares, found end of text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ofl_position position = {{1, 2}, OFL_WHITE};
        struct ofl_text_error error = {99, 99, ""};
        size_t used = 77;
        cr_expect_not(read_board(cases[i].text, strlen(cases[i].text), &position, &used, &error),
                      "%zu", i);
        cr_expect_str_eq(error.text, cases[i].says, "%zu: %s", i, error.text);
        cr_expect_eq(error.line, cases[i].line, "%zu: line %zu", i, error.line);
        cr_expect_eq(error.column, cases[i].column, "%zu: column %zu", i, error.column);
        cr_expect(position.board.player == 1 && position.board.opponent == 2 && used == 77,
                  "%zu: the result must stay", i);
        cr_expect_not(ofl_position_from_text(cases[i].text, strlen(cases[i].text), &position, NULL,
                                             NULL));
    }
}

Test(notation, a_board_cut_anywhere_is_refused)
{
    const char text[] = START " X";
    for (size_t length = 0; length < strlen(text); length++) {
        ofl_position position;
        cr_expect_not(read_board(text, length, &position, NULL, NULL), "%zu", length);
    }
}

Test(notation, any_two_disjoint_sets_survive_the_text)
{
    struct rng rng = rng_seeded(test_seed(20250301));
    for (int i = 0; i < 20000; i++) {
        uint64_t discs = rng_next(&rng), own = rng_next(&rng);
        if (i % 3 == 0)
            discs &= rng_next(&rng);
        if (i % 5 == 0)
            discs = i % 2 ? ~UINT64_C(0) : 0;
        ofl_position position = {{discs & own, discs & ~own}, i & 1 ? OFL_WHITE : OFL_BLACK};
        ofl_position back;
        char text[OFL_BOARD_TEXT];
        ofl_position_to_text(position, text);
        cr_assert_eq(strlen(text), 66);
        cr_assert(read_board(text, 66, &back, NULL, NULL), "%s", text);
        cr_assert(back.board.player == position.board.player &&
                  back.board.opponent == position.board.opponent && back.turn == position.turn,
                  "%s", text);
    }
}

/* P11: unreachable but well-formed boards are accepted. */
Test(notation, odd_boards_are_accepted)
{
    FILE *file = test_open("positions/odd_positions.tsv");
    struct test_row row;
    int n = 0;
    for (test_next_row(file, &row); test_next_row(file, &row); n++) {
        ofl_position position = test_position(row.field[1], row.field[2]);
        char text[OFL_BOARD_TEXT];
        ofl_position_to_text(position, text);
        cr_expect_eq(strncmp(text, row.field[1], 64), 0, "%s", row.field[0]);
        cr_expect_eq(text[65], row.field[2][0], "%s", row.field[0]);
    }
    cr_assert_eq(n, 57);
    fclose(file);
}

static int read_obf(const char *text, struct ofl_obf *obf, struct ofl_text_error *error)
{
    char *copy = test_exact(text, strlen(text));
    int result = ofl_obf_from_text(copy, strlen(text), obf, error);
    free(copy);
    return result;
}

#define BOARD5 "------------------XO------XXX------OXX-----O--------------------"

Test(obf, lines_read_with_every_tolerance)
{
    /* Each of these says: f4 +2, g6 +2, b3 -4. */
    static const char *const lines[] = {
        BOARD5 " O; f4:+2; g6:+2; b3:-4;",
        BOARD5 " O; f4:+2; g6:+2; b3:-4; % mine (scores invented)",
        BOARD5 " O; F4:2; G6:2; B3:-4\r\n",
        BOARD5 " O f4:+2 g6:+2 b3:-4",
        BOARD5 "O;f4:+2;g6:+2;b3:-4;",
        BOARD5 "\tO\t;\tf4 : +2 ;;; g6\t:2; b3:-4 ;# x",
        "\357\273\277" BOARD5 " O; f4:+2; g6:+2; b3:-4;\n",
        BOARD5 " O; f4:+2; g6:+2; b3:-4; --:-127; --:-127;",
        "------------------*0------***------0**-----0-------------------- 0; f4:+2; g6:+2; b3:-4;",
        "------------------xo------xxx------oxx-----o-------------------- o; f4:+02; g6:+2; b3:-4;",
        "------------------BW------BBB------WBB-----W-------------------- W; f4:+2; g6:+2; b3:-4;",
    };
    static const int moves[3] = {29, 46, 17}, scores[3] = {2, 2, -4};
    ofl_position expected = test_position(BOARD5, "O");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct ofl_obf obf;
        struct ofl_text_error error = {0, 0, ""};
        cr_assert_eq(read_obf(lines[i], &obf, &error), 1, "%zu:%zu %s", i, error.column,
                     error.text);
        cr_expect_eq(obf.position.board.player, expected.board.player, "%zu", i);
        cr_expect_eq(obf.position.board.opponent, expected.board.opponent, "%zu", i);
        cr_expect_eq(obf.position.turn, OFL_WHITE, "%zu", i);
        cr_assert_eq(obf.n_scores, 3, "%zu", i);
        for (int k = 0; k < 3; k++)
            cr_expect(obf.scores[k].move == moves[k] && obf.scores[k].score == scores[k], "%zu", i);
    }
}

Test(obf, a_line_without_scores_is_a_position)
{
    static const char *const lines[] = {BOARD5 " O", BOARD5 " O;", BOARD5 "O\r",
                                        BOARD5 " O;  % none"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct ofl_obf obf;
        cr_assert_eq(read_obf(lines[i], &obf, NULL), 1, "%zu", i);
        cr_expect_eq(obf.n_scores, 0);
    }
}

Test(obf, blank_and_comment_lines_are_no_positions)
{
    static const char *const lines[] = {
        "", "\n", "\r\n", "  \t ", "% text", "  # text", "\357\273\277",
        "\357\273\277% x", ";", " ; ; "};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct ofl_obf obf;
        struct ofl_text_error error = {0, 0, ""};
        cr_expect_eq(read_obf(lines[i], &obf, &error), 0, "%zu: %s", i, error.text);
    }
}

Test(obf, a_pass_may_be_scored)
{
    static const char *const names[] = {"PS", "ps", "PA", "pass", "--", "@@"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[120];
        struct ofl_obf obf;
        struct ofl_text_error error = {0, 0, ""};
        snprintf(line, sizeof line,
                 "XXXOOOOOX-XXOXOOXOXOXOOXXOOOOXOXXOXOXOOXXOOXOXOXXOOOOOOXXOOOOOOX X; %s:-18;",
                 names[i]);
        cr_assert_eq(read_obf(line, &obf, &error), 1, "%s", error.text);
        cr_expect(obf.n_scores == 1 && obf.scores[0].move == OFL_PASS &&
                  obf.scores[0].score == -18);
    }
}

/* F09: the column says where, the line number is the caller's. */
Test(obf, bad_lines_are_refused_with_column_and_reason)
{
    static const struct refusal cases[] = {
        {"XOX", 5, 4, "expected square d1 of 64 (X, O or -), found end of text"},
        {"  XO%X", 5, 5, "expected square c1 of 64 (X, O or -), found '%'"},
        {BOARD5, 5, 65, "expected the side to move (X or O) after 64 squares, found end of text"},
        {BOARD5 "; f4:+2", 5, 65, "expected the side to move (X or O) after 64 squares, found ';'"},
        {BOARD5 "\nO; f4:+2", 5, 65,
         "expected the side to move (X or O) after 64 squares, found end of line"},
        {BOARD5 " O; i4:+2", 5, 69, "expected a move a1..h8 or PS, found 'i4'"},
        {BOARD5 " O; f4", 5, 71, "expected ':' and a score after the move, found end of text"},
        {BOARD5 " O; f4:", 5, 72, "expected a score -64..+64, found end of text"},
        {BOARD5 " O; f4:x", 5, 72, "expected a score -64..+64, found 'x'"},
        {BOARD5 " O; f4:+65", 5, 72, "expected a score -64..+64, found a larger number"},
        {BOARD5 " O; f4:-65", 5, 72, "expected a score -64..+64, found a larger number"},
        {BOARD5 " O; f4:99999999999999999999999", 5, 72,
         "expected a score -64..+64, found a larger number"},
        {BOARD5 " O; a1:+2", 5, 69, "a1 is not a legal move here"},
        {BOARD5 " O; f4:+2; f4:+0", 5, 76, "f4 is scored twice"},
        {BOARD5 " O; PS:+2", 5, 69, "pass is not a legal move here"},
        {BOARD5 " O; f4:+2; junk", 5, 76, "expected a move a1..h8 or PS, found 'junk'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ofl_obf obf = {.n_scores = 12345};
        struct ofl_text_error error = {5, 99, ""};
        cr_expect_eq(read_obf(cases[i].text, &obf, &error), -1, "%zu", i);
        cr_expect_str_eq(error.text, cases[i].says, "%zu: %s", i, error.text);
        cr_expect_eq(error.column, cases[i].column, "%zu: column %zu", i, error.column);
        cr_expect_eq(error.line, 5, "%zu: line %zu", i, error.line);
        cr_expect_eq(obf.n_scores, 12345, "%zu: the result must stay", i);
        cr_expect_eq(read_obf(cases[i].text, &obf, NULL), -1);
    }
}

Test(obf, every_line_of_a_file_reads)
{
    FILE *file = test_open("endgame/exact-pass.obf");
    char line[1024];
    int n = 0;
    while (fgets(line, sizeof line, file)) {
        struct ofl_obf obf;
        cr_assert_eq(read_obf(line, &obf, NULL), 1, "%s", line);
        cr_expect(obf.n_scores == 1 && obf.scores[0].move == OFL_PASS, "%s", line);
        n++;
    }
    cr_assert_eq(n, 84);
    fclose(file);
}
