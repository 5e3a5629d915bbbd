/* match/fields.h - what an engine says, by fields and regular expressions.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef MATCH_FIELDS_H
#define MATCH_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* The first eight fields of a line, cut at blanks. They point into the line. */
struct fields { const char *text[8]; size_t length[8]; int n; };

struct fields fields_split(const char *line);

/* Field i is there and matches. */
bool fields_match(const struct fields *fields, int i, const char *pattern);

/* The text matches an extended regular expression. */
bool text_matches(const char *text, const char *pattern);

#endif
