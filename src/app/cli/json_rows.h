/* cli/json_rows.h - one JSON object per line on stdout. */
#ifndef CLI_JSON_ROWS_H
#define CLI_JSON_ROWS_H

#include "text/json_build.h"

/* Prints the value on a line of its own and gives it back (decref). Returns 0, or
 * the exit code for "out of memory" (value NULL, too) after saying so. */
int json_print(json_t *value);

/* Prints {"schema":2,"type":TYPE,KEY:N,...}, up to a KEY of NULL; as json_print(). */
struct json_count { const char *key; int64_t n; };
int json_print_counts(const char *type, const struct json_count *counts);

#endif
