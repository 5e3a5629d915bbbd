/* board/seats.c - formats that are known, so that they can be refused by name. Each has its seat
 * in the table of formats (board/reader.c) and leaves this file when it is read. */
#include "board/format.h"

#include <string.h>

#include "base/ascii.h"

/* "8/8/8/3Pp3/..." : rows of digits and pieces with seven '/' between them. */
bool seat_fen_knows(struct text text)
{
    int n_slashes = 0, n_digits = 0;
    for (int c; c = text_peek(&text, 0), c > 0 && strchr("12345678/PpOoXx*", c); text.at++) {
        n_slashes += c == '/';
        n_digits += ascii_is_digit(c);
    }
    return n_slashes == 7 && n_digits > 0;
}

bool seat_fen_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    (void)reading;
    return text_fail(error, text, text->at,
                     "this is a FEN, which is not read: give the 64 squares and the side to move");
}

bool seat_json_knows(struct text text)
{
    int open = text_peek(&text, 0);
    text.at += open == '{' || open == '[';
    text_skip_blanks(&text);
    /* A line of a file may end behind the bracket. */
    const int next = text_peek(&text, 0);
    const bool is_end = text_at_end(&text);
    return (open == '{' && (is_end || next == '"' || next == '}')) ||
           (open == '[' && (is_end || next == '{'));
}

bool seat_json_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    (void)reading;
    return text_fail(error, text, text->at, "this is JSON, which is not read as a game");
}

void seat_json_skip(struct text *text) { text->at = text->length; }
