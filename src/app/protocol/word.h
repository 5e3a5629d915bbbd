/* protocol/word.h - the words and numbers of a line.
 *
 * Everything is ASCII and independent of the locale: bytes above 0x7f are never
 * letters, decimals have a point.
 *
 * Threads: functions touch only their arguments.
 * Errors:  readers of numbers return false and leave their result alone.
 */
#ifndef PROTOCOL_WORD_H
#define PROTOCOL_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"

/* A piece of a line. Not ended by a NUL. */
struct word {
    const char *text;
    size_t length;
};

/* Cuts `line` at blanks and tabs. Stores the first `max` words and returns how
 * many there are in all. */
size_t word_split(const char *line, size_t length, struct word *words, size_t max);

/* Without the blanks and tabs at both ends. */
struct word word_trim(const char *line, size_t length);

bool word_is(struct word word, const char *string);         /* the same bytes */
bool word_is_any_case(struct word word, const char *string); /* A = a */

/* A whole number as base/number.h reads it. False if it is anything else or lies
 * outside min..max. */
bool word_to_int(struct word word, int64_t min, int64_t max, int64_t *value);

/* A decimal number ("7", "-0.5", ".25"; no exponent) as an integer in units of
 * 10^-`decimals`; more decimals are cut off. */
bool word_to_decimal(struct word word, int decimals, int64_t min, int64_t max, int64_t *value);

#endif
