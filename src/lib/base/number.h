/* base/number.h - reads numbers from text: for options, protocols and files alike.
 *
 * Numbers are ASCII, whatever the locale: decimal digits, at most one point, nothing around them.
 * A text has a start and a length; NUMBER_TO_NUL stands for the bytes before its NUL. Nothing
 * behind the length is read.
 *
 * number_read*() read a whole text, number_scan*() the number at the start of one.
 *
 * Errors:  readers return false and scanners 0; the result is then left alone.
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

#define NUMBER_TO_NUL SIZE_MAX

/* A decimal number is kept as an integer in units of 10^-decimals: seconds with 3 decimals are
 * milliseconds. 0 decimals: a whole number, written without a point. */
struct number_range {
    int64_t min, max;      /* in those units */
    int decimals;          /* 0..9 */
    const char *unit;      /* for the sentence: "seconds"; NULL: none */
    bool cuts_decimals;    /* finer numbers are rounded towards 0; else they are refused */
};

/* "7", "-0.5", "+.25", "3."; a sign only where the range goes below 0. The reason says what was
 * expected and what was found: "expected seconds from 0.001 to 1000000, found 'x'". */
bool number_read(const char *text, size_t length, const struct number_range *range,
                 int64_t *value, struct reason *reason);

/* A whole number from `min` to `max`. */
bool number_read_int(const char *text, size_t length, int64_t min, int64_t max, int64_t *value,
                     struct reason *reason);

/* The same and "1e-4", as a double. Exact to the last bit for up to 15 digits and powers of ten up
 * to 22, within two units of it otherwise. `min` and `max` are finite. */
bool number_read_real(const char *text, size_t length, double min, double max, double *value,
                      struct reason *reason);

/* What a scanner takes besides digits; any of them together. */
enum number_form {
    NUMBER_PLAIN = 0,
    NUMBER_SIGNED = 1,     /* '-' or '+' in front */
    NUMBER_COMMA = 2,      /* a comma for the point */
    NUMBER_EXPONENT = 4,   /* "e-4" behind; only number_scan_real() */
};

/* They return how many bytes the number takes. One too large becomes the largest of its type. */
size_t number_scan_int(const char *text, size_t length, int form, int64_t *value);
/* In units of 10^-decimals. *is_finer (or NULL): it had digits other than 0 beyond them. */
size_t number_scan_decimal(const char *text, size_t length, int form, int decimals,
                           int64_t *value, bool *is_finer);
size_t number_scan_real(const char *text, size_t length, int form, double *value);

/* 0..15; -1 if the byte is no hexadecimal digit. */
int number_hex_digit(char c);

#endif
