/* text/ggf_field.c - see text/ggf_field.h.
 *
 * A clock time is [[days.]hours:]minutes:seconds; leading parts may be missing,
 * a blank one is 0, and ",N" and the like after it (GGS states of a running
 * clock) say nothing about the game's own settings. */
#include "text/ggf_field.h"

#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "base/visible.h"

/* Far beyond any game, and far from overflow in milliseconds. */
static const int64_t max_seconds = INT64_C(10) * 366 * 86400;

struct text ggf_trim(struct text value)
{
    text_skip_blanks(&value);
    while (value.length > value.at && ascii_is_blank((unsigned char)value.begin[value.length - 1]))
        value.length--;
    return value;
}

struct text ggf_next_part(struct text *value)
{
    struct text part = *value;
    while (text_peek(value, 0) >= 0 && text_peek(value, 0) != '/')
        value->at++;
    part.length = value->at;
    value->at += !text_at_end(value);
    return part;
}

/* nan, -inf, +Infinity, -nan(ind), 1.#IND: what printf of several systems makes of no number. */
static bool is_no_number(const struct text *field)
{
    const char *at = field->begin + field->at;
    size_t n = field->length - field->at;
    if (n > 0 && (*at == '+' || *at == '-'))
        at++, n--;
    if (ascii_is_word(at, n, "inf") || ascii_is_word(at, n, "infinity"))
        return true;
    if (n >= 3 && ascii_is_word(at, 3, "nan"))
        return n == 3 || at[3] == '(';
    return n >= 3 && at[0] == '1' && at[1] == '.' && at[2] == '#';
}

bool ggf_read_number(struct text field, double limit, double *number, bool *is_known,
                     struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    struct text t = field;
    *number = 0;
    *is_known = false;
    if (text_at_end(&field) || is_no_number(&field))
        return true;
    if (!text_read_decimal(&t, number) || !text_at_end(&t))
        return text_fail(error, &t, t.at, "expected a number, found %s",
                         text_found(&t, t.at, found));
    *is_known = *number >= -limit && *number <= limit;
    return true;
}

static bool has_byte(const struct text *text, char c)
{
    return !text_at_end(text) && memchr(text->begin + text->at, c, text->length - text->at);
}

/* The number at the cursor, none counting as 0, added to what `seconds` makes in the next unit. */
static int64_t next_unit(struct text *text, int64_t seconds, int factor)
{
    int64_t number = 0;
    text_read_integer(text, max_seconds, &number);
    seconds = seconds > max_seconds / factor ? max_seconds : seconds * factor;
    return seconds > max_seconds - number ? max_seconds : seconds + number;
}

static bool read_time(struct text part, int64_t *ms, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    struct text t = part;
    while (text_peek(&t, 0) >= 0 && text_peek(&t, 0) != ',')
        t.at++;
    part.length = t.at;
    t = ggf_trim(part);
    int64_t seconds = next_unit(&t, 0, 1), fraction_ms = 0;
    if (text_peek(&t, 0) == '.' && has_byte(&t, ':')) {
        t.at++;
        seconds = next_unit(&t, seconds, 24);
    }
    for (int i = 0; i < 2 && text_peek(&t, 0) == ':'; i++) {
        t.at++;
        seconds = next_unit(&t, seconds, 60);
    }
    if (text_peek(&t, 0) == '.') {
        size_t used = number_scan_decimal(t.begin + t.at, t.length - t.at, NUMBER_PLAIN, 3,
                                          &fraction_ms, NULL);
        t.at += used ? used : 1;
    }
    if (!text_at_end(&t))
        return text_fail(error, &t, t.at, "expected a time [[days.]hh:]mm:ss, found %s",
                         text_found(&t, t.at, found));
    *ms = seconds * 1000 + fraction_ms;
    return true;
}

bool ggf_read_clock(struct text value, struct ofl_game_clock *clock, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    struct ofl_game_clock read = {.known = true, .extension_ms = 120000};
    int64_t *const parts[3] = {&read.main_ms, &read.increment_ms, &read.extension_ms};
    value = ggf_trim(value);
    if (text_at_end(&value) || (value.length - value.at == 1 && text_peek(&value, 0) == '?')) {
        *clock = (struct ofl_game_clock){.known = false};
        return true;
    }
    bool has_more = true;
    for (int i = 0; i < 3 && has_more; i++) {
        has_more = has_byte(&value, '/');
        read.has_extension = i == 2;
        if (!read_time(ggf_next_part(&value), parts[i], error))
            return false;
    }
    if (!text_at_end(&value))
        return text_fail(error, &value, value.at,
                         "expected ']' after main/increment/extension, found %s",
                         text_found(&value, value.at, found));
    *clock = read;
    return true;
}

bool ggf_read_size(struct text *value, int64_t *size, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    const size_t at = value->at;
    if (text_read_integer(value, 999, size) &&
        (*size == 8 || (value->has_variants && (*size == 6 || *size == 4))))
        return true;
    return text_fail(error, value, at, "expected %s, found %s",
                     value->has_variants ? "a board of size 8, 6 or 4" : "an 8x8 board",
                     *size == 88 ? "the octagon (88)" : text_found(value, at, found));
}

/* A size, and letters around it: s b w k, r<discs>, a for anti games, which have another goal. */
bool ggf_read_type(struct text value, struct ofl_variant *variant, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    int64_t number;
    *variant = (struct ofl_variant){0};
    for (struct text t = ggf_trim(value); !text_at_end(&t);) {
        size_t at = t.at;
        if (ascii_is_digit(text_peek(&t, 0))) {
            if (!ggf_read_size(&t, &number, error))
                return false;
            variant->holes = variant_holes_of((int)number);
            continue;
        }
        int c = ascii_lower(text_peek(&t, 0));
        if (c == 'a' && !value.has_variants)
            return text_fail(error, &t, at,
                             "anti games (type letter a), won by fewer discs, are not taken here");
        variant->fewer_wins |= c == 'a';
        if (!strchr("asbwkr", c) && !ascii_is_blank(c))
            return text_fail(error, &t, at,
                             "expected a board type such as 8 or s8r20, found %s",
                             text_found(&t, at, found));
        t.at++;
        if (c == 'r')
            text_read_integer(&t, 999, &number);
    }
    return true;
}

void ggf_copy_text(char out[OFL_NAME_TEXT], struct text value)
{
    size_t n = value.length - value.at;
    if (n >= OFL_NAME_TEXT) {
        n = OFL_NAME_TEXT - 1;
        while (n > 0 && (value.begin[value.at + n] & 0xC0) == 0x80)
            n--;
    }
    for (size_t i = 0; i < n; i++) {
        char c = value.begin[value.at + i];
        out[i] = ascii_is_blank((unsigned char)c) ? ' ' : c;
    }
    visible_copy(out, OFL_NAME_TEXT, out, n);
}
