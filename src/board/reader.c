/* board/reader.c - see board/reader.h: the table of formats, and the ways to read a text. */
#include "board/reader.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "board/format.h"

/* The first row that knows a text reads it. Rows that look anywhere in a text come last. */
static const struct text_format formats[] = {
    {"WTHOR", NULL, wthor_knows, wthor_read, wthor_skip, true},
    {"JSON", NULL, json_knows, json_read, json_skip, true},
    {"PGN", "PGN", pgn_knows, pgn_read, pgn_skip, true},
    {"link", NULL, link_knows, link_read, NULL, false},
    {"position", NULL, startpos_knows, startpos_read, NULL, false},
    {"FEN", NULL, fen_knows, fen_read, NULL, false},
    {"hex", NULL, bitboards_knows, bitboards_read, NULL, false},
    {"diagram", NULL, diagram_knows, diagram_read, NULL, true},
    {"board", "a board", obf_knows, obf_read, NULL, false},
    {"moves", "moves", transcript_knows, transcript_read, NULL, false},
    {"hex", NULL, bitboards_knows_bare, bitboards_read, NULL, false},
    {"GGF", "GGF", ggf_knows, ggf_read, frame_skip, true},
    {"SGF", "SGF", sgf_knows, sgf_read, frame_skip, true},
    {"FEN1", NULL, fen1_knows, fen1_read, NULL, false},
    {"hexmsb", NULL, bitboards_knows_never, bitboards_read_reversed, NULL, false},
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

static bool is_called(const char *name, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (ascii_lower((unsigned char)name[i]) != ascii_lower((unsigned char)word[i]))
            return false;
    return name[length] == '\0';
}

const struct text_format *reader_find(const char *name, size_t length)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strlen(formats[i].name) == length && is_called(formats[i].name, name, length))
            return &formats[i];
    return NULL;
}

const char *reader_name_at(size_t index)
{
    for (size_t i = 0, n = 0; i < N_FORMATS; i++)
        if (reader_find(formats[i].name, strlen(formats[i].name)) == &formats[i] && n++ == index)
            return formats[i].name;
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

/* The first column that looks like moves; false if there is none, or a second one. Columns may be
 * quoted. */
static bool find_column(struct text line, char separator, struct text *column)
{
    /* Commas and ';' part moves, too: only a longer list is a column beside others. */
    const size_t least = separator == '\t' ? 2 : 8;
    int n = 0;
    while (!text_at_end(&line)) {
        struct text part = line;
        const char *end = memchr(line.begin + line.at, separator, line.length - line.at);
        part.length = end ? (size_t)(end - line.begin) : line.length;
        line.at = part.length + (end != NULL);
        const struct text all = part;
        part.at += text_peek(&part, 0) == '"';
        part.length -= part.at > all.at && part.begin[part.length - 1] == '"';
        if (part.length > part.at && looks_like_moves(part) && n++ == 0)
            *column = part;
    }
    return n == 1 && column->length - column->at >= least;
}

/* The separator of a table: tabs, else commas or semicolons. */
static bool find_moves(struct text line, struct text *column)
{
    static const char separators[] = "\t,;";
    for (const char *c = separators; *c; c++)
        if (memchr(line.begin + line.at, *c, line.length - line.at))
            return find_column(line, *c, column);
    return false;
}

/* A line that is not blank: a board, moves, or a table with a column of moves. */
static bool read_one_line(const struct text_format *forced, struct text line,
                          struct reading *reading, struct ofl_text_error *error)
{
    const struct text_format *format = forced ? forced : find_format(line);
    struct text whole = line, column;
    const bool is_list = !format || format->read == transcript_read;
    if (format && read_with(format, &whole, reading, NULL) &&
        check_rest(format, whole, reading, NULL))
        return true;
    if (is_list && find_moves(line, &column)) {
        text_skip_blanks(&column);
        return read_with(find_format(column), &column, reading, error);
    }
    /* Once more, for the sentence: a line of a table needs none. */
    whole = line;
    return format ? read_with(format, &whole, reading, error) &&
                        check_rest(format, whole, reading, error)
                  : fail_unknown(&line, error);
}

int reader_read_line(const char *line, size_t length, struct reading *reading,
                     struct ofl_text_error *error)
{
    struct text t = text_of(line, length);
    struct reading read;
    skip_remarks(&t);
    if (text_at_end(&t))
        return 0;
    if (!read_one_line(NULL, t, &read, error))
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
        if (!ascii_is_digit(text_peek(&line, 0)) || read_one_line(NULL, line, &read, NULL))
            return;
        joined.length = line.length;
        if (!read_with(find_format(joined), &joined, &read, NULL))
            return;
        *reading = read;
        *rest = next;
        text_skip_line(rest);
    }
}

int reader_next_as(const struct text_format *forced, struct text *text, struct reading *reading,
                   struct ofl_text_error *error)
{
    struct reading read;
    skip_remarks(text);
    if (text_at_end(text))
        return 0;
    struct text rest = *text, this_line = line_of(*text);
    const struct text_format *format = forced ? forced : find_format(this_line);
    if (format && format->is_framed) {
        format = forced ? forced : find_format(rest);
        if (!read_with(format, &rest, &read, error))
            return -1;
    } else if (read_one_line(forced, this_line, &read, error)) {
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

int reader_next(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    return reader_next_as(NULL, text, reading, error);
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
