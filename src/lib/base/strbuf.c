/* base/strbuf.c - implements strbuf.h. */
#include "base/strbuf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

enum { LENGTH_MAX = 1 << 26 };

static bool reserve(struct strbuf *text, size_t more)
{
    if (text->is_failed || more > LENGTH_MAX || text->length + more + 1 > LENGTH_MAX) {
        text->is_failed = true;
        return false;
    }
    assert(text->data ? text->length < text->capacity : text->length == 0);
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity < needed)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->is_failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void strbuf_free(struct strbuf *text)
{
    free(text->data);
    *text = (struct strbuf){0};
}

void strbuf_clear(struct strbuf *text)
{
    text->length = 0;
    text->is_failed = false;
    if (text->data)
        text->data[0] = '\0';
}

void strbuf_add_bytes(struct strbuf *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void strbuf_add(struct strbuf *text, const char *string)
{
    strbuf_add_bytes(text, string, strlen(string));
}

void strbuf_addf(struct strbuf *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || !reserve(text, (size_t)length))
        return;
    va_start(list, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, list);
    va_end(list);
    text->length += (size_t)length;
}

void strbuf_add_decimal(struct strbuf *text, int64_t value, int decimals, bool has_sign)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    const char *sign = value < 0 ? "-" : has_sign ? "+" : "";
    if (decimals == 0)
        strbuf_addf(text, "%s%llu", sign, (unsigned long long)size);
    else
        strbuf_addf(text, "%s%llu.%0*llu", sign, (unsigned long long)(size / unit), decimals,
                  (unsigned long long)(size % unit));
}

void strbuf_add_quoted(struct strbuf *text, const char *bytes, size_t length)
{
    strbuf_add(text, visible_word(bytes, length).text);
}
