/* match/json_line.c - implements match/json_line.h. */
#include "match/json_line.h"

#include <stdio.h>
#include <stdlib.h>

void json_line_print(json_t *value)
{
    char *text = json_to_text(value);
    if (text)
        printf("%s\n", text);
    else
        fputs("outflank: match: not enough memory for a line of JSON\n", stderr);
    fflush(stdout);
    free(text);
}
