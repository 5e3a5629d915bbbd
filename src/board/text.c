/* board/text.c - see board/text.h. Every loop moves the cursor or ends. */
#include "board/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

void text_skip_blanks(struct text *text)
{
    while (ascii_is_blank(text_peek(text, 0)))
        text->at++;
}

void text_skip_bom(struct text *text)
{
    if (text_peek(text, 0) == 0xEF && text_peek(text, 1) == 0xBB && text_peek(text, 2) == 0xBF)
        text->at += 3;
}

bool text_fail(struct ofl_text_error *error, const struct text *text, size_t at,
               const char *format, ...)
{
    if (!error)
        return false;
    size_t line = 1, start = 0;
    for (const char *lf = text->begin; at > 0; lf++) {
        lf = memchr(lf, '\n', (size_t)(text->begin + at - lf));
        if (!lf)
            break;
        line++;
        start = (size_t)(lf - text->begin) + 1;
    }
    error->line = line;
    error->column = at - start + 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

const char *text_found(const struct text *text, size_t at, char out[TEXT_FOUND])
{
    int c = at < text->whole ? (unsigned char)text->begin[at] : -1;
    if (c < 0) {
        snprintf(out, TEXT_FOUND, "end of text");
    } else if (c == '\n' || c == '\r') {
        snprintf(out, TEXT_FOUND, "end of line");
    } else if (c < ' ' || c > '~') {
        snprintf(out, TEXT_FOUND, "byte 0x%02X", (unsigned)c);
    } else {
        /* One word, so that "found 'i9'" tells more than "found 'i'". */
        size_t n = 1;
        bool is_word = ascii_is_letter(c) || ascii_is_digit(c);
        while (is_word && n < 12 && at + n < text->whole &&
               (ascii_is_letter((unsigned char)text->begin[at + n]) ||
                ascii_is_digit((unsigned char)text->begin[at + n])))
            n++;
        snprintf(out, TEXT_FOUND, "'%.*s'", (int)n, text->begin + at);
    }
    return out;
}

bool text_read_integer(struct text *text, int64_t max, int64_t *value)
{
    if (!ascii_is_digit(text_peek(text, 0)))
        return false;
    int64_t n = 0;
    for (int c; ascii_is_digit(c = text_peek(text, 0)); text->at++) {
        int digit = c - '0';
        n = n > (max - digit) / 10 ? max + 1 : n * 10 + digit;
    }
    *value = n;
    return true;
}

/* Digits into *mantissa, as far as it holds them; both counts stop at 2000.
 * False if there is none. */
static bool read_digits(struct text *text, int64_t *mantissa, int *n_used, int *n_dropped)
{
    if (!ascii_is_digit(text_peek(text, 0)))
        return false;
    for (int c; ascii_is_digit(c = text_peek(text, 0)); text->at++) {
        if (*mantissa < INT64_C(100000000000000000)) {
            *mantissa = *mantissa * 10 + (c - '0');
            *n_used += *n_used < 2000;
        } else {
            *n_dropped += *n_dropped < 2000;
        }
    }
    return true;
}

static int read_exponent(struct text *text)
{
    if (ascii_lower(text_peek(text, 0)) != 'e')
        return 0;
    int sign = text_peek(text, 1);
    struct text digits = *text;
    digits.at += sign == '+' || sign == '-' ? 2 : 1;
    int64_t exponent;
    if (digits.at > digits.length || !text_read_integer(&digits, 999, &exponent))
        return 0;
    text->at = digits.at;
    return sign == '-' ? -(int)exponent : (int)exponent;
}

bool text_read_decimal(struct text *text, double *value)
{
    struct text t = *text;
    int sign = text_peek(&t, 0);
    if (sign == '+' || sign == '-')
        t.at++;
    int64_t mantissa = 0;
    int n_used = 0, n_dropped = 0, n_fraction = 0, n_ignored = 0;
    bool is_number = read_digits(&t, &mantissa, &n_used, &n_dropped);
    if (text_peek(&t, 0) == '.' || text_peek(&t, 0) == ',') {
        t.at++;
        is_number |= read_digits(&t, &mantissa, &n_fraction, &n_ignored);
    }
    if (!is_number)
        return false;
    int shift = n_dropped - n_fraction + read_exponent(&t);
    double x = (double)mantissa, scale = 1;
    for (int i = shift < 0 ? -shift : shift; i > 0 && scale < 1e280; i--)
        scale *= 10;
    x = shift < 0 ? x / scale : x * scale;
    *value = sign == '-' ? -x : x;
    *text = t;
    return true;
}
