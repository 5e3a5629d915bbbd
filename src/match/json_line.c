/* match/json_line.c - implements match/json_line.h. */
#include "match/json_line.h"

#include <stdio.h>
#include <stdlib.h>

void json_line_print(json_t *value)
{
    enum { DIGITS = 12 };
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII |
                                               JSON_REAL_PRECISION(DIGITS)) : NULL;
    if (text)
        printf("%s\n", text);
    else
        fputs("outflank: match: not enough memory for a line of JSON\n", stderr);
    fflush(stdout);
    free(text);
    json_decref(value);
}
