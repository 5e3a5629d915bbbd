/* board/reader.c - see board/reader.h: the table of formats, and the ways to read a text. */
#include "board/reader.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "board/format.h"

/* The first row that knows a text reads it. Rows that look anywhere in a text come last. */
static const struct text_format formats[] = {
    {"WTHOR", NULL, wthor_knows, wthor_read, wthor_skip, true},
    {"JSON", NULL, seat_json_knows, seat_json_read, seat_json_skip, true},
    {"PGN", "PGN", pgn_knows, pgn_read, pgn_skip, true},
    {"board", "a board", obf_knows, obf_read, NULL, false},
    {"moves", "moves", transcript_knows, transcript_read, NULL, false},
    {"GGF", "GGF", ggf_knows, ggf_read, frame_skip, true},
    {"SGF", "SGF", sgf_knows, sgf_read, frame_skip, true},
    {"FEN", NULL, seat_fen_knows, seat_fen_read, NULL, false},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

/* ---- what a text is ---- */

/* Blanks and remarks are bytes like others in a base of WTHOR. */
static void skip_remarks(struct text *text)
{
    if (!wthor_knows(*text))
        text_skip_remarks(text);
}

static const struct text_format *find_format(struct text text)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (formats[i].knows(text))
            return &formats[i];
    return NULL;
}

const char *reader_format(const char *text, size_t length)
{
    struct text t = text_of(text, length);
    skip_remarks(&t);
    const struct text_format *format = find_format(t);
    return format ? format->name : NULL;
}

/* "expected a board, moves, PGN, GGF or SGF, found 'zebra'" */
static bool fail_unknown(const struct text *text, struct ofl_text_error *error)
{
    char found[TEXT_FOUND], list[80] = "";
    const char *const bytes = text->begin;
    if (text->whole >= 2 &&
        (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0))
        return text_fail(error, text, 0, "this text is UTF-16: expected UTF-8 or ASCII");
    int last = N_FORMATS - 1;
    while (!formats[last].what)
        last--;
    for (int i = 0; i <= last; i++)
        if (formats[i].what) {
            size_t n = strlen(list);
            snprintf(list + n, sizeof list - n, "%s%s", n == 0 ? "" : i == last ? " or " : ", ",
                     formats[i].what);
        }
    return text_fail(error, text, text->at, "expected %s, found %s", list,
                     text_found(text, text->at, found));
}

/* Reads what is at the cursor; `reading` is written only if that succeeds. NULL as format: no
 * format knows the text, as where a first line looks like one and the whole does not. */
static bool read_with(const struct text_format *format, struct text *text, struct reading *reading,
                      struct ofl_text_error *error)
{
    if (!format)
        return fail_unknown(text, error);
    struct reading read = {.format = format->name, .at = text->at};
    if (!format->read(text, &read, error))
        return false;
    read.obf.position = read.game.position;
    *reading = read;
    return true;
}

/* What is left: nothing, another text of the sort, or text around a frame. */
static bool check_rest(const struct text_format *format, struct text text, struct reading *reading,
                       struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    skip_remarks(&text);
    if (text_at_end(&text))
        return true;
    reading->more_at = find_format(text) == format ? text.at : 0;
    if (reading->more_at)
        reading_note(reading, "more follows, and only the first is taken");
    return reading->more_at || format->is_framed ||
           text_fail(error, &text, text.at, "expected the end of the text, found %s",
                     text_found(&text, text.at, found));
}

/* ---- the ways to read ---- */

bool reader_read(const char *text, size_t length, struct reading *reading,
                 struct ofl_text_error *error)
{
    struct text t = text_of(text, length);
    struct reading read;
    skip_remarks(&t);
    const struct text_format *format = find_format(t);
    if (!read_with(format, &t, &read, error) || !check_rest(format, t, &read, error))
        return false;
    *reading = read;
    return true;
}

static bool looks_like_moves(struct text text)
{
    text_skip_blanks(&text);
    return transcript_knows(text) && !obf_knows(text);
}

/* The first column that looks like moves; false if there is none, or a second one. */
static bool find_column(struct text line, struct text *column)
{
    int n = 0;
    while (!text_at_end(&line)) {
        struct text part = line;
        const char *tab = memchr(line.begin + line.at, '\t', line.length - line.at);
        part.length = tab ? (size_t)(tab - line.begin) : line.length;
        if (looks_like_moves(part) && n++ == 0)
            *column = part;
        line.at = part.length + (tab != NULL);
    }
    return n == 1;
}

/* A line that is not blank: a board, moves, or a table with a column of moves. */
static bool read_one_line(struct text line, struct reading *reading, struct ofl_text_error *error)
{
    const struct text_format *format = find_format(line);
    struct text whole = line, column;
    bool is_read = format && read_with(format, &whole, reading, error) &&
                   check_rest(format, whole, reading, error);
    bool is_list = !format || format->read == transcript_read;
    if (!is_read && is_list && memchr(line.begin + line.at, '\t', line.length - line.at) &&
        find_column(line, &column)) {
        text_skip_blanks(&column);
        return read_with(find_format(column), &column, reading, error);
    }
    return format ? is_read : fail_unknown(&line, error);
}

int reader_read_line(const char *line, size_t length, struct reading *reading,
                     struct ofl_text_error *error)
{
    struct text t = text_of(line, length);
    struct reading read;
    skip_remarks(&t);
    if (text_at_end(&t))
        return 0;
    if (!read_one_line(t, &read, error))
        return -1;
    *reading = read;
    return 1;
}

/* The line at the cursor. */
static struct text line_of(struct text text)
{
    text.length = text_line_end(&text);
    return text;
}

/* A game whose first line has the move number 1 goes on in the lines behind it, if they begin with
 * a digit, are no game of their own, and are legal there. `rest` is behind the first line. */
static void read_on(struct text game, struct text *rest, struct reading *reading)
{
    int64_t number;
    struct text first = game;
    if (!text_read_integer(&first, 99, &number) || number != 1)
        return;
    enum { MAX_LINES = 128 }; /* more have no moves, and each is read with all before it */
    for (int n = 0; n < MAX_LINES && !text_at_end(rest); n++) {
        struct text next = *rest, line, joined = game;
        text_skip_blanks(&next);
        line = line_of(next);
        struct reading read;
        if (!ascii_is_digit(text_peek(&line, 0)) || read_one_line(line, &read, NULL))
            return;
        joined.length = line.length;
        if (!read_with(find_format(joined), &joined, &read, NULL))
            return;
        *reading = read;
        *rest = next;
        text_skip_line(rest);
    }
}

int reader_next(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct reading read;
    skip_remarks(text);
    if (text_at_end(text))
        return 0;
    struct text rest = *text, this_line = line_of(*text);
    const struct text_format *format = find_format(this_line);
    if (format && format->is_framed) {
        format = find_format(rest);
        if (!read_with(format, &rest, &read, error))
            return -1;
    } else if (read_one_line(this_line, &read, error)) {
        text_skip_line(&rest);
        if (format && format->read == transcript_read)
            read_on(*text, &rest, &read);
    } else {
        return -1;
    }
    *text = rest;
    *reading = read;
    return 1;
}

void reader_skip(struct text *text)
{
    skip_remarks(text);
    const struct text_format *format = find_format(line_of(*text));
    const size_t at = text->at;
    if (format && format->is_framed && (format = find_format(*text)) != NULL && format->skip)
        format->skip(text);
    if (text->at == at)
        text_skip_line(text);
}

int reader_count_written(const struct ofl_game *game, int ply)
{
    int n = 0;
    for (int i = 0; i < ply && i < game->n_known; i++)
        n += !game->moves[i].is_implied;
    return n;
}
