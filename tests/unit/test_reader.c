/* What a text is, and that each is read, noted or refused as docs/texts.md says. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "text/games.h"
#include "text/reader.h"
#include "support.h"

#define START "---------------------------OX------XO---------------------------"
#define ROWS "-------- -------- -------- ---OX--- ---XO--- -------- -------- --------"
#define BO "BO[8 ---------------------------O*------*O--------------------------- *]"

static bool read_exact(const char *text, struct reading *reading, struct ofl_text_error *error)
{
    char *copy = test_exact(text, strlen(text));
    bool is_read = reader_read(copy, strlen(text), reading, error);
    free(copy);
    return is_read;
}

static const char *moves_of(const struct ofl_game *game)
{
    static char text[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(game, true, text);
    return text;
}

/* What is read: format, moves, and the note (a part of it; NULL: none at all). */
struct accepted { const char *text, *format, *moves, *note; };

static void expect_accepted(const struct accepted *row)
{
    struct reading reading;
    struct ofl_text_error error = {0};
    bool is_read = read_exact(row->text, &reading, &error);
    cr_expect(is_read, "%s\n%zu:%zu: %s", row->text, error.line, error.column, error.text);
    if (!is_read)
        return;
    cr_expect_str_eq(reading.format, row->format, "%s: %s", row->text, reading.format);
    cr_expect_str_eq(moves_of(&reading.game), row->moves, "%s: %s", row->text,
                     moves_of(&reading.game));
    cr_expect(row->note ? strstr(reading.note.text, row->note) != NULL : !reading.note.text[0],
              "%s: note '%s'", row->text, reading.note.text);
}

Test(reader, moves_as_people_and_sites_write_them)
{
    static const char *const texts[] = {
        "f5d6c3", "F5D6C3", " f5 d6\tc3\r\n", "f5,d6,c3", "f5-d6-c3", "f5 - d6 - c3", "f5;d6;c3",
        "f5; d6; c3", "f5|d6|c3", "f5.d6.c3.", "f5/d6/c3", "1. F5 d6 2. C3", "1.f5 d6 2.c3",
        "1) f5 d6 2) c3", "(1) f5 (2) d6 (3) c3", "1: f5 2: d6 3: c3", "1 f5 2 d6 3 c3",
        "1, f5, 2, d6, 3, c3", "1-f5 2-d6 3-c3", "1. f5 1... d6 2. c3", "1.f5 1...d6 2.c3 {good} *",
        "1. f5 ... d6 2. c3", "f5d6c3 33-31", "f5d6c3 33:31", "f5 d6 c3 1-0", "f5 d6 c3 0-1",
        "f5 d6 c3 1/2-1/2", "f5 d6 c3 1/2", "f5 d6 c3 \xC2\xBD-\xC2\xBD", "f5d6c3\n34-30\n",
        "f5d6c3, 33-31.", "f5d6c3 B+2", "f5d6c3 w+R", "f5d6c3 *", "f5! d6?! c3!!",
        "f5$1 d6 $14 c3", "{Final, game 1} f5 {x} d6 c3", "f5 d6 ; a good answer\nc3",
        "; played in Tokyo\nf5d6c3", "f5 # first\nd6 % second\nc3", "# a\n% b\n\nf5d6c3",
        "\xEF\xBB\xBF" "f5d6c3", "\xEF\xBB\xBF" "1. F5 d6\r\n2. C3\r\n", "1. f5 d6\r2. c3\r",
        "f5\xC2\xA0" "d6\xE3\x80\x80" "c3", "f5\xE2\x80\x93" "d6\xE2\x80\x94" "c3",
        "1. f5 1\xE2\x80\xA6 d6 2. c3", "P@f5 P@d6 p@c3",
        "f5 -> d6 -> c3", "f5->d6->c3", "f5 => d6 => c3", "f5 > d6 > c3",
        "f5 \xE2\x86\x92 d6 \xE2\x86\x92 c3", "f5+d6+c3", "f5_d6_c3", "[f5, d6, c3]",
        "[f5][d6][c3]",
        "['f5', 'd6', 'c3']", "\"f5d6c3\"", "'f5' 'd6' 'c3'", "`f5d6c3`", "> f5 d6 c3",
        "Black: f5, White: d6, Black: c3", "B f5 W d6 B c3", "b: f5\nw: d6\nb: c3",
        "1. B f5 W d6 2. B c3", "\xE9\xBB\x92 f5 \xE7\x99\xBD d6 \xE9\xBB\x92 c3",
        "\xE2\x97\x8F" "f5 \xE2\x97\x8B" "d6 c3", "\xE2\x9A\xAB f5 \xE2\x9A\xAA d6 c3",
        "f5:d6:c3", "f5d6c3: 33-31",
        "\xEF\xBD\x86\xEF\xBC\x95\xEF\xBC\xA4\xEF\xBC\x96 c3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_accepted(&(struct accepted){texts[i], "moves", "f5d6c3", NULL});
}

Test(reader, lists_of_texts)
{
    static const struct accepted rows[] = {
        {"[\"f5\"]", "JSON", "f5", NULL},
        {"[\"f5\", \"d6\", \"c3\"]", "JSON", "f5d6c3", NULL},
        {"[\n  \"f5\",\n  \"d6\"\n]\n", "JSON", "f5d6", NULL},
        {"[\"f5d6c3\"]", "JSON", "f5d6c3", NULL},
        {"[\"1. f5 d6 2. c3\"]", "JSON", "f5d6c3", NULL},
        {"[[\"f5\",\"d6\"],[\"f5\",\"f6\"]]", "JSON", "f5d6", "more follows"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_accepted(&rows[i]);
}

Test(reader, passes)
{
    static const char *const passes[] = {"", "ps", "PA", "pas", "pass", "--", "@@", "@@@@", "p "};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        char text[80];
        snprintf(text, sizeof text, "d3c3b3b2f5a3a1c1 %s e3", passes[i]);
        expect_accepted(&(struct accepted){text, "moves", "d3c3b3b2f5a3a1c1pse3", NULL});
    }
}

Test(reader, games_in_frames)
{
    static const struct accepted rows[] = {
        {"(;GM[Othello]" BO "B[F5]W[D6]B[C3];)", "GGF", "f5d6c3", NULL},
        {"(;gm[othello]bo[8 ---------------------------o*------*o--------------------------- *]"
         "b[f5]w[d6]b[c3];)", "GGF", "f5d6c3", NULL},
        {"(;GM[Othello]TY[8]BO [8 " START " X]B[F5]W[D6]B[C3];)", "GGF", "f5d6c3", NULL},
        {"1 (;" BO "B[F5//2.7]W[D6/-0.50]B[C3];)\r\n", "GGF", "f5d6c3", NULL},
        {"a game: (;" BO "B[F5]W[D6]B[C3];) played", "GGF", "f5d6c3", NULL},
        {"\xEF\xBB\xBF(;" BO "B[F5]W[D6]B[C3];)", "GGF", "f5d6c3", NULL},
        {"(;" BO "B[F5];)(;" BO "B[D3];)", "GGF", "f5", "more follows"},
        {"(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])", "SGF", "f5d6c3", NULL},
        {"(;gm[2]sz[8];b[fe];w[df];b[cc])", "SGF", "f5d6c3", NULL},
        {"(;SZ[8:8];B[fe];W[df];B[cc])", "SGF", "f5d6c3", NULL},
        {"(;B[fe];W[df];B[cc])", "SGF", "f5d6c3", NULL},
        {"(;GaMe[Othello];Black[f5];White[D6];BLACK[c3])", "SGF", "f5d6c3", NULL},
        {"(;GM[Othello];B[f5];W[d6];B[c3])", "SGF", "f5d6c3", NULL},
        {"(;GM[2]\r;B[fe](;W[df];B[cc])(;W[dd]))", "SGF", "f5d6c3", "variations"},
        {"f5 (f4 e3) d6 c3", "moves", "f5d6c3", "variations"},
        {"f5 (f4 (f6) {)} e3) d6 c3", "moves", "f5d6c3", "variations"},
        {"(;GM[2];B[fe])(;GM[2];B[dc])", "SGF", "f5", "more follows"},
        {"(;GM[2])", "SGF", "", "no moves"},
        {"(;SZ[8];B[dc];W[ec];B[fd])", "SGF", "d3e3f4", NULL},
        {"(;SZ[8]AP[GoGui:1.5];B[df];W[cd];B[fc])", "SGF", "d3c5f6", "from below"},
        {"(;SZ[8];B[df];W[cd];B[fc])", "SGF", "d3c5f6", "from below"},
        {"(;AB[de][ed]AW[dd][ee]PL[W];W[ce])", "SGF", "c5", NULL},
        {"(;AB[de][ed]AW[dd][ee];W[ce])", "SGF", "c5", NULL},
        {"(;SZ[8]AP[GoGui]AB[dd][ee]AW[de][ed]PL[B];B[df])", "SGF", "d3", "from below"},
        {"(;AW[da:ea][ah]AB[ea];B[ca])", "SGF", "c1", "set up twice"},
        {"[Event \"x\"]\n[Black \"A \\\"B\\\"\"]\n\n1. F5 D6\n2. C3 34-30", "PGN", "f5d6c3", NULL},
        {"\xEF\xBB\xBF[Result \"*\"]\r\n\r\n1. F5 D6 {x} 2. C3 *\r\n", "PGN", "f5d6c3", NULL},
        {"[Event \"x\"]\n\n1. F5\n\n[Event \"y\"]\n\n1. D3\n", "PGN", "f5", "more follows"},
        {"[Event \"x\"]\n\n1-0\n", "PGN", "", "no moves"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_accepted(&rows[i]);
}

/* Each is the start position with this side to move. */
Test(reader, boards)
{
    static const struct { const char *text; enum ofl_color turn; bool has_note; } rows[] = {
        {START " X", OFL_BLACK, 0}, {START "O", OFL_WHITE, 0},
        {START " white", OFL_WHITE, 0}, {START " X; f5:+1; d3:-2; % note", OFL_BLACK, 0},
        {START " O to move", OFL_WHITE, 0}, {START "\nBlack to play\n", OFL_BLACK, 0},
        {ROWS " *", OFL_BLACK, 0}, {"[8 " ROWS " *]", OFL_BLACK, 0},
        {"BO [8 " ROWS " O]", OFL_WHITE, 0},
        {"bo[8 " ROWS " O]", OFL_WHITE, 0}, {"[ 8 " START " O ]", OFL_WHITE, 0},
        {"8 " ROWS " O", OFL_WHITE, 0}, {"[" START " X]", OFL_BLACK, 0},
        {"--------/--------/--------/---OX---/---XO---/--------/--------/-------- O", OFL_WHITE, 0},
        {"\xEF\xBB\xBF" START " O\r\n", OFL_WHITE, 0}, {"# a\n% b\n" START " O", OFL_WHITE, 0},
        {"start", OFL_BLACK, 0}, {START, OFL_BLACK, 1}, {START "\r\n", OFL_BLACK, 1},
        {START " ;", OFL_BLACK, 1}, {START "; f5:+1;", OFL_BLACK, 1}, {ROWS, OFL_BLACK, 1},
        {START " % no side", OFL_BLACK, 1}, {"[8 " ROWS "]", OFL_BLACK, 1},
        {"--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n",
         OFL_BLACK, 1},
        {"--------\r--------\r--------\r---OX---\r---XO---\r--------\r--------\r--------\rO\r",
         OFL_WHITE, 0},
        {"- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - O X - - -\n- - - X O - - -\n"
         "- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n", OFL_BLACK, 1},
    };
    ofl_board start = ofl_position_start().board;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading reading;
        struct ofl_text_error error = {0};
        bool is_read = read_exact(rows[i].text, &reading, &error);
        cr_expect(is_read, "%s: %zu:%zu %s", rows[i].text, error.line, error.column, error.text);
        if (!is_read)
            continue;
        ofl_position position = reading.game.position;
        ofl_board board = position.turn == OFL_BLACK ? position.board : ofl_swap(position.board);
        cr_expect(position.turn == rows[i].turn && board.player == start.player &&
                  board.opponent == start.opponent, "%s", rows[i].text);
        cr_expect_eq(reading.note.text[0] != '\0', rows[i].has_note, "%s: %s", rows[i].text,
                     reading.note.text);
        cr_expect_str_eq(reading.format, "board");
    }
}

struct refusal { const char *text; size_t line, column; const char *says; };

static void check_refusals(const struct refusal *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct reading reading;
        uint8_t before[sizeof reading];
        struct ofl_text_error error = {0};
        memset(&reading, 0x55, sizeof reading);
        memcpy(before, &reading, sizeof before);
        cr_expect_not(read_exact(rows[i].text, &reading, &error), "%s", rows[i].text);
        cr_expect(memcmp(&reading, before, sizeof reading) == 0, "%s: changed", rows[i].text);
        cr_expect(error.line == rows[i].line && error.column == rows[i].column &&
                  strstr(error.text, rows[i].says), "%s\n%zu:%zu: %s", rows[i].text, error.line,
                  error.column, error.text);
    }
}

Test(reader, what_is_refused_and_where)
{
    static const struct refusal rows[] = {
        {"", 1, 1, "expected PGN, a board, moves, GGF or SGF, found end of text"},
        {" \r\n# only words\n", 3, 1, "found end of text"},
        {"zebra", 1, 1, "found 'zebra'"},
        {"hello world\nf5d6", 1, 1, "found 'hello'"},
        {"\xFF\xFE" "f", 1, 1, "UTF-16"},
        {"f5d6i9", 1, 5, "expected a square a1..h8 or a pass, found 'i9'"},
        {"f5d6\rc3\rx1", 3, 1, "found 'x1'"},
        {"f5d6\r\nc3 a1", 2, 4, "'a1' is not legal for white here: no flip"},
        {"f5; 6d; c3", 1, 5, "found '6d'"},
        {"f5 d6 ; f6 was better", 1, 9, "'f6' is not legal"},
        {"f5d6 {no end", 1, 6, "not closed by '}'"},
        {"f5d6 (c3", 1, 6, "not closed by ')'"},
        {"34-30", 1, 1, "found '34'"},
        {"f5d6 1-0 c3", 1, 10, "expected nothing after the result, found 'c3'"},
        {"f5d6 1-0 0-1", 1, 10, "expected nothing after the result"},
        {"f5d6c3 Player A", 1, 8, "found 'Player'"},
        {START " Z", 1, 66, "expected the side to move"},
        {START " X X", 1, 68, "found 'X'"},
        {START " X nonsense", 1, 68, "found 'nonsense'"},
        {"---------------------------OX------XO-------------------------- X", 1, 66,
         "expected the side to move"},
        {"-------- -------- -------- ---OX--- ---XO--- -------- -------- ------- X", 1, 73,
         "expected the side to move"},
        {"--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n-------\nX\n", 10,
         1,
         "expected the side to move"},
        {"XOX", 1, 4, "expected square d1"},
        {"[8 " ROWS " *", 1, 77, "expected ']'"},
        {"[10 " ROWS " *]", 1, 2, "expected board size 8"},
        {"BO[6 " ROWS " *]", 1, 4, "expected board size 8"},
        {"(;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[s8r5]B[F5]W[D6];)", 1, 44, "BO[8 ...]"},
        {"(;gm[othello]ty[8]b[f5]w[d6];)", 1, 21, "BO[8 ...]"},
        {"(;GM[Othello]PB[a]PW[b]B[F5]W[D6];)", 1, 26, "BO[8 ...]"},
        {"(;GM[Othello]TI[5:00];B[F5];W[D6];)", 1, 25, "BO[8 ...]"},
        {"(;GM[Othello]TY[8];)", 1, 20, "BO[8 ...]"},
        {"(;GM[Othello]B[F5];)", 1, 16, "BO[8 ...]"},
        {"(;GM[Othello];)", 1, 15, "BO[8 ...]"},
        {"(;GM[Othello]TY[10]" BO "B[F5];)", 1, 17, "expected an 8x8 board"},
        {"f5d6c3 99-99", 1, 8, "expected a square"},
        {"[\"f5\", \"x9\"]", 1, 1, "move 2 of the list, 'x9', is not legal"},
        {"[\"f5d6c3\", \"f5f6\"]", 1, 1, "expected the moves of one game in a list of texts"},
        {"[]", 1, 1, "expected moves in this list, found none"},
        {"[\"f5\"", 1, 6, "expected JSON"},
        {"B f5 B d6", 1, 6, "expected a move of white, found one of black"},
        {"White: f5", 1, 1, "expected a move of black, found one of white"},
        {"(;)", 1, 3, "expected moves, a board or GM[2]"},
        {"(;GM[1]SZ[8];B[fe])", 1, 6, "expected GM[2]"},
        {"(;SZ[19];B[fe])", 1, 6, "expected the board size 8"},
        {"(;GM[2];B[aa])", 1, 11, "is not legal for black here"},
        {"(;GM[2];B[fe];W[fe])", 1, 17, "is not legal for white here"},
        {"(;GM[2];B[fe];B[dc])", 1, 17, "not black's turn"},
        {"(;GM[2];B[fe]", 1, 14, "no ')'"},
        {"(;GM[2];B[fe];W[d", 1, 16, "has no ']'"},
        {"(;GM[2];PL[x])", 1, 12, "expected PL[B] or PL[W]"},
        {"[Event \"x]\n\n1. F5\n", 1, 1, "not closed"},
        {"[Event \"x\"]\n[FEN \"8/8/8/3Pp3/3pP3/8/8/8 z\"]\n\n1. F5\n", 2, 29, "expected the side"},
        {"[Event \"x\"]\n\n1. F5 F6 F5\n", 3, 10, "occupied"},
    };
    check_refusals(rows, sizeof rows / sizeof *rows);
}

Test(reader, what_other_formats_are_refused)
{
    static const struct refusal rows[] = {
        {"8/8/8/3Pp4/3pP3/8/8/8 w - - 0 1", 1, 10, "fill row 5"},
        {"{\"moves\": \"f5d9\"}", 1, 1, "expected a square"},
        {"[{\"moves\": 7}]", 1, 2, "expected a game or a position"},
        {"[{\"moves\": [\"f5\", \"a1\"]}]", 1, 2, "move 2 of the list, 'a1'"},
        {"{\"moves\": \"f5d6", 1, 16, "expected JSON"},
        {"0x10 0x18 X", 1, 1, "squares in both"},
        {"black 0x1 player 0x2", 1, 1, "other owners"},
        {"https://x.org/?a=b", 1, 1, "in this link"},
        {"startpos moves f5 a1", 1, 19, "is not legal for white here"},
        {"1 - - - - - - - - 1\n1 - - - - - - - - 1\n", 2, 1, "a second time"},
        {"1 - - - - - - - - 1\nzebra\n", 2, 1, "expected a row"},
    };
    check_refusals(rows, sizeof rows / sizeof *rows);
}

Test(reader, names_results_and_the_number_of_moves)
{
    struct reading reading;
    struct ofl_text_error error;
    cr_assert(read_exact("(;GM[2]PB[A \\] B]PW[C]DT[2020]PC[Rome]RE[W+59];B[f5])", &reading,
                         &error));
    cr_expect_str_eq(reading.game.black, "A ] B");
    cr_expect_str_eq(reading.game.white, "C");
    cr_expect_str_eq(reading.game.date, "2020");
    cr_expect_str_eq(reading.game.place, "Rome");
    cr_expect_str_eq(reading.game.result, "-59.00");
    cr_assert(read_exact("[Black \"A\"]\n[White \"B\"]\n[Date \"1977\"]\n1. f5 34-30", &reading,
                         &error));
    cr_expect_str_eq(reading.game.black, "A");
    cr_expect_str_eq(reading.game.white, "B");
    cr_expect_str_eq(reading.game.date, "1977");
    cr_expect_str_eq(reading.game.result, "+4.00");
    cr_assert(read_exact("d3c3b3d2e1d6d7e3f4 64-0", &reading, &error));
    cr_expect_str_eq(reading.note.text, "");
    cr_assert(read_exact("d3c3b3d2e1d6d7e3f4 13-0", &reading, &error));
    cr_expect_str_eq(reading.note.text, "", "empties may be left uncounted: %s", reading.note.text);
    cr_assert(read_exact("d3c3b3d2e1d6d7e3f4 30-34", &reading, &error));
    cr_expect(strstr(reading.note.text, "-4") && strstr(reading.note.text, "+64"), "%s",
              reading.note.text);
    cr_assert(read_exact("d3c3b3b2f5a3a1c1e3", &reading, &error));
    cr_expect(reading.game.n_played == 10 && reading.game.moves[8].is_implied);
    cr_expect_eq(reader_count_written(&reading.game, 10), 9);
    cr_assert(read_exact("d3c3b3b2f5a3a1c1pse3", &reading, &error));
    cr_expect_eq(reader_count_written(&reading.game, 10), 10);
    cr_expect_not(reading.game.moves[8].is_implied);
}

/* Files of many, as games with blanks between; an error as "!line:column". */
Test(reader, files_of_many)
{
    static const struct { const char *text, *games; } rows[] = {
        {"f5d6\nf5f6\n", "f5d6 f5f6 "},
        {"\xEF\xBB\xBF" "f5d6\r\n\r\n# x\r\nf5f6", "f5d6 f5f6 "},
        {"f5d6\rf5f6\r", "f5d6 f5f6 "},
        {"1. f5 d6\n1. f5 f6 *\n", "f5d6 f5f6 "},
        {"name\tmoves\n", "!1:1"},
        {"tiger\tf5d6\t0.5\ncow\tf5f6\t1\n", "f5d6 f5f6 "},
        {"f5d6\ttiger\t12\n", "f5d6 "},
        {"f5\td6\tc3\n", "f5d6c3 "},
        {"f5\td6\ti9\n", "!1:7"},
        {"(;" BO "B[F5];)(;" BO "B[F5]W[D6];)\n\n1 (;" BO "\nB[D3];)", "f5 f5d6 d3 "},
        {"(;GM[2];B[fe]\n;W[df])\n(;GM[2];B[dc])\nf5f6\n", "f5d6 d3 f5f6 "},
        {"[Event \"1\"]\n\n1. f5 d6 34-30\n\n[Event \"2\"]\n1. d3 *\n", "f5d6 d3 "},
        {"\xEF\xBB\xBF" START " X\n" START " O;\n", "  "},
        {START "\n" START "\n", "  "},
        {"f5d6\nf5zz\n", "!2:3"},
        {"f5d6\n(;GM[2];B[fe]\n;W[aa])", "!3:4"},
        {"1. F5 f4\r\n2. F3 g4\r\n3. H3 f6\r\n34-30\r\n1. d3\r\n", "f5f4f3g4h3f6 d3 "},
        {"1. f5 d6\n2. f5 f6\n3. f5 f4\n", "f5d6 f5f6 f5f4 "},
        {"1. f5 d6\n2. a1 c3\n", "!2:4"},
        {"f5 d6\n2. c3 c4\n", "!2:4"},
        {"", ""}, {"\n\n% x\n", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char games[512] = "";
        char *copy = test_exact(rows[i].text, strlen(rows[i].text));
        struct games *many = games_open_text(copy, strlen(rows[i].text));
        struct reading reading;
        struct ofl_text_error error;
        int found;
        while ((found = games_next(many, &reading, &error)) > 0) {
            strcat(games, moves_of(&reading.game));
            strcat(games, " ");
        }
        if (found < 0)
            snprintf(games, sizeof games, "!%zu:%zu", error.line, error.column);
        cr_expect_str_eq(games, rows[i].games, "%s: %s", rows[i].text, games);
        games_close(many);
        free(copy);
    }
}

Test(reader, lines)
{
    struct reading reading;
    struct ofl_text_error error;
    cr_expect_eq(reader_read_line("", 0, &reading, &error), 0);
    cr_expect_eq(reader_read_line("  % words", 9, &reading, &error), 0);
    cr_expect_eq(reader_read_line("# words", 7, &reading, &error), 0);
    cr_expect_eq(reader_read_line("f5d6", 4, &reading, &error), 1);
    cr_expect(reading.obf.n_scores == 0 && reading.obf.position.turn == OFL_BLACK);
    static const char scored[] = START " X; f5:+1; d3:-2;";
    cr_expect_eq(reader_read_line(scored, strlen(scored), &reading, &error), 1);
    cr_expect(reading.obf.n_scores == 2 && reading.obf.scores[1].score == -2);
    cr_expect_eq(reader_read_line("nonsense", 8, &reading, &error), -1);
}

/* All games of a base, as of any other text. */
Test(reader, a_base_of_games)
{
    size_t size;
    struct reading reading;
    struct ofl_text_error error;
    char *bytes = test_read("games/WTH_1977.wtb", &size);
    cr_expect(reader_read(bytes, size, &reading, &error) && reading.game.n_played > 50, "%s",
              error.text);
    cr_expect(strstr(reading.note.text, "more follow"), "%s", reading.note.text);
    int n = 0;
    struct games *games = games_open_text(bytes, size);
    for (; games_next(games, &reading, &error) > 0; n++)
        cr_expect(ofl_is_over(reading.game.position.board));
    cr_expect(n == 12, "%d games", n);
    games_close(games);
    free(bytes);
}

/* Nothing is quadratic: with that, these texts would take the test over its limit. */
Test(reader, long_texts)
{
    enum { LENGTH = 1 << 20 };
    static const char *const units[] = {"(", "((;", "[", "(a[", "{", "1 ", "f5 (", ";", "\r", "\n#",
                                        "-", "f5;a b\n", "(;B[\\", "* "};
    char *text = malloc(LENGTH);
    cr_assert(text != NULL);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct reading reading;
        struct ofl_text_error error;
        size_t n = strlen(units[i]);
        for (size_t k = 0; k < LENGTH; k++)
            text[k] = units[i][k % n];
        cr_expect_not(reader_read(text, LENGTH, &reading, &error), "%s", units[i]);
        struct games *games = games_open_text(text, LENGTH);
        while (games_next(games, &reading, &error))
            continue;
        games_close(games);
    }
    free(text);
}

Test(reader, json_over_several_lines)
{
    static const char *const texts[] = {"{\n  \"moves\": \"f5d6\"\n}\n",
                                        "[\n  {\"moves\": \"f5\"},\n {\"game\": \"f5d6\"}\n]\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct games *games = games_open_text(texts[i], strlen(texts[i]));
        struct reading reading;
        struct ofl_text_error error = {0};
        for (size_t k = 0; k <= i; k++)
            cr_expect_eq(games_next(games, &reading, &error), 1, "%s", error.text);
        cr_expect(reading.game.n_played == 2);
        cr_expect_eq(games_next(games, &reading, &error), 0);
        games_close(games);
    }
    struct games *lone = games_open_text("{\nx", 3);
    struct reading reading;
    struct ofl_text_error error = {0};
    cr_expect_eq(games_next(lone, &reading, &error), -1, "a lone bracket is no JSON");
    cr_expect(strstr(error.text, "expected"), "%s", error.text);
    games_close(lone);
}
