/* match/json_line.h - one JSON object per line on stdout (schema 1: docs/json.md). */
#ifndef MATCH_JSON_LINE_H
#define MATCH_JSON_LINE_H

#include <jansson.h>

/* Prints the value, flushes, and gives it back (decref). NULL: one sentence on stderr. */
void json_line_print(json_t *value);

#endif
