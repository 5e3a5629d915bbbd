/* base/number.c - implements base/number.h. */
#include "base/number.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/visible.h"

enum { EXPONENT_MOST = 99999 };

struct cursor {
    const char *text;
    size_t length, at;
};

/* The byte at the cursor, or -1 at the end. */
static int peek(const struct cursor *c)
{
    if (c->at >= c->length)
        return -1;
    int byte = (unsigned char)c->text[c->at];
    return byte == '\0' && c->length == NUMBER_TO_NUL ? -1 : byte;
}

/* Steps over a sign if the form has one. */
static bool take_minus(struct cursor *c, int form)
{
    int sign = peek(c);
    if (!(form & NUMBER_SIGNED) || (sign != '-' && sign != '+'))
        return false;
    c->at++;
    return sign == '-';
}

static bool is_point(int byte, int form)
{
    return byte == '.' || (byte == ',' && (form & NUMBER_COMMA));
}

/* A number in units of 10^-decimals. */
struct scaled {
    uint64_t size;         /* without its sign */
    bool is_negative, is_too_large, is_finer;
};

static void push_digit(struct scaled *s, int digit)
{
    if (s->size > (UINT64_MAX - (uint64_t)digit) / 10)
        s->is_too_large = true;
    else
        s->size = s->size * 10 + (uint64_t)digit;
}

/* False if there is no digit. Without decimals a point ends the number. */
static bool take_scaled(struct cursor *c, int form, int decimals, struct scaled *s)
{
    *s = (struct scaled){.is_negative = take_minus(c, form)};
    int n_digits = 0, n_left = decimals;
    for (int byte; ascii_is_digit(byte = peek(c)); c->at++, n_digits = 1)
        push_digit(s, byte - '0');
    if (decimals > 0 && is_point(peek(c), form)) {
        c->at++;
        for (int byte; ascii_is_digit(byte = peek(c)); c->at++, n_digits = 1) {
            if (n_left > 0) {
                push_digit(s, byte - '0');
                n_left--;
            } else {
                s->is_finer |= byte != '0';
            }
        }
    }
    for (; n_left > 0; n_left--)
        push_digit(s, 0);
    if (s->size > (uint64_t)INT64_MAX + s->is_negative)
        s->is_too_large = true;
    return n_digits > 0;
}

/* The largest value, or the least, stands for what is too large. */
static int64_t value_of(const struct scaled *s)
{
    if (s->is_too_large)
        return s->is_negative ? INT64_MIN : INT64_MAX;
    return (int64_t)(s->is_negative ? -s->size : s->size);
}

size_t number_scan_decimal(const char *text, size_t length, int form, int decimals,
                           int64_t *value, bool *is_finer)
{
    struct cursor c = {text, length, 0};
    struct scaled s;
    if (!take_scaled(&c, form, decimals, &s))
        return 0;
    *value = value_of(&s);
    if (is_finer)
        *is_finer = s.is_finer;
    return c.at;
}

size_t number_scan_int(const char *text, size_t length, int form, int64_t *value)
{
    return number_scan_decimal(text, length, form, 0, value, NULL);
}

/* The power of ten behind an 'e'; 0, and nothing is taken, if there is none. */
static int take_exponent(struct cursor *c, int form)
{
    if (!(form & NUMBER_EXPONENT) || ascii_lower(peek(c)) != 'e')
        return 0;
    struct cursor behind = *c;
    behind.at++;
    struct scaled s;
    if (!take_scaled(&behind, NUMBER_SIGNED, 0, &s))
        return 0;
    *c = behind;
    int power = s.is_too_large || s.size > EXPONENT_MOST ? EXPONENT_MOST : (int)s.size;
    return s.is_negative ? -power : power;
}

static double times_power_of_ten(double x, int64_t power)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int most = 22;
    int64_t n_left = power < 0 ? -power : power;
    for (; n_left > 0 && x != 0 && x <= DBL_MAX; n_left -= most) {
        double factor = powers[n_left < most ? n_left : most];
        x = power < 0 ? x / factor : x * factor;
    }
    return x <= DBL_MAX ? x : DBL_MAX;
}

size_t number_scan_real(const char *text, size_t length, int form, double *value)
{
    struct cursor c = {text, length, 0};
    bool is_negative = take_minus(&c, form), has_point = false;
    uint64_t digits = 0;   /* the first 18 that count */
    int64_t power = 0;
    int n_digits = 0;
    for (int byte;; c.at++) {
        byte = peek(&c);
        if (!has_point && is_point(byte, form)) {
            has_point = true;
            continue;
        }
        if (!ascii_is_digit(byte))
            break;
        n_digits = 1;
        bool is_kept = digits < UINT64_C(100000000000000000);
        if (is_kept)
            digits = digits * 10 + (uint64_t)(byte - '0');
        power += !is_kept;
        power -= has_point;
    }
    if (n_digits == 0)
        return 0;
    power += take_exponent(&c, form);
    double size = times_power_of_ten((double)digits, power);
    *value = is_negative ? -size : size;
    return c.at;
}

int number_hex_digit(char c)
{
    int lower = ascii_lower((unsigned char)c);
    if (ascii_is_digit(lower))
        return lower - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Adds what stands there instead. */
static void say_found(struct reason *reason, const char *text, size_t length)
{
    size_t n = length == NUMBER_TO_NUL ? strlen(text) : length, end = strlen(reason->text);
    if (n == 0)
        snprintf(reason->text + end, sizeof reason->text - end, ", found nothing");
    else
        snprintf(reason->text + end, sizeof reason->text - end, ", found %s",
                 visible_word(text, n).text);
}

/* A bound without its last zeros: 1500 with 3 decimals is "1.5". */
static const char *bound(int64_t value, int decimals, char out[32])
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value, unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    int length = snprintf(out, 32, "%s%" PRIu64, value < 0 ? "-" : "", size / unit);
    if (size % unit) {
        length += snprintf(out + length, (size_t)(32 - length), ".%0*" PRIu64, decimals,
                           size % unit);
        while (out[length - 1] == '0')
            out[--length] = '\0';
    }
    return out;
}

static bool fail(struct reason *reason, const char *text, size_t length,
                 const struct number_range *range, bool is_finer)
{
    char low[32], high[32], finer[40] = "";
    if (!reason)
        return false;
    bool has_min = range->min != INT64_MIN, has_max = range->max != INT64_MAX;
    if (is_finer)
        snprintf(finer, sizeof finer, " with at most %d decimals", range->decimals);
    reason_set(reason, "expected %s%s%s%s%s%s",
               range->unit ? range->unit : range->decimals ? "a number" : "a whole number",
               has_min ? " from " : "", has_min ? bound(range->min, range->decimals, low) : "",
               has_max ? has_min ? " to " : " up to " : has_min ? " on" : "",
               has_max ? bound(range->max, range->decimals, high) : "", finer);
    say_found(reason, text, length);
    return false;
}

bool number_read(const char *text, size_t length, const struct number_range *range,
                 int64_t *value, struct reason *reason)
{
    struct cursor c = {text, length, 0};
    struct scaled s;
    int form = range->min < 0 ? NUMBER_SIGNED : NUMBER_PLAIN;
    bool is_number = take_scaled(&c, form, range->decimals, &s) && peek(&c) < 0;
    bool is_finer = is_number && s.is_finer && !range->cuts_decimals;
    if (!is_number || is_finer || s.is_too_large || value_of(&s) < range->min ||
        value_of(&s) > range->max)
        return fail(reason, text, length, range, is_finer);
    *value = value_of(&s);
    return true;
}

bool number_read_int(const char *text, size_t length, int64_t min, int64_t max, int64_t *value,
                     struct reason *reason)
{
    return number_read(text, length, &(struct number_range){.min = min, .max = max}, value, reason);
}

bool number_read_real(const char *text, size_t length, double min, double max, double *value,
                      struct reason *reason)
{
    struct cursor c = {text, length, 0};
    double x;
    c.at = number_scan_real(text, length, NUMBER_EXPONENT | (min < 0 ? NUMBER_SIGNED : 0), &x);
    if (c.at > 0 && peek(&c) < 0 && x >= min && x <= max) {
        *value = x;
        return true;
    }
    if (reason) {
        reason_set(reason, "expected a number from %.10g to %.10g", min, max);
        say_found(reason, text, length);
    }
    return false;
}
