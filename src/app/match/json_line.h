/* match/json_line.h - one JSON object per line on stdout (docs/json.md). */
#ifndef MATCH_JSON_LINE_H
#define MATCH_JSON_LINE_H

#include "text/json_build.h"

/* Prints the value, flushes, and gives it back (decref). NULL: one sentence on stderr. */
void json_line_print(json_t *value);

#endif
