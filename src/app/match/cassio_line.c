/* match/cassio_line.c - implements match/cassio_line.h. */
#include "match/cassio_line.h"

#include <stdio.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/number.h"
#include "match/fields.h"

enum { N_FIELDS = 8, LEAST_LENGTH = 80 };

/* "B+1.00 <= v <= B+3.00", or one half of it; seen by `side`. */
static bool read_value(const char *text, char side, double *value)
{
    double sum = 0, number;
    int n = 0;
    for (; *text != '\0'; text++) {
        if (*text != 'B' && *text != 'W' && *text != 'X' && *text != 'O')
            continue;
        if (number_scan_real(text + 1, NUMBER_TO_NUL, NUMBER_SIGNED, &number) == 0)
            return false;
        const bool is_white = *text == 'W' || *text == 'O';
        sum += is_white == (side == 'O') ? number : -number;
        n++;
    }
    *value = n ? sum / n : 0;
    return n > 0;
}

/* The fields of a line, without the blank before each. */
static int split(const char *line, char fields[N_FIELDS][192])
{
    int n = 0;
    for (const char *at = line; at != NULL && n <= N_FIELDS; n++) {
        while (*at == ' ')
            at++;
        if (n < N_FIELDS)
            snprintf(fields[n], 192, "%.*s", (int)strcspn(at, ","), at);
        at = strchr(at, ',');
        at = at ? at + 1 : NULL;
    }
    return n;
}

const char *cassio_read_result(const char *line, struct cassio_result *result)
{
    char fields[N_FIELDS][192], first[8];
    int64_t number;
    if (strlen(line) <= LEAST_LENGTH)
        return "it is too short for a result";
    if (split(line, fields) != N_FIELDS)
        return "a result has eight fields";
    if (!text_matches(fields[0], "^[-XO]{64}[XO]$"))
        return "it does not begin with 64 squares and a side";
    if (!text_matches(fields[1], "^move ([A-H][1-8]|PA)$"))
        return "expected move and a square in upper case";
    if (!text_matches(fields[2], "^depth [0-9]+$") || !text_matches(fields[3], "^@[0-9]+%$"))
        return "expected depth N, @P%";
    if (!text_matches(fields[4], "^([BW][-+]?[0-9.]+ <= )?v( <= [BW][-+]?[0-9.]+)?$") ||
        !read_value(fields[4], fields[0][64], &result->value))
        return "expected bounds of v";
    if (!text_matches(fields[6], "^node [0-9]+$") || !text_matches(fields[7], "^time [0-9.]+$"))
        return "expected node N, time T";
    result->move = ofl_move_from_text(fields[1] + 5, strlen(fields[1] + 5));
    snprintf(first, sizeof first, "%.2s", fields[5]);
    if (ofl_move_from_text(first, strlen(first)) != result->move)
        return "the line of play does not begin with the move";
    number_scan_int(fields[2] + 6, NUMBER_TO_NUL, NUMBER_PLAIN, &number);
    result->depth = number < 100 ? (int)number : 100;
    number_scan_int(fields[6] + 5, NUMBER_TO_NUL, NUMBER_PLAIN, &number);
    result->nodes = (uint64_t)number;
    return NULL;
}
