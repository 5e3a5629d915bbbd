/* text/logbook.c - Logistello's logbooks (.gam): "+d3-c3+c4-e3 ... +b8-b7: -04 10" (a row of the table
 * of formats, text/format.h).
 *
 * A sign is the colour of a move, + for black; passes are left out. Behind the colon stands black's
 * score, then a number that says nothing of the game. A game that was not finished ends before the
 * colon. */
#include <outflank/game.h>

#include "text/format.h"
#include "text/result.h"

static bool is_sign(int c) { return c == '+' || c == '-'; }

bool logbook_knows(struct text text)
{
    const int column = text_peek(&text, 1), row = text_peek(&text, 2), after = text_peek(&text, 3);
    return is_sign(text_peek(&text, 0)) && column >= 'a' && column <= 'h' && row >= '1' &&
           row <= '8' && (is_sign(after) || after == ':' || after < ' ');
}

/* The move behind the sign at the cursor, and the pass before it. */
static bool read_move(struct text *text, struct ofl_game *game, struct ofl_text_error *error)
{
    const enum ofl_color color = text_peek(text, 0) == '+' ? OFL_BLACK : OFL_WHITE;
    const size_t at = text->at + 1, left = text->length - at;
    const int move = ofl_move_from_text(text->begin + at, left < 2 ? left : 2);
    char found[TEXT_FOUND];
    if (move >= OFL_PASS)
        return text_fail(error, text, at, "expected a square a1..h8, found %s",
                         text_found(text, at, found));
    if (game->position.turn != color && !ofl_game_play(game, OFL_PASS))
        return text_fail(error, text, text->at, "expected a move of %s, found %s",
                         color == OFL_BLACK ? "white" : "black",
                         text_found(text, text->at, found));
    if (!ofl_game_play(game, move))
        return text_fail(error, text, at, "expected a legal move, found %.2s: %s",
                         text_found(text, at, found) + 1,
                         ofl_illegal_reason(game->position.board, move));
    text->at = at + 2;
    return true;
}

/* ": -04 10" */
static void read_result(struct text *text, struct reading *reading)
{
    int64_t score, rest;
    text->at++;
    text_skip_blanks(text);
    const int sign = text_peek(text, 0);
    text->at += is_sign(sign);
    if (text_read_integer(text, 64, &score) && score <= 64)
        result_set_difference(reading, sign == '-' ? -score : score);
    text_skip_blanks(text);
    text_read_integer(text, 1000, &rest);
}

bool logbook_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    ofl_game_init(&reading->game, ofl_position_start());
    while (is_sign(text_peek(text, 0)))
        if (!read_move(text, &reading->game, error))
            return false;
    text_skip_blanks(text);
    if (text_peek(text, 0) == ':')
        read_result(text, reading);
    text_skip_blanks(text);
    return text_at_end(text) ||
           text_fail(error, text, text->at, "expected + or - and a move, or : and the score, "
                     "found %s", text_found(text, text->at, found));
}

bool logbook_add(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const struct result result = result_of(reading);
    char name[8];
    for (int i = 0; i < game->n_played; i++)
        if (game->moves[i].move != OFL_PASS)
            strbuf_addf(out, "%c%s", i % 2 ? '-' : '+',
                        ofl_move_to_text(game->moves[i].move, false, name));
    if (result.has_difference)
        strbuf_addf(out, ": %+03d 10", (int)result.difference);
    return true;
}
