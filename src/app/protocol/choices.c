/* protocol/choices.c - implements choices.h. */
#include "protocol/choices.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

void choices_begin(struct choices *choices, const char *line, size_t length, size_t start)
{
    choices->word = line + start;
    choices->length = length - start;
    choices->start = start;
}

static bool is_same(char a, char b) { return ascii_lower(a) == ascii_lower(b); }

void choices_add(struct choices *choices, const char *text, size_t length)
{
    if (length < choices->length || choices->n == CHOICES_MOST)
        return;
    for (size_t i = 0; i < choices->length; i++)
        if (!is_same(text[i], choices->word[i]))
            return;
    for (size_t i = 0; i < choices->n; i++)
        if (strlen(choices->list[i]) == length && memcmp(choices->list[i], text, length) == 0)
            return;
    char *copy = malloc(length + 1);
    if (!copy)
        return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    choices->list[choices->n++] = copy;
}

size_t choices_common(const struct choices *choices)
{
    size_t common = choices->n ? strlen(choices->list[0]) : 0;
    for (size_t i = 1; i < choices->n; i++) {
        size_t n = 0;
        while (n < common && is_same(choices->list[i][n], choices->list[0][n]))
            n++;
        common = n;
    }
    while (common && choices->n && (choices->list[0][common] & 0xC0) == 0x80)
        common--;
    return common;
}

void choices_free(struct choices *choices)
{
    for (size_t i = 0; i < choices->n; i++)
        free(choices->list[i]);
    choices->n = 0;
}
