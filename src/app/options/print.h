/* options/print.h - rows of options as help for people. */
#ifndef OPTIONS_PRINT_H
#define OPTIONS_PRINT_H

#include "options/row.h"

/* Where the text goes: printf() or a likeness of it. */
typedef void (*options_printf)(const char *format, ...) __attribute__((format(printf, 1, 2)));

enum { OPTIONS_RANGE_TEXT = 64 };

/* "1..60", or "" if the value is no number. */
const char *options_range(const struct option_row *row, char out[OPTIONS_RANGE_TEXT]);

/* Words of `text` from `column` on in lines of 80, further lines indented to `indent`. An empty
 * line in the text stays one. */
void options_print_wrapped(options_printf print, const char *text, int column, int indent);

/* "  -o, --out FILE   the data file", with range, choices and default. */
void options_print_row(options_printf print, const struct option_row *row);

#endif
