/* protocol/sgf.c - implements sgf.h.
 *
 * The main line is what stands before the first ')': a game tree's first branch
 * always follows at once. So nothing has to be nested, and no depth of nesting
 * can do harm. */
#include "protocol/sgf.h"

#include <stdio.h>
#include <string.h>

#include "protocol/show.h"

struct reader {
    const char *text;
    size_t length, at;
    struct ofl_game game;
    uint64_t black, white; /* set up so far */
    enum ofl_color turn;
    bool has_setup, has_moves;
    struct ofl_text_error *error;
};

/* Fills in where byte `at` stands. */
static bool fail(struct reader *reader, size_t at, const char *format, const char *found,
                 size_t found_length)
{
    if (!reader->error)
        return false;
    size_t line = 1, start = 0;
    for (size_t i = 0; i < at && i < reader->length; i++)
        if (reader->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    struct strbuf quoted = {0};
    strbuf_add_quoted(&quoted, found, found_length);
    reader->error->line = line;
    reader->error->column = at - start + 1;
    snprintf(reader->error->text, sizeof reader->error->text, "%s%s%s", format,
             found ? ", found " : "", found && quoted.data ? quoted.data : "");
    strbuf_free(&quoted);
    return false;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_space(struct reader *reader)
{
    while (reader->at < reader->length && is_space(reader->text[reader->at]))
        reader->at++;
}

/* "[value]"; a backslash keeps the next byte from ending it. */
static bool read_value(struct reader *reader, struct word *value)
{
    size_t start = ++reader->at;
    for (; reader->at < reader->length; reader->at++) {
        char c = reader->text[reader->at];
        if (c == ']') {
            *value = (struct word){reader->text + start, reader->at - start};
            reader->at++;
            return true;
        }
        if (c == '\\')
            reader->at++;
    }
    reader->at = reader->length;
    return fail(reader, start - 1, "this '[' has no ']'", NULL, 0);
}

/* A square or a pass; OFL_NO_MOVE if it is neither. */
static int read_point(struct word value)
{
    while (value.length && is_space(value.text[0])) {
        value.text++;
        value.length--;
    }
    while (value.length && is_space(value.text[value.length - 1]))
        value.length--;
    if (value.length == 0 || word_is_any_case(value, "tt"))
        return OFL_PASS;
    if (value.length == 2) {
        int column = ascii_lower(value.text[0]) - 'a', row = ascii_lower(value.text[1]) - 'a';
        if (column >= 0 && column < 8 && row >= 0 && row < 8)
            return 8 * row + column;
    }
    return ofl_move_from_text(value.text, value.length);
}

static void begin_game(struct reader *reader)
{
    if (reader->has_moves)
        return;
    reader->has_moves = true;
    ofl_position start = ofl_position_start();
    if (reader->has_setup) {
        bool is_black = reader->turn == OFL_BLACK;
        start.board.player = is_black ? reader->black : reader->white;
        start.board.opponent = is_black ? reader->white : reader->black;
        start.turn = reader->turn;
    }
    ofl_game_init(&reader->game, start);
}

static bool play(struct reader *reader, enum ofl_color color, struct word value, size_t at)
{
    begin_game(reader);
    int move = read_point(value);
    if (move == OFL_NO_MOVE)
        return fail(reader, at, "expected a square", value.text, value.length);
    struct ofl_game *game = &reader->game;
    /* White may begin; a forced pass may be left out. */
    if (game->position.turn != color && game->n_played == 0 && !reader->has_setup) {
        ofl_position start = {.board = ofl_swap(game->start.board), .turn = color};
        ofl_game_init(game, start);
    }
    if (game->position.turn != color && ofl_is_legal(game->position.board, OFL_PASS))
        ofl_game_play(game, OFL_PASS);
    if (game->position.turn != color)
        return fail(reader, at, "a move of the side that is not to move", value.text,
                    value.length);
    /* Two passes at the end are usual in Go; here nothing is left to pass. */
    if (move == OFL_PASS && ofl_is_over(game->position.board))
        return true;
    if (!ofl_game_play(game, move))
        return fail(reader, at, "illegal move", value.text, value.length);
    return true;
}

static bool set_up(struct reader *reader, char kind, struct word value, size_t at)
{
    int square = read_point(value);
    if (reader->has_moves)
        return fail(reader, at, "discs are set up after the first move", NULL, 0);
    if (square < 0 || square > 63)
        return fail(reader, at, "expected a square", value.text, value.length);
    uint64_t bit = UINT64_C(1) << square;
    reader->has_setup = true;
    reader->black &= ~bit;
    reader->white &= ~bit;
    if (kind == 'B')
        reader->black |= bit;
    if (kind == 'W')
        reader->white |= bit;
    return true;
}

static bool use_property(struct reader *reader, struct word name, struct word value, size_t at)
{
    enum ofl_color color;
    if (word_is(name, "B") || word_is(name, "W"))
        return play(reader, word_is(name, "B") ? OFL_BLACK : OFL_WHITE, value, at);
    if (word_is(name, "AB") || word_is(name, "AW") || word_is(name, "AE"))
        return set_up(reader, name.text[1], value, at);
    if (word_is(name, "PL") && !reader->has_moves && show_read_color(value, &color)) {
        reader->turn = color;
        return true;
    }
    int64_t number;
    if (word_is(name, "SZ") && !word_to_int(value, 8, 8, &number))
        return fail(reader, at, "expected the board size 8", value.text, value.length);
    if (word_is(name, "GM") && !word_to_int(value, 2, 2, &number) &&
        !word_is_any_case(value, "Othello") && !word_is_any_case(value, "Reversi"))
        return fail(reader, at, "expected GM[2], Othello", value.text, value.length);
    return true;
}

/* NAME[value][value]... with the lower case letters of old files skipped. */
static bool read_property(struct reader *reader)
{
    char letters[8];
    size_t n = 0, start = reader->at;
    for (; reader->at < reader->length; reader->at++) {
        char c = reader->text[reader->at];
        bool is_upper = c >= 'A' && c <= 'Z';
        if (!is_upper && !(c >= 'a' && c <= 'z'))
            break;
        if (is_upper && n < sizeof letters)
            letters[n++] = c;
    }
    if (reader->at == start)
        return fail(reader, start, "expected a property, ';', '(' or ')'", reader->text + start, 1);
    struct word name = {letters, n}, value;
    skip_space(reader);
    if (reader->at >= reader->length || reader->text[reader->at] != '[')
        return fail(reader, reader->at, "expected '[' after a property", NULL, 0);
    while (reader->at < reader->length && reader->text[reader->at] == '[') {
        size_t at = reader->at + 1;
        if (!read_value(reader, &value) || !use_property(reader, name, value, at))
            return false;
        skip_space(reader);
    }
    return true;
}

bool sgf_read(const char *text, size_t length, struct ofl_game *game,
              struct ofl_text_error *error)
{
    struct reader reader = {.text = text, .length = length, .error = error};
    const char *open = length ? memchr(text, '(', length) : NULL;
    if (!open)
        return fail(&reader, 0, "expected '(;'", NULL, 0);
    reader.at = (size_t)(open - text);
    for (;;) {
        skip_space(&reader);
        if (reader.at >= length)
            return fail(&reader, length, "the game has no ')'", NULL, 0);
        char c = text[reader.at];
        if (c == ')')
            break;
        if (c == '(' || c == ';')
            reader.at++;
        else if (!read_property(&reader))
            return false;
    }
    begin_game(&reader);
    *game = reader.game;
    return true;
}
