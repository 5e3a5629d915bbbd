/* Numbers and error sentences: what is read, what is refused, and what is said then. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "support.h"

/* Read from a block of its exact size, and up to a NUL: both must agree. */
static bool reads(const char *text, const struct number_range *range, int64_t *value)
{
    char *copy = test_exact(text, strlen(text));
    int64_t again = 77;
    *value = 77;
    bool is_good = number_read(copy, strlen(text), range, value, NULL);
    free(copy);
    cr_expect_eq(number_read(text, NUMBER_TO_NUL, range, &again, NULL), is_good, "%s", text);
    cr_expect_eq(again, *value, "%s", text);
    if (!is_good)
        cr_expect_eq(*value, 77, "%s: a refused number changes nothing", text);
    return is_good;
}

Test(number, whole_numbers)
{
    static const struct { const char *text; int64_t value; } good[] = {
        {"0", 0}, {"7", 7}, {"+7", 7}, {"-7", -7}, {"-0", 0}, {"007", 7},
        {"9223372036854775807", INT64_MAX}, {"-9223372036854775808", INT64_MIN},
        {"00000000000000000000000000000000000001", 1},
    };
    static const char *const bad[] = {
        "", "-", "+", "x", "7x", " 7", "7 ", "7.", "7.0", ".7", "--7", "+-7", "0x10", "1e3",
        "9223372036854775808", "-9223372036854775809", "99999999999999999999999999",
        "\xd9\xa3", "7\n", "1,000", "1_000", "inf",
    };
    const struct number_range all = {.min = INT64_MIN, .max = INT64_MAX};
    int64_t value;
    double real;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(reads(good[i].text, &all, &value), "%s", good[i].text);
        cr_expect_eq(value, good[i].value, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(reads(bad[i], &all, &value), "%s", bad[i]);
    cr_expect_not(number_read_int("+7", NUMBER_TO_NUL, 0, 99, &value, NULL), "no sign is needed");
    cr_expect_not(number_read_int("-0", NUMBER_TO_NUL, 0, 99, &value, NULL));
    cr_expect_not(number_read_real("+7", NUMBER_TO_NUL, 0, 99, &real, NULL));
    cr_expect_not(number_read_int("7\0" "8", 3, 0, 99, &value, NULL), "a NUL inside is no digit");
}

Test(number, ranges_are_kept)
{
    for (int64_t low = -3; low <= 3; low++) {
        for (int64_t n = -5; n <= 5; n++) {
            char text[8];
            int64_t value;
            snprintf(text, sizeof text, "%d", (int)n);
            cr_expect_eq(number_read_int(text, NUMBER_TO_NUL, low, 3, &value, NULL),
                         n >= low && n <= 3, "%s from %d", text, (int)low);
        }
    }
}

Test(number, decimals_are_scaled)
{
    static const struct { const char *text; int64_t value; bool is_finer; } rows[] = {
        {"1", 1000, false}, {"1.5", 1500, false}, {"1.", 1000, false}, {".25", 250, false},
        {"-0.5", -500, false}, {"0.001", 1, false}, {"1.0000000", 1000, false},
        {"1.0005", 1000, true}, {"-1.9999", -1999, true}, {"0.0001", 0, true},
    };
    struct number_range range = {.min = -9000, .max = 9000, .decimals = 3};
    int64_t value;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        range.cuts_decimals = true;
        cr_expect(reads(rows[i].text, &range, &value), "%s", rows[i].text);
        cr_expect_eq(value, rows[i].value, "%s", rows[i].text);
        range.cuts_decimals = false;
        cr_expect_eq(reads(rows[i].text, &range, &value), !rows[i].is_finer, "%s", rows[i].text);
    }
    static const char *const bad[] = {"", ".", "-.", "1..5", "1.5.", "1,5", "9.001", "-9.001",
                                      "9223372036854775807", "1e1", "1.x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(reads(bad[i], &range, &value), "%s", bad[i]);
}

Test(number, real_numbers)
{
    static const struct { const char *text; double value; } good[] = {
        {"0", 0}, {"1.5", 1.5}, {"-.25", -.25}, {"+3.", 3}, {"1e-4", 1e-4}, {"0.0003", 0.0003},
        {"2.5E+3", 2500}, {"0.1", 0.1}, {"123456789012345", 123456789012345.0},
        {"9007199254740992", 9007199254740992.0}, {"1e-400", 0}, {"0e99999999999", 0},
        {"0.000000000000000000000000000001", 1e-30}, {"1000000000000000000000e-21", 1},
    };
    static const char *const bad[] = {"", ".", "e5", "1e", "1e+", "1.5x", " 1", "1 ", "nan", "inf",
                                      "0x1p3", "1,5", "1e17", "1e999999999999", "-1e17"};
    double value;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        value = 77;
        cr_expect(number_read_real(good[i].text, NUMBER_TO_NUL, -1e16, 1e16, &value, NULL), "%s",
                  good[i].text);
        cr_expect(fabs(value - good[i].value) <= fabs(good[i].value) * 2 * DBL_EPSILON,
                  "%s is %.17g", good[i].text, value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(number_read_real(bad[i], NUMBER_TO_NUL, -1e16, 1e16, &value, NULL), "%s",
                      bad[i]);
    for (int i = 0; i <= 100000; i += 7) {   /* what people write is exact */
        char text[32];
        snprintf(text, sizeof text, "%d.%04d", i / 10000, i % 10000);
        cr_expect(number_read_real(text, NUMBER_TO_NUL, 0, 10, &value, NULL));
        cr_assert_eq(value, i / 10000.0, "%s is %.17g", text, value);
    }
}

Test(number, scanners_stop_behind_the_number)
{
    static const struct { const char *text; int form; size_t used; int64_t value; } rows[] = {
        {"12+3", NUMBER_PLAIN, 2, 12}, {"+12", NUMBER_PLAIN, 0, 77}, {"+12", NUMBER_SIGNED, 3, 12},
        {"-5:7", NUMBER_SIGNED, 2, -5}, {"-", NUMBER_SIGNED, 0, 77}, {"x", NUMBER_PLAIN, 0, 77},
        {"3.5", NUMBER_PLAIN, 1, 3}, {"3e5", NUMBER_EXPONENT, 1, 3},
        {"99999999999999999999/", NUMBER_PLAIN, 20, INT64_MAX},
        {"-99999999999999999999/", NUMBER_SIGNED, 21, INT64_MIN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 77;
        cr_expect_eq(number_scan_int(rows[i].text, NUMBER_TO_NUL, rows[i].form, &value),
                     rows[i].used, "%s", rows[i].text);
        cr_expect_eq(value, rows[i].value, "%s", rows[i].text);
    }
    int64_t value;
    double real;
    bool is_finer;
    cr_expect_eq(number_scan_decimal("1,2345x", NUMBER_TO_NUL, NUMBER_COMMA, 3, &value, &is_finer),
                 6);
    cr_expect(value == 1234 && is_finer);
    cr_expect_eq(number_scan_decimal("1,2345x", NUMBER_TO_NUL, NUMBER_PLAIN, 3, &value, NULL), 1);
    cr_expect_eq(number_scan_real("1.5e2/x", NUMBER_TO_NUL, NUMBER_EXPONENT, &real), 5);
    cr_expect_eq(real, 150);
    cr_expect_eq(number_scan_real("1.5e/x", NUMBER_TO_NUL, NUMBER_EXPONENT, &real), 3);
    cr_expect_eq(number_scan_real("1e99999", NUMBER_TO_NUL, NUMBER_EXPONENT, &real), 7);
    cr_expect_eq(real, DBL_MAX, "a huge number stays finite");
}

Test(number, hexadecimal_digits)
{
    for (int c = 0; c < 256; c++) {
        const char *digits = "0123456789abcdefABCDEF", *at = c ? strchr(digits, c) : NULL;
        int value = !at ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
        cr_expect_eq(number_hex_digit((char)c), value, "byte %d", c);
    }
}

Test(number, what_is_said)
{
    struct reason reason = {.text = ""};
    int64_t value;
    double real;
    number_read_int("abc", NUMBER_TO_NUL, 1, 64, &value, &reason);
    cr_expect_str_eq(reason.text, "expected a whole number from 1 to 64, found 'abc'");
    number_read_int("", NUMBER_TO_NUL, 1, INT64_MAX, &value, &reason);
    cr_expect_str_eq(reason.text, "expected a whole number from 1 on, found nothing");
    number_read_int("a\x1b]\xff", NUMBER_TO_NUL, INT64_MIN, INT64_MAX, &value, &reason);
    cr_expect_str_eq(reason.text, "expected a whole number, found 'a?]?'");
    struct number_range range = {.min = 1, .max = 1000500, .decimals = 3, .unit = "seconds"};
    number_read("0", NUMBER_TO_NUL, &range, &value, &reason);
    cr_expect_str_eq(reason.text, "expected seconds from 0.001 to 1000.5, found '0'");
    number_read("1.2345", NUMBER_TO_NUL, &range, &value, &reason);
    cr_expect_str_eq(reason.text, "expected seconds from 0.001 to 1000.5 with at most 3 decimals, "
                                  "found '1.2345'");
    range = (struct number_range){.min = INT64_MIN, .max = -250, .decimals = 2};
    number_read("7", NUMBER_TO_NUL, &range, &value, &reason);
    cr_expect_str_eq(reason.text, "expected a number up to -2.5, found '7'");
    number_read_real("1e3", NUMBER_TO_NUL, 0, 0.5, &real, &reason);
    cr_expect_str_eq(reason.text, "expected a number from 0 to 0.5, found '1e3'");
    number_read_int("1234567890123456789012345678901234567890123", NUMBER_TO_NUL, 0, 9, &value,
                    &reason);
    cr_expect_str_eq(reason.text, "expected a whole number from 0 to 9, "
                                  "found '12345678901234567890123456789012...'");
}

Test(number, reasons)
{
    struct reason reason;
    cr_expect_not(reason_set(&reason, "no file '%s'", "x"));
    cr_expect_str_eq(reason.text, "no file 'x'");
    cr_expect_not(reason_put_before(&reason, "%s:%d: ", "match.conf", 7));
    cr_expect_str_eq(reason.text, "match.conf:7: no file 'x'");
    cr_expect_not(reason_set(NULL, "nobody asks"));
    cr_expect_not(reason_put_before(NULL, "nobody asks"));
    reason_set(&reason, "a\x1b]0;\n\xc2\x9b\xc3\xa9");
    cr_expect_str_eq(reason.text, "a?]0;??\xc3\xa9", "no terminal obeys it");
    for (int i = 0; i < 100; i++)
        reason_put_before(&reason, "0123456789");
    cr_expect_eq(strlen(reason.text), REASON_SIZE - 1, "a long sentence is cut");
    cr_expect_eq(reason.text[0], '0');
}
