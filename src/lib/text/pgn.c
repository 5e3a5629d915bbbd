/* text/pgn.c - games in the Portable Game Notation: tags, then moves.
 *
 * Results of Othello files are discs, black's first ("34-30"), or those of chess. (Format: PGN
 * standard of 1994, import format; files made from WTHOR.) */
#include "text/format.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "text/fen.h"
#include "text/ggf_field.h"
#include "text/result.h"
#include "text/tag_names.h"

enum { TAG_VALUE = TAGS_SIZE + 1 };

struct header {
    struct pgn_tag tag;
    char value[TAG_VALUE];
};

static const struct { const char *name; enum reading_field field; } texts[] = {
    {"black", READING_BLACK}, {"white", READING_WHITE}, {"site", READING_PLACE}, {"date", READING_DATE},
};

/* The name of a tag behind '['; 0 if there is none. */
static size_t name_length(const struct text *text)
{
    size_t n = 0;
    for (int c; c = text_peek(text, n), ascii_is_letter(c) || ascii_is_digit(c) || c == '_';)
        n++;
    return n;
}

/* From the '[' to what stands behind the name; the result is the name's length. */
static size_t skip_name(struct text *text)
{
    text->at++;
    text_skip_blanks(text);
    const size_t n = name_length(text);
    text->at += n;
    text_skip_blanks(text);
    return n;
}

bool pgn_knows(struct text text)
{
    return text_peek(&text, 0) == '[' && skip_name(&text) > 0 && text_peek(&text, 0) == '"';
}

/* The value ends at the last "] of the line, or of what stands before the next tag on it: so quotes and
 * brackets may stand in it. */
bool pgn_find_tag(struct text line, struct pgn_tag *tag)
{
    bool is_closed = false, is_sure = false;
    struct text name = line, ahead = line; /* what was looked at goes over the end of the line */
    name.at++;
    text_skip_blanks(&name);
    *tag = (struct pgn_tag){.name = name.begin + name.at, .name_length = skip_name(&line)};
    tag->value = ++line.at;
    for (int c; c = text_peek(&line, 0), c >= 0 && c != '\n' && c != '\r'; line.at++) {
        if (is_sure && pgn_knows(line))
            break;
        if (c == '[' && is_sure) {
            ahead = line;
            skip_name(&ahead);
        }
        struct text close = line;
        size_t n_slashes = 0; /* an odd number of them keeps the quote from closing for sure */
        close.at++;
        if (c != '"')
            continue;
        text_skip_blanks(&close);
        ahead = close;
        if (text_peek(&close, 0) != ']')
            continue;
        while (line.begin[line.at - 1 - n_slashes] == '\\')
            n_slashes++;
        is_closed = true;
        is_sure |= n_slashes % 2 == 0;
        tag->value_end = line.at;
        tag->end = close.at + 1;
        line.at = close.at;
    }
    tag->seen = line.at > ahead.at ? line.at : ahead.at;
    if (!is_closed)
        tag->value_end = tag->end = line.at;
    return is_closed;
}

/* Reads the tag at the cursor; a backslash keeps a quote from its meaning. */
static bool read_tag(struct text *text, struct header *header, struct ofl_text_error *error)
{
    struct text line = *text;
    size_t n = 0;
    if (!pgn_knows(line))
        return text_fail(error, text, text->at, "expected a tag [Name \"value\"], found '['");
    if (!pgn_find_tag(*text, &header->tag))
        return text_fail(error, text, text->at, "this tag is not closed by \"]");
    text->at = header->tag.end;
    line.length = header->tag.value_end;
    for (line.at = header->tag.value; !text_at_end(&line) && n < TAG_VALUE - 1; line.at++) {
        const int next = text_peek(&line, 1);
        line.at += text_peek(&line, 0) == '\\' && (next == '"' || next == '\\');
        header->value[n++] = line.begin[line.at] ? line.begin[line.at] : '\x01'; /* as bytes that no text has */
    }
    header->value[n] = '\0';
    return true;
}

/* "8/8/... b" as Edax writes it, or 64 squares and the side. */
static bool read_start(struct reading *reading, const struct text *text, const struct header *header,
                       struct ofl_text_error *error)
{
    struct text value = *text;
    ofl_position start;
    value.at = header->tag.value;
    value.length = header->tag.value_end;
    text_skip_blanks(&value);
    if (!(fen_is_at(value) ? fen_read_position(&value, FEN_FROM_8, &start, error)
                           : text_read_position(&value, &start, NULL, error)))
        return false;
    reading->game.start = reading->game.position = start;
    return true;
}

static bool use_tag(struct reading *reading, const struct text *text, const struct header *header,
                    struct ofl_text_error *error)
{
    const size_t length = strlen(header->value);
    const struct pgn_tag *tag = &header->tag;
    if (ascii_is_word(tag->name, tag->name_length, "fen"))
        return read_start(reading, text, header, error);
    if (ascii_is_word(tag->name, tag->name_length, "setup") || header->value[strspn(header->value, "?-.")] == '\0')
        return true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (ascii_is_word(tag->name, tag->name_length, texts[i].name)) {
            reading_set(reading, texts[i].field, header->value, length);
            return true;
        }
    char shared[TAG_NAME];
    if (!tag_name_read(TAG_PGN, tag->name, tag->name_length, shared))
        return true;
    tags_add(&reading->tags, 0, shared, header->value, length);
    return true;
}

/* The tag tells more than the end of the moves, or nothing. Our own has half discs of komi. */
static void use_result(struct reading *reading, const char *result)
{
    const char *ending = tags_find(&reading->tags, 0, "termination");
    const char *exact = tags_find(&reading->tags, 0, "ggf:RE");
    const char *winner = tags_find(&reading->tags, 0, "pgn:Winner");
    result_set_text(reading, result, strlen(result));
    if (winner)
        result_set_text(reading, winner, strlen(winner));
    if (exact)
        result_set_text(reading, exact, strlen(exact));
    const size_t n = strlen(reading->game.result);
    const char how = ending ? result_ending_read(ending) : '\0';
    if (how && n > 0 && n + 3 < sizeof reading->game.result && !strchr(reading->game.result, ':')) {
        const char tail[] = {':', how, '\0'};
        memcpy(reading->game.result + n, tail, sizeof tail);
    }
}

/* Kept for the end. */
static void use_result_tag(struct reading *reading, const char *value, char result[OFL_NAME_TEXT])
{
    if (result[0] && strcmp(result, value) != 0)
        reading_note(reading, "Result is given twice, and the first counts");
    else
        snprintf(result, OFL_NAME_TEXT, "%.60s", value);
}

static bool read_tags(struct text *text, struct reading *reading, char result[OFL_NAME_TEXT],
                      struct ofl_text_error *error)
{
    for (text_skip_remarks(text); text_peek(text, 0) == '[' ||
                                  transcript_keep_comment(text, &reading->tags);
         text_skip_remarks(text)) {
        struct header header;
        const struct pgn_tag *const tag = &header.tag;
        if (text_peek(text, 0) != '[')
            continue;
        if (!read_tag(text, &header, error))
            return false;
        if (ascii_is_word(tag->name, tag->name_length, "result"))
            use_result_tag(reading, header.value, result);
        else if (!use_tag(reading, text, &header, error))
            return false;
    }
    return true;
}

bool pgn_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    int n_moves = 0;
    char result[OFL_NAME_TEXT] = "";
    ofl_game_init(&reading->game, ofl_position_start());
    if (!read_tags(text, reading, result, error) ||
        !transcript_read_moves(text, reading, &n_moves, error))
        return false;
    use_result(reading, result);
    if (n_moves == 0)
        reading_note(reading, "the record has no moves");
    return true;
}
