/* SGF files of Othello games. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/reader.h"
#include "text/writer.h"
#include "support.h"

static struct reading read_text(const char *text)
{
    struct reading reading;
    struct ofl_text_error error = {0};
    char *copy = test_exact(text, strlen(text));
    cr_assert(reader_read(copy, strlen(text), &reading, &error), "%.200s: %zu:%zu %s", text,
              error.line, error.column, error.text);
    cr_assert_str_eq(reading.format, "SGF", "%.200s", text);
    free(copy);
    return reading;
}

static void expect_moves(const char *text, const char *moves)
{
    struct reading reading = read_text(text);
    char transcript[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(&reading.game, true, transcript);
    cr_assert_str_eq(transcript, moves, "%.200s: %s", text, transcript);
}

static void expect_error(const char *text, size_t line, size_t column)
{
    struct reading reading;
    uint8_t before[sizeof reading];
    struct ofl_text_error error = {0};
    memset(&reading, 0x55, sizeof reading);
    memcpy(before, &reading, sizeof before);
    char *copy = test_exact(text, strlen(text));
    cr_assert(!reader_read(copy, strlen(text), &reading, &error), "%s", text);
    free(copy);
    cr_assert(memcmp(&reading, before, sizeof reading) == 0, "%s: it was changed", text);
    cr_assert(error.line == line && error.column == column, "%s: %zu:%zu %s", text, error.line,
              error.column, error.text);
    cr_assert(strlen(error.text) > 5);
}

Test(sgf, main_lines)
{
    expect_moves("(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])", "f5d6c3");
    expect_moves("(;B[fe];W[df])", "f5d6");
    expect_moves("(;C[a \\] bracket (;B\\[]\n;B[F5](;W[f6];B[e6])(;W[d6]))", "f5f6e6");
    expect_moves("text before (;GM[Othello] ; Black [f5] ; White[d6] ) text after", "f5d6");
    expect_moves("(;B[d3];W[c3];B[b3];W[b2];B[f5];W[a3];B[a1];W[c1];B[];W[e3])",
                 "d3c3b3b2f5a3a1c1pse3");
    expect_moves("(;B[d3];W[c3];B[b3];W[b2];B[f5];W[a3];B[a1];W[c1];W[e3])",
                 "d3c3b3b2f5a3a1c1pse3");
    expect_moves("(;W[f4])", "f4");
    expect_moves("(;AB[d5][e4]AW[d4][e5]PL[W];W[c5])", "c5");
    expect_moves("(;GM[2])", "");
}

Test(sgf, errors_tell_the_place)
{
    expect_error("", 1, 1);
    expect_error("no game", 1, 1);
    expect_error("(;B[f5]", 1, 8);
    expect_error("(;B[f5\n;W[d6])", 1, 5);
    expect_error("(;B[a1])", 1, 5);
    expect_error("(;\nB[f5];\nW[z9])", 3, 3);
    expect_error("(;B[f5];B[d6])", 1, 11);
    expect_error("(;SZ[19];B[f5])", 1, 6);
    expect_error("(;GM[1];B[f5])", 1, 6);
    expect_error("(;B[f5];AB[a1])", 1, 12);
    expect_error("(;B[f5];5)", 1, 9);
    expect_error("(;B)", 1, 4);
}

/* Black's 64 discs, with a komi; results with and without it are believed. */
Test(sgf, komi)
{
    static const char moves[] = ";B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5])";
    static const struct {
        const char *tags;
        double komi;
        bool has_note;
        const char *written;
    } rows[] = {
        {"KM[6.5]", 6.5, false, "KM[6.5]RE[B+57.50]"},
        {"KM[ -3 ]", -3, false, "KM[-3.0]RE[B+67]"},
        {"KM[0.25]", 0.25, false, "KM[0.25]RE[B+63.75]"},
        {"KM[6.5]RE[B+57.5]", 6.5, false, "KM[6.5]RE[B+57.50]"},
        {"KM[6.5]RE[B+64]", 6.5, false, "KM[6.5]RE[B+64]"},
        {"RE[B+13]KM[6.5]", 6.5, false, "KM[6.5]RE[B+13]"},
        {"KM[6.5]RE[B+50]", 6.5, true, "KM[6.5]RE[B+50]"},
        {"KM[0]", 0, false, "SZ[8]RE[B+64]"},
        {"KM[]", 0, false, "SZ[8]RE[B+64]"},
        {"KM[seven]", 0, true, "SZ[8]RE[B+64]"},
        {"KM[6.5 discs]", 0, true, "SZ[8]RE[B+64]"},
        {"KM[361]", 0, true, "SZ[8]RE[B+64]"},
        {"KM[nan]", 0, true, "SZ[8]RE[B+64]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        struct strbuf out = {0}, ggf = {0};
        snprintf(text, sizeof text, "(;GM[2]%s%s", rows[i].tags, moves);
        const struct reading reading = read_text(text);
        cr_expect_float_eq(reading.game.komi, rows[i].komi, 1e-9, "%s", text);
        cr_expect_eq(reading.note.text[0] != '\0', rows[i].has_note, "%s: %s", text,
                     reading.note.text);
        cr_assert(writer_add(writer_find("sgf", 3), &out, &reading, NULL));
        cr_expect(strstr(out.data, rows[i].written), "%s: %s", text, out.data);
        cr_expect_float_eq(read_text(out.data).game.komi, rows[i].komi, 1e-9, "%s", out.data);
        cr_assert(writer_add(writer_find("ggf", 3), &ggf, &reading, NULL));
        cr_expect_eq(strstr(ggf.data, "KM[") != NULL, rows[i].komi != 0, "%s", ggf.data);
        strbuf_free(&out);
        strbuf_free(&ggf);
    }
}

Test(sgf, depth_of_nesting_does_no_harm)
{
    enum { DEPTH = 1000000 };
    char *text = malloc(DEPTH + 16);
    cr_assert(text != NULL);
    memset(text, '(', DEPTH);
    memcpy(text + DEPTH, ";B[f5])", 8);
    expect_moves(text, "f5");
    free(text);
}
