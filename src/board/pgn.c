/* board/pgn.c - games in the Portable Game Notation: tags, then moves.
 *
 * Results of Othello files are discs, black's first ("34-30"), or those of chess. (Format: PGN
 * standard of 1994, import format; files made from WTHOR.) */
#include "board/format.h"

#include <string.h>

#include "base/ascii.h"
#include "board/ggf_field.h"

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
    for (int c; c = text_peek(text, n), ascii_is_letter(c) || (n && ascii_is_digit(c)) || c == '_';)
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

static bool use_tag(struct reading *reading, const struct text *text, const struct header *tag,
                    struct ofl_text_error *error)
{
    if (ascii_is_word(tag->name, tag->name_length, "fen"))
        return text_fail(error, text, tag->at, "a game that begins by a FEN is not read");
    size_t length = strlen(tag->value);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (ascii_is_word(tag->name, tag->name_length, texts[i].name) && strcmp(tag->value, "?"))
            ggf_copy_text((char *)&reading->game + texts[i].offset,
                          ggf_trim(text_of(tag->value, length)));
    return true;
}

bool pgn_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    int n_moves = 0;
    ofl_game_init(&reading->game, ofl_position_start());
    for (text_skip_remarks(text); text_peek(text, 0) == '['; text_skip_remarks(text)) {
        struct header tag;
        if (!read_tag(text, &tag, error) || !use_tag(reading, text, &tag, error))
            return false;
    }
    if (!transcript_read_moves(text, reading, &n_moves, error))
        return false;
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
