/* base/visible.c - see visible.h. */
#include "base/visible.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct range {
    uint32_t first, last;
};

/* Control and format characters, separators of lines, and what is no character at all. U+FFFE and
 * U+FFFF of each plane are asked for apart. */
static const struct range hidden[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},
    {0x08E2, 0x08E2},   {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},
    {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

static const struct range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD},
};

/* The blocks of combining marks that scripts in use share or need most. */
static const struct range marks[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

static bool is_among(uint32_t code, const struct range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

static bool is_hidden(uint32_t code)
{
    return is_among(code, hidden, sizeof hidden / sizeof *hidden) || (code & 0xFFFE) == 0xFFFE;
}

/* Bytes of the well-formed character at `text`, 0 if there is none. */
static size_t decode(const unsigned char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = text[0];
    *code = first;
    if (first < 0x80)
        return 1;
    size_t n = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || n > length)
        return 0;
    *code = first & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3Fu);
    }
    bool is_surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[n] || *code > 0x10FFFF || is_surrogate ? 0 : n;
}

size_t visible_character(const char *text, size_t length, bool *is_visible)
{
    uint32_t code = 0;
    size_t n = decode((const unsigned char *)text, length, &code);
    *is_visible = n > 0 && !is_hidden(code);
    return n > 0 ? n : 1;
}

size_t visible_width(const char *text)
{
    size_t width = 0;
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code = 0;
        const size_t n = decode((const unsigned char *)text, left, &code);
        const size_t step = n > 0 ? n : 1;
        if (!n || !is_among(code, marks, sizeof marks / sizeof *marks))
            width += n && is_among(code, wide, sizeof wide / sizeof *wide) ? 2 : 1;
        text += step;
        left -= step;
    }
    return width;
}

size_t visible_copy(char *out, size_t size, const char *text, size_t length)
{
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        bool is_visible;
        size_t n = visible_character(text + at, length - at, &is_visible);
        size_t n_out = is_visible ? n : 1;
        if (used + n_out >= size)
            break;
        if (is_visible)
            memmove(out + used, text + at, n);
        else
            out[used] = '?';
        used += n_out;
        at += n;
    }
    out[used] = '\0';
    return used;
}

bool visible_is_all(const char *text, size_t length)
{
    bool is_visible = true;
    for (size_t at = 0; at < length && is_visible;)
        at += visible_character(text + at, length - at, &is_visible);
    return is_visible;
}

struct visible visible(const char *text)
{
    static const char more[] = "...";
    struct visible out;
    size_t length = strlen(text);
    bool fits = length < sizeof out.text;
    size_t n = visible_copy(out.text, sizeof out.text - (fits ? 0 : strlen(more)), text, length);
    if (!fits)
        memcpy(out.text + n, more, sizeof more);
    return out;
}

struct visible_cell visible_cell(const char *text)
{
    const struct visible shown = visible(text);
    struct visible_cell cell;
    size_t n = 0;
    cell.text[n++] = '"';
    if (*text && strchr("=+-@\t\r\n", *text))
        cell.text[n++] = '\'';
    for (const char *c = shown.text; *c; c++) {
        if (*c == '"')
            cell.text[n++] = '"';
        cell.text[n++] = *c;
    }
    cell.text[n++] = '"';
    cell.text[n] = '\0';
    return cell;
}

struct visible visible_word(const char *text, size_t length)
{
    struct visible out = {"'"};
    bool fits = length <= VISIBLE_WORD;
    size_t n = 1 + visible_copy(out.text + 1, VISIBLE_WORD + 1, text, length);
    memcpy(out.text + n, fits ? "'" : "...'", fits ? 2 : 5);
    return out;
}

const char *visible_format(char *line, size_t size, const char *format, va_list list)
{
    vsnprintf(line, size, format, list);
    visible_copy(line, size, line, strlen(line));
    return line;
}
