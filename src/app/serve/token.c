/* serve/token.c - see token.h. */
#include "serve/token.h"

#include <jansson.h>
#include <string.h>

/* Behind the string that begins at `at`; `length` + 1 if it has no end. */
static size_t string_end(const char *line, size_t at, size_t length)
{
    for (at++; at < length && line[at] != '"'; at++)
        at += line[at] == '\\';
    return at < length ? at + 1 : length + 1;
}

static size_t skip_blanks(const char *line, size_t at, size_t length)
{
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    return at;
}

static bool is_string(const char *text, size_t length)
{
    json_t *value = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    json_decref(value);
    return value != NULL;
}

static size_t skip_digits(const char *text, size_t at, size_t length)
{
    while (at < length && text[at] >= '0' && text[at] <= '9')
        at++;
    return at;
}

/* Jansson reads numbers of 64 bits only. */
static bool is_number(const char *text, size_t length)
{
    size_t at = text[0] == '-', begin = at;
    at = skip_digits(text, at, length);
    if (at == begin || (text[begin] == '0' && at > begin + 1))
        return false;
    if (at < length && text[at] == '.') {
        begin = ++at;
        at = skip_digits(text, at, length);
        if (at == begin)
            return false;
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        at += at < length && (text[at] == '+' || text[at] == '-');
        begin = at;
        at = skip_digits(text, at, length);
        if (at == begin)
            return false;
    }
    return at == length;
}

/* The value behind a key that ends at `at`. */
static struct token value_behind(const char *line, size_t at, size_t length)
{
    at = skip_blanks(line, at, length);
    if (at >= length || line[at] != ':')
        return (struct token){0, 0};
    at = skip_blanks(line, at + 1, length);
    size_t end = at;
    if (at < length && line[at] == '"') {
        end = string_end(line, at, length);
        return end <= length && is_string(line + at, end - at) ? (struct token){at, end - at}
                                                               : (struct token){0, 0};
    }
    while (end < length && line[end] && strchr("+-.0123456789eE", line[end]))
        end++;
    return end > at && is_number(line + at, end - at) ? (struct token){at, end - at}
                                                      : (struct token){0, 0};
}

struct token token_find(const char *line, size_t length, const char *key)
{
    const size_t n = strlen(key);
    int depth = 0;
    bool is_key = false; /* what comes next in the outermost object is one */
    for (size_t at = 0; at < length;) {
        if (line[at] == '"') {
            const size_t end = string_end(line, at, length);
            if (end > length)
                break;
            if (is_key && depth == 1 && end - at == n + 2 && memcmp(line + at + 1, key, n) == 0)
                return value_behind(line, end, length);
            is_key = false;
            at = end;
            continue;
        }
        depth += line[at] == '{' || line[at] == '[';
        depth -= line[at] == '}' || line[at] == ']';
        if (line[at] == ',' || line[at] == '{')
            is_key = true;
        at++;
    }
    return (struct token){0, 0};
}
