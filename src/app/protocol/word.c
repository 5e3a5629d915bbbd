/* protocol/word.c - implements word.h. */
#include "protocol/word.h"

#include <string.h>

#include "base/number.h"

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

size_t word_split(const char *line, size_t length, struct word *words, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < length;) {
        if (is_blank(line[i])) {
            i++;
            continue;
        }
        size_t start = i;
        while (i < length && !is_blank(line[i]))
            i++;
        if (n < max)
            words[n] = (struct word){line + start, i - start};
        n++;
    }
    return n;
}

struct word word_trim(const char *line, size_t length)
{
    while (length && is_blank(line[0])) {
        line++;
        length--;
    }
    while (length && is_blank(line[length - 1]))
        length--;
    return (struct word){line, length};
}

bool word_is(struct word word, const char *string)
{
    return strlen(string) == word.length && memcmp(word.text, string, word.length) == 0;
}

bool word_is_any_case(struct word word, const char *string)
{
    size_t i = 0;
    while (i < word.length && string[i] && ascii_lower(word.text[i]) == ascii_lower(string[i]))
        i++;
    return i == word.length && !string[i];
}

bool word_to_int(struct word word, int64_t min, int64_t max, int64_t *value)
{
    return number_read_int(word.text, word.length, min, max, value, NULL);
}

bool word_to_decimal(struct word word, int decimals, int64_t min, int64_t max, int64_t *value)
{
    const struct number_range range = {.min = min, .max = max, .decimals = decimals,
                                       .cuts_decimals = true};
    return number_read(word.text, word.length, &range, value, NULL);
}
