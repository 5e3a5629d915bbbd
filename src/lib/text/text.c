/* text/text.c - see text/text.h. Every loop moves the cursor or ends. */
#include "text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "base/visible.h"

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

size_t text_line_end(const struct text *text)
{
    size_t n = 0;
    for (int c; c = text_peek(text, n), c >= 0 && c != '\n' && c != '\r';)
        n++;
    return text->at + n;
}

void text_skip_line(struct text *text)
{
    text->at = text_line_end(text);
    if (text_peek(text, 0) == '\r' && text_peek(text, 1) == '\n')
        text->at++;
    text->at += !text_at_end(text);
}

void text_skip_remarks(struct text *text)
{
    bool is_line_start = text->at == 0 || text->begin[text->at - 1] == '\n' ||
                         text->begin[text->at - 1] == '\r';
    if (text->at == 0)
        text_skip_bom(text);
    for (int c; c = text_peek(text, 0), ascii_is_blank(c) || c == '#' || c == '%';) {
        if (ascii_is_blank(c)) {
            is_line_start |= c == '\n' || c == '\r';
            text->at++;
        } else if (is_line_start) {
            text_skip_line(text);
        } else {
            return;
        }
    }
}

size_t text_line_number(const struct text *text, size_t at, size_t *start)
{
    size_t line = 1, begin = 0;
    for (struct text t = {.begin = text->begin, .length = at, .whole = at}; !text_at_end(&t);) {
        text_skip_line(&t);
        bool is_ended = text->begin[t.at - 1] == '\n' || text->begin[t.at - 1] == '\r';
        /* A CR whose LF is the byte in question ends its line only behind that. */
        if (!is_ended || (t.at == at && text->begin[at - 1] == '\r' && at < text->whole &&
                          text->begin[at] == '\n'))
            break;
        line++;
        begin = t.at;
    }
    if (start)
        *start = begin;
    return line;
}

bool text_fail(struct ofl_text_error *error, const struct text *text, size_t at,
               const char *format, ...)
{
    if (!error)
        return false;
    size_t start;
    size_t line = text_line_number(text, at, &start);
    error->line = line;
    error->column = at - start + 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    visible_copy(error->text, sizeof error->text, error->text, strlen(error->text));
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

size_t text_wide_length(const struct text *text)
{
    static const char *const wide[] = {
        "\xC2\xA0", "\xE3\x80\x80", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\xA6", "\xE3\x80\x81",
        "\xEF\xBC\x8C", "\xE3\x83\xBB", "\xE2\x86\x92", "\xE2\x87\x92", "\xE2\x9E\xA1"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        size_t n = strlen(wide[i]);
        if (text->length - text->at >= n && memcmp(text->begin + text->at, wide[i], n) == 0)
            return n;
    }
    return 0;
}
