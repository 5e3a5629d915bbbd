/* tests/unit/test_visible.c - what of a text from outside may reach a terminal. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

#define EURO "\xe2\x82\xac"

static void expect_copy(const char *text, size_t length, const char *expected)
{
    char out[256];
    size_t n = visible_copy(out, sizeof out, text, length);
    cr_assert(strcmp(out, expected) == 0, "'%s', not '%s'", out, expected);
    cr_assert(n == strlen(expected));
}

Test(visible, printable_text_stays)
{
    static const char *const good[] = {
        "", "a game.ggf", " !\"~", "\xc3\x9cn\xc3\xaf.ggf", "\xc2\xa0\xc2\xac\xc2\xae", EURO,
        "\xe5\x90\x8d\xe4\xba\xba", "\xf0\x9f\x99\x82", "\xef\xbf\xbd", "\xf4\x8f\xbf\xbd",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        expect_copy(good[i], strlen(good[i]), good[i]);
}

Test(visible, control_characters_do_not_pass)
{
    for (int c = 0; c < 256; c++) {
        char text[3] = {'a', (char)c, 'b'};
        char expected[4] = {'a', c >= 0x20 && c < 0x7f ? (char)c : '?', 'b', 0};
        expect_copy(text, 3, expected);
    }
    for (int c = 0x80; c < 0xa0; c++) {
        char text[3] = {'\xc2', (char)c, 'm'};
        expect_copy(text, 3, "?m");
    }
    expect_copy("\033[2J\033]0;x\a", 10, "?[2J?]0;x?");
}

Test(visible, characters_that_steer_the_layout_do_not_pass)
{
    static const char *const bad[] = {
        "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\xa8", "\xe2\x80\x8b", "\xef\xbb\xbf",
        "\xd8\x9c", "\xc2\xad", "\xf3\xa0\x81\x81", "\xef\xbf\xbe", "\xf0\x9f\xbf\xbf",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_copy(bad[i], strlen(bad[i]), "?");
}

Test(visible, malformed_bytes_do_not_pass)
{
    static const struct { const char *text, *expected; } rows[] = {
        {"\xc0\xaf", "??"},             /* two bytes for '/' */
        {"\xc1\x9b", "??"},             /* two bytes for '[' */
        {"\xe0\x80\x9b", "???"},        /* three bytes for ESC's number */
        {"\xe0\x9f\xbf", "???"},        /* three bytes for U+07FF */
        {"\xed\xa0\x80", "???"},        /* a surrogate */
        {"\xf0\x8f\xbf\xbf", "????"},   /* four bytes for U+FFFF */
        {"\xf4\x90\x80\x80", "????"},   /* behind U+10FFFF */
        {"\xf8\x88\x80\x80\x80", "?????"},
        {"\x9b" "31m", "?31m"},         /* CSI of an 8-bit terminal */
        {"\xe2\x82", "??"},             /* cut */
        {"\xe2\x82" "a", "??a"},
        {"\xc3" EURO, "?" EURO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_copy(rows[i].text, strlen(rows[i].text), rows[i].expected);
}

Test(visible, a_cut_splits_no_character)
{
    char out[6];
    cr_assert(visible_copy(out, sizeof out, EURO EURO, 6) == 3 && strcmp(out, EURO) == 0);
    cr_assert(visible_copy(out, 1, EURO, 3) == 0 && out[0] == '\0');
    char text[] = "a\xc2\x9b" "b" EURO;
    cr_assert(visible_copy(text, sizeof text, text, strlen(text)) == 6);
    cr_assert(strcmp(text, "a?b" EURO) == 0, "in place: %s", text);
}

Test(visible, long_texts_are_cut_and_say_so)
{
    char text[2 * VISIBLE_SIZE];
    memset(text, 'x', sizeof text);
    text[VISIBLE_SIZE - 1] = '\0';
    cr_assert(strcmp(visible(text).text, text) == 0, "the longest that fits");
    text[VISIBLE_SIZE - 1] = 'x';
    text[sizeof text - 1] = '\0';
    struct visible cut = visible(text);
    cr_assert(strlen(cut.text) == VISIBLE_SIZE - 1);
    cr_assert(strcmp(cut.text + VISIBLE_SIZE - 5, "x...") == 0);
    cr_assert(strcmp(visible("").text, "") == 0);
}

Test(visible, words_are_quoted)
{
    cr_assert(strcmp(visible_word("f5\033x", 4).text, "'f5?x'") == 0);
    cr_assert(strcmp(visible_word("", 0).text, "''") == 0);
    char text[40];
    memset(text, 'x', sizeof text);
    cr_assert(strcmp(visible_word(text, 32).text, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'") == 0);
    cr_assert(strcmp(visible_word(text, 33).text, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'") == 0);
    memcpy(text + 31, EURO, 3);
    cr_assert(strcmp(visible_word(text, 34).text, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'") == 0);
}

Test(visible, cells_of_tables_are_quoted_and_never_run)
{
    static const char *const rows[][2] = {
        {"Rose", "\"Rose\""}, {"", "\"\""}, {"a\"b,c", "\"a\"\"b,c\""}, {"=cmd|x", "\"'=cmd|x\""},
        {"+1", "\"'+1\""}, {"-1", "\"'-1\""}, {"@b", "\"'@b\""}, {"\tx", "\"'?x\""},
        {"\rx", "\"'?x\""}, {"\nx", "\"'?x\""}, {" =1", "\" =1\""}, {"\"=1", "\"\"\"=1\""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(visible_cell(rows[i][0]).text, rows[i][1]);
    char quotes[2 * VISIBLE_SIZE];
    memset(quotes, '"', sizeof quotes - 1);
    quotes[sizeof quotes - 1] = '\0';
    cr_expect_eq(strlen(visible_cell(quotes).text), 2 * (VISIBLE_SIZE - 4) + 3 + 2);
}

/* Every code point is encoded here and must be taken whole. */
Test(visible, every_code_point_is_shown_or_hidden_whole)
{
    for (unsigned c = 0x80; c <= 0x10FFFF; c++) {
        char text[4];
        size_t n = 0;
        if (c < 0x800) {
            text[n++] = (char)(0xC0 | c >> 6);
        } else if (c < 0x10000) {
            text[n++] = (char)(0xE0 | c >> 12);
            text[n++] = (char)(0x80 | (c >> 6 & 63));
        } else {
            text[n++] = (char)(0xF0 | c >> 18);
            text[n++] = (char)(0x80 | (c >> 12 & 63));
            text[n++] = (char)(0x80 | (c >> 6 & 63));
        }
        text[n++] = (char)(0x80 | (c & 63));
        bool is_visible;
        size_t length = visible_character(text, n, &is_visible);
        bool is_surrogate = c >= 0xD800 && c <= 0xDFFF;
        cr_assert(length == (is_surrogate ? 1 : n), "U+%04X", c);
        cr_assert(!is_surrogate || !is_visible, "U+%04X", c);
    }
}

Test(visible, columns_are_counted)
{
    static const struct { const char *text; size_t width; } cases[] = {
        {"", 0}, {"Outflank", 8}, {"Ünïcødé", 7}, {"オセロ", 6}, {"a日b", 4}, {"Ἀχιλλεύς", 8},
        {"e\u0301", 1}, {"が", 2}, {"か\u3099", 2}, {"\U0001F600", 2}, {"ｱ", 1}, {"\xff\xfe", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(visible_width(cases[i].text), cases[i].width, "%s", cases[i].text);
}
