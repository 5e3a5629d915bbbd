/* board/text.c - see board/text.h. Every loop moves the cursor or ends. */
#include "board/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"

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
    int64_t n;
    size_t used = number_scan_int(text->begin + text->at, text->length - text->at, NUMBER_PLAIN, &n);
    if (used == 0)
        return false;
    text->at += used;
    *value = n > max ? max + 1 : n;
    return true;
}

bool text_read_decimal(struct text *text, double *value)
{
    size_t used = number_scan_real(text->begin + text->at, text->length - text->at,
                                   NUMBER_SIGNED | NUMBER_COMMA | NUMBER_EXPONENT, value);
    text->at += used;
    return used > 0;
}
