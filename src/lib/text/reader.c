/* text/reader.c - see text/reader.h: the table of formats, and the ways to read a text. */
#include "text/reader.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "text/charset.h"
#include "text/ggf_field.h"
#include "text/result.h"

/* ---- what a text is ---- */

/* Blanks and remarks are bytes like others in a base of WTHOR. */
static void skip_remarks(struct text *text)
{
    if (!wthor_knows(*text))
        text_skip_remarks(text);
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
    const struct text_format *row;
    for (size_t i = 0; (row = format_at(i)) != NULL; i++)
        if (strlen(row->name) == length && is_called(row->name, name, length))
            return row;
    return NULL;
}

const char *reader_name_at(size_t index)
{
    const struct text_format *row;
    for (size_t i = 0, n = 0; (row = format_at(i)) != NULL; i++)
        if (reader_find(row->name, strlen(row->name)) == row && n++ == index)
            return row->name;
    return NULL;
}

const char *reader_format(const char *text, size_t length)
{
    struct text t = text_of(text, length);
    skip_remarks(&t);
    const struct text_format *format = format_find(t);
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
    const struct text_format *row, *last = NULL;
    for (size_t i = 0; (row = format_at(i)) != NULL; i++)
        last = row->what ? row : last;
    for (size_t i = 0; (row = format_at(i)) != NULL; i++)
        if (row->what) {
            size_t n = strlen(list);
            snprintf(list + n, sizeof list - n, "%s%s", n == 0 ? "" : row == last ? " or " : ", ",
                     row->what);
        }
    return text_fail(error, text, text->at, "expected %s, found %s", list,
                     text_found(text, text->at, found));
}

/* Reads a record that is not UTF-8, and moves the cursor behind it. */
static bool read_decoded(const struct text_format *format, const struct charset *charset,
                         const struct strbuf *decoded, struct text *text, struct reading *reading,
                         struct ofl_text_error *error)
{
    struct text inside = text_of(decoded->data, decoded->length);
    inside.has_variants = text->has_variants;
    size_t start;
    const size_t line = text_line_number(text, text->at, &start);
    if (!format->read(&inside, reading, error)) {
        if (error) {
            error->column += error->line == 1 ? text->at - start : 0;
            if (error->column > text->length + 1)
                error->column = text->length + 1; /* letters may have become longer */
            error->line += line - 1;
        }
        return false;
    }
    text->at = text_at_end(&inside) ? text->length : charset_source_end(*text, charset, inside.at);
    return true;
}

static bool read_record(const struct text_format *format, struct text *text, struct reading *reading,
                        struct ofl_text_error *error)
{
    const bool is_text = format->read != wthor_read;
    const bool is_frame = format->read == ggf_read || format->read == sgf_read;
    struct text raw = *text;
    bool is_read = format->read(&raw, reading, error);
    struct text record = *text;
    record.length = is_read && !is_frame ? raw.at : text->length;
    struct strbuf decoded = {0};
    const struct charset charset = is_text ? charset_decode(record, is_frame, &decoded)
                                           : (struct charset){.is_plain = true};
    if (!charset.is_plain) {
        *reading = (struct reading){.format = reading->format, .at = text->at};
        is_read = read_decoded(format, &charset, &decoded, &record, reading, error);
        raw.at = record.at;
    }
    if (is_read && charset.note.text[0])
        reading_note(reading, "%s", charset.note.text);
    strbuf_free(&decoded);
    text->at = is_read ? raw.at : text->at;
    return is_read;
}

/* Formats that only keep GGF's type have games of 8x8, in which fewer discs may win. */
static void take_type(struct reading *reading)
{
    const char *value = tags_find(&reading->tags, 0, "type");
    struct text text = text_of(value, value ? strlen(value) : 0);
    struct ofl_variant told;
    text.has_variants = true;
    if (value && ggf_read_type(text, &told, NULL) && !told.holes)
        reading->game.variant.fewer_wins = told.fewer_wins;
}

/* Reads what is at the cursor; `reading` is written only if that succeeds. NULL as format: no
 * format knows the text, as where a first line looks like one and the whole does not. */
static bool read_with(const struct text_format *format, struct text *text, struct reading *reading,
                      struct ofl_text_error *error)
{
    if (!format)
        return fail_unknown(text, error);
    struct reading read = {.format = format->name, .at = text->at};
    if (!read_record(format, text, &read, error))
        return false;
    if (text->has_variants)
        take_type(&read);
    read.obf.position = read.game.position;
    reading_note_tags(&read);
    result_check(&read);
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
    reading->more_at = format_find(text) == format ? text.at : 0;
    if (reading->more_at)
        reading_note(reading, "more follows, and only the first is taken");
    return reading->more_at || format->kind != KIND_LINE ||
           text_fail(error, &text, text.at, "expected the end of the text, found %s",
                     text_found(&text, text.at, found));
}

/* ---- the ways to read ---- */

static bool read_whole(struct text t, struct reading *reading, struct ofl_text_error *error)
{
    struct reading read;
    skip_remarks(&t);
    const struct text_format *format = format_find(t);
    struct text record = t;
    if (format && (format->kind == KIND_TREE || format->kind == KIND_TAGS || format->kind == KIND_JSON)) {
        struct extent extent = {.forced = format, .at = t.at};
        extent_find(&extent, t, true);
        record.at = extent.start;
        t.at = record.length = extent.at;
    }
    for (int c; format && format->kind == KIND_JSON &&
                (c = text_peek(&t, 0), c == ',' || c == ']' || ascii_is_blank(c));)
        t.at++; /* of the list */
    if (!read_with(format, &record, &read, error))
        return false;
    t.at = record.at > t.at ? record.at : t.at;
    if (!check_rest(format, t, &read, error))
        return false;
    *reading = read;
    return true;
}

bool reader_read(const char *text, size_t length, struct reading *reading,
                 struct ofl_text_error *error)
{
    assert((text || !length) && reading);
    return read_whole(text_of(text, length), reading, error);
}

bool reader_read_variant(const char *text, size_t length, struct reading *reading,
                         struct ofl_text_error *error)
{
    struct text whole = text_of(text, length);
    whole.has_variants = true;
    return read_whole(whole, reading, error);
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
    const struct text_format *format = forced ? forced : format_find(line);
    struct text whole = line, column;
    const bool is_list = !format || format->read == transcript_read;
    if (format && read_with(format, &whole, reading, NULL) &&
        check_rest(format, whole, reading, NULL))
        return true;
    if (is_list && find_moves(line, &column)) {
        text_skip_blanks(&column);
        return read_with(format_find(column), &column, reading, error);
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
    assert((line || !length) && reading);
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

bool reader_fail_long(const struct text *text, size_t at, struct ofl_text_error *error)
{
    return text_fail(error, text, at,
                     "expected a game or a position of up to 1 MiB, found a longer text");
}

bool reader_read_record(struct text text, const struct extent *extent, struct reading *reading,
                        struct ofl_text_error *error)
{
    const struct text_format *forced = extent->forced;
    text.at = extent->start;
    text.length = extent->at;
    if (text.length - text.at > EXTENT_MOST)
        return reader_fail_long(&text, text.at, error);
    if (extent->kind == KIND_LINE || extent->kind == KIND_ROWS)
        return read_one_line(forced, text, reading, error);
    return read_with(forced ? forced : format_find(text), &text, reading, error);
}

int reader_count_written(const struct ofl_game *game, int ply)
{
    int n = 0;
    for (int i = 0; i < ply && i < game->n_known; i++)
        n += !game->moves[i].is_implied;
    return n;
}
