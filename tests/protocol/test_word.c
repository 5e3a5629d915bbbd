/* tests/protocol/test_word.c - words, numbers and decimals of the protocols. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/strbuf.h"
#include "protocol/word.h"

static struct word word_of(const char *text) { return (struct word){text, strlen(text)}; }

Test(word, whole_numbers)
{
    static const char *const bad[] = {"", "-", "+", "1.5", "1e9", "0x10", "nan", "inf", " 1",
                                      "1 ", "--1", "9223372036854775808", "-99999999999999999999",
                                      "101", "-101", "\xd9\xa1", "1,0"};
    int64_t value = 77;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_assert(!word_to_int(word_of(bad[i]), -100, 100, &value), "%s", bad[i]);
        cr_assert(value == 77, "%s changed the value", bad[i]);
    }
    cr_assert(word_to_int(word_of("-100"), -100, 100, &value) && value == -100);
    cr_assert(word_to_int(word_of("+7"), -100, 100, &value) && value == 7);
    cr_assert(word_to_int(word_of("0000000000000000000000007"), 0, 9, &value) && value == 7);
    cr_assert(!word_to_int((struct word){"1\0002", 3}, 0, 99, &value), "a NUL is no digit");
}

Test(word, decimals)
{
    int64_t value = 0;
    cr_assert(word_to_decimal(word_of("6.5"), 2, -1000, 1000, &value) && value == 650);
    cr_assert(word_to_decimal(word_of("-.25"), 2, -1000, 1000, &value) && value == -25);
    cr_assert(word_to_decimal(word_of("2.768999"), 3, 0, 9999, &value) && value == 2768);
    cr_assert(word_to_decimal(word_of("3."), 3, 0, 9999, &value) && value == 3000);
    cr_assert(!word_to_decimal(word_of("."), 3, 0, 9999, &value));
    cr_assert(!word_to_decimal(word_of("1.2.3"), 3, 0, 9999, &value));
    cr_assert(!word_to_decimal(word_of("1,5"), 3, 0, 9999, &value));
    cr_assert(!word_to_decimal(word_of("1e1"), 3, 0, 99999, &value));
    cr_assert(!word_to_decimal(word_of("99999999999999999"), 3, 0, INT64_MAX, &value));
}

Test(word, writing_decimals)
{
    static const struct {
        int64_t value;
        int decimals;
        bool has_sign;
        const char *text;
    } rows[] = {
        {0, 2, true, "+0.00"},      {-50, 2, true, "-0.50"}, {50, 2, false, "0.50"},
        {-5, 2, false, "-0.05"},    {6400, 2, true, "+64.00"}, {7, 0, true, "+7"},
        {INT64_MIN, 0, false, "-9223372036854775808"}, {1234, 3, false, "1.234"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strbuf text = {0};
        strbuf_add_decimal(&text, rows[i].value, rows[i].decimals, rows[i].has_sign);
        cr_assert_str_eq(text.data, rows[i].text);
        strbuf_free(&text);
    }
}

Test(word, quoting_keeps_the_output_plain)
{
    struct strbuf text = {0};
    strbuf_add_quoted(&text, "a\x01\xff'\n", 5);
    cr_assert_str_eq(text.data, "'a?" "?'?'");
    strbuf_clear(&text);
    strbuf_add_quoted(&text, "0123456789012345678901234567890123456789", 40);
    cr_assert_str_eq(text.data, "'01234567890123456789012345678901...'");
    strbuf_free(&text);
}

Test(word, split_counts_more_than_it_stores)
{
    struct word words[2];
    const char *line = "  one\ttwo   three ";
    cr_assert(word_split(line, strlen(line), words, 2) == 3);
    cr_assert(word_is(words[0], "one") && word_is(words[1], "two"));
    cr_assert(word_split("", 0, words, 2) == 0);
    cr_assert(word_is_any_case(words[1], "TWO") && !word_is_any_case(words[1], "twos"));
}
