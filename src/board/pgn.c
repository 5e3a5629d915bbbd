/* board/pgn.c - games in the Portable Game Notation: tags, then moves.
 *
 * Results of Othello files are discs, black's first ("34-30"), or those of chess. (Format: PGN
 * standard of 1994, import format; files made from WTHOR.) */
#include "board/format.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "board/fen.h"
#include "board/ggf_field.h"
#include "board/result.h"
#include "board/tag_names.h"

enum { TAG_VALUE = 4 * OFL_NAME_TEXT };

struct header {
    const char *name;
    size_t name_length, at;
    char value[TAG_VALUE];
};

static const struct { const char *name; size_t offset; } texts[] = {
    {"black", offsetof(struct ofl_game, black)}, {"white", offsetof(struct ofl_game, white)},
    {"site", offsetof(struct ofl_game, place)},  {"date", offsetof(struct ofl_game, date)},
};

/* The name of a tag behind '['; 0 if there is none. */
static size_t name_length(const struct text *text)
{
    size_t n = 0;
    for (int c; c = text_peek(text, n), ascii_is_letter(c) || ascii_is_digit(c) || c == '_';)
        n++;
    return n;
}

bool pgn_knows(struct text text)
{
    if (text_peek(&text, 0) != '[')
        return false;
    text.at++;
    text_skip_blanks(&text);
    size_t n = name_length(&text);
    text.at += n;
    text_skip_blanks(&text);
    return n > 0 && text_peek(&text, 0) == '"';
}

/* "[Name "value"]"; a backslash keeps the next byte from ending the value. */
static bool read_tag(struct text *text, struct header *tag, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    size_t n = 0, open = text->at++;
    text_skip_blanks(text);
    tag->name = text->begin + text->at;
    tag->name_length = name_length(text);
    text->at += tag->name_length;
    text_skip_blanks(text);
    if (tag->name_length == 0 || text_peek(text, 0) != '"')
        return text_fail(error, text, text->at, "expected a tag [Name \"value\"], found %s",
                         text_found(text, text->at, found));
    tag->at = ++text->at;
    for (int c; c = text_peek(text, 0), c >= 0 && c != '"' && c != '\n' && c != '\r'; text->at++) {
        text->at += c == '\\' && text_peek(text, 1) >= 0;
        if (n < TAG_VALUE - 1)
            tag->value[n++] = text->begin[text->at];
    }
    tag->value[n] = '\0';
    bool is_closed = text_peek(text, 0) == '"';
    text->at += is_closed;
    text_skip_blanks(text);
    if (!is_closed || text_peek(text, 0) != ']')
        return text_fail(error, text, open, "this tag is not closed by \"]");
    text->at++;
    return true;
}

/* "8/8/... b" as Edax writes it, or 64 squares and the side. */
static bool read_start(struct reading *reading, const struct text *text, const struct header *tag,
                       struct ofl_text_error *error)
{
    struct text value = *text;
    ofl_position start;
    value.at = tag->at;
    value.length = tag->at + strlen(tag->value);
    text_skip_blanks(&value);
    if (!(fen_is_at(value) ? fen_read_position(&value, FEN_FROM_8, &start, error)
                           : text_read_position(&value, &start, NULL, error)))
        return false;
    ofl_game_init(&reading->game, start);
    return true;
}

static bool use_tag(struct reading *reading, const struct text *text, const struct header *tag,
                    struct ofl_text_error *error)
{
    const size_t length = strlen(tag->value);
    if (ascii_is_word(tag->name, tag->name_length, "fen"))
        return read_start(reading, text, tag, error);
    if (ascii_is_word(tag->name, tag->name_length, "setup") || tag->value[strspn(tag->value, "?-.")] == '\0')
        return true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (ascii_is_word(tag->name, tag->name_length, texts[i].name)) {
            ggf_copy_text((char *)&reading->game + texts[i].offset,
                          ggf_trim(text_of(tag->value, length)));
            return true;
        }
    char shared[TAG_NAME];
    if (tag_name_read(TAG_PGN, tag->name, tag->name_length, shared))
        tags_add(&reading->tags, 0, shared, tag->value, length);
    return true;
}

/* The tag tells more than the end of the moves, or nothing. */
static void use_result(struct reading *reading, const char *result)
{
    const char *ending = tags_find(&reading->tags, 0, "termination");
    if (result[0] && !reading->game.result[0] && !tags_find(&reading->tags, 0, "winner"))
        result_set_text(reading, result, strlen(result));
    const char *exact = tags_find(&reading->tags, 0, "ggf:RE");
    if (exact)
        ggf_copy_text(reading->game.result, text_of(exact, strlen(exact)));
    const size_t n = strlen(reading->game.result);
    const char how = ending ? result_ending_read(ending) : '\0';
    if (!exact && how && n > 0 && n + 3 < sizeof reading->game.result) {
        const char tail[] = {':', how, '\0'};
        memcpy(reading->game.result + n, tail, sizeof tail);
    }
}

/* The names are kept when a FEN makes the game anew. */
static bool read_tags(struct text *text, struct reading *reading, char result[OFL_NAME_TEXT],
                      struct ofl_text_error *error)
{
    for (text_skip_remarks(text); text_peek(text, 0) == '['; text_skip_remarks(text)) {
        struct header tag;
        const struct ofl_game before = reading->game;
        if (!read_tag(text, &tag, error))
            return false;
        if (ascii_is_word(tag.name, tag.name_length, "result"))
            snprintf(result, OFL_NAME_TEXT, "%.60s", tag.value);
        else if (!use_tag(reading, text, &tag, error))
            return false;
        for (size_t i = 0; ascii_is_word(tag.name, tag.name_length, "fen") &&
                           i < sizeof texts / sizeof *texts; i++)
            memcpy((char *)&reading->game + texts[i].offset, (const char *)&before + texts[i].offset,
                   OFL_NAME_TEXT);
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

/* Behind the tags, then behind the moves: to the next line that begins with a tag. */
void pgn_skip(struct text *text)
{
    bool is_in_moves = false;
    do {
        struct text line = *text;
        text_skip_blanks(&line);
        const bool is_tag = text_peek(&line, 0) == '[';
        if (is_tag && is_in_moves)
            break;
        is_in_moves |= !is_tag && !text_at_end(&line);
        text_skip_line(text);
    } while (!text_at_end(text));
}
