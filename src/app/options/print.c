/* options/print.c - see print.h. */
#include "options/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 80, HELP_COLUMN = 26 };

const char *options_range(const struct option_row *row, char out[OPTIONS_RANGE_TEXT])
{
    *out = '\0';
    if (row->is_told)
        return out;
    if (option_is_whole(row))
        snprintf(out, OPTIONS_RANGE_TEXT, "%" PRId64 "..%" PRId64, row->min, row->max);
    else if (row->type == OPTION_REAL)
        snprintf(out, OPTIONS_RANGE_TEXT, "%.10g..%.10g", row->least, row->most);
    return out;
}

void options_print_wrapped(options_printf print, const char *text, int column, int indent)
{
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            print("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            print(" ");
            column++;
        }
        print("%.*s", length, text);
        column += length;
        text += length;
        if (strncmp(text, "\n\n", 2) == 0) {
            print("\n\n%*s", indent, "");
            column = indent;
        }
        text += strspn(text, " \n");
    }
    print("\n");
}

void options_print_row(options_printf print, const struct option_row *row)
{
    char left[64], right[512], range[OPTIONS_RANGE_TEXT];
    const char *argument = row->argument ? row->argument : "";
    if (row->is_key)
        snprintf(left, sizeof left, "  %s=%s", row->name, argument);
    else
        snprintf(left, sizeof left, "  %c%c%c --%s%s%s%s", row->letter ? '-' : ' ',
                 row->letter ? row->letter : ' ', row->letter ? ',' : ' ', row->name,
                 row->argument ? (row->is_optional ? "[=" : " ") : "", argument,
                 row->is_optional ? "]" : "");
    int n = snprintf(right, sizeof right, "%s", row->help);
    if (row->choices && !row->is_optional)
        n += snprintf(right + n, sizeof right - n, ": %s", row->choices);
    if (*options_range(row, range))
        n += snprintf(right + n, sizeof right - n, ", %s", range);
    if (row->default_value && *row->default_value)
        snprintf(right + n, sizeof right - n, " (default %s)", row->default_value);
    if ((int)strlen(left) < HELP_COLUMN)
        print("%-*s", HELP_COLUMN, left);
    else
        print("%s\n%*s", left, HELP_COLUMN, "");
    options_print_wrapped(print, right, HELP_COLUMN, HELP_COLUMN);
}
