/* match/fields.c - implements match/fields.h. */
#include "match/fields.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

bool text_matches(const char *text, const char *pattern)
{
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool is_match = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return is_match;
}

struct fields fields_split(const char *line)
{
    struct fields f = {.n = 0};
    while (f.n < 8) {
        line += strspn(line, " ");
        if (*line == '\0')
            break;
        f.text[f.n] = line;
        f.length[f.n] = strcspn(line, " ");
        line += f.length[f.n++];
    }
    return f;
}

bool fields_match(const struct fields *f, int i, const char *pattern)
{
    char text[1024];
    if (i >= f->n)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)f->length[i], f->text[i]);
    return text_matches(text, pattern);
}
