/* request/text.c - requests that need no search: texts, boards, openings, books. */
#include <string.h>
#include <outflank/book.h>

#include "base/visible.h"
#include "board/games.h"
#include "board/reader.h"
#include "board/writer.h"
#include "opening/names.h"
#include "request/actions.h"
#include "request/forms.h"
#include "review/svg.h"

enum { MAX_TERMS = 64 };

json_t *action_evaluate(struct call *call)
{
    struct reading reading;
    struct ofl_term terms[MAX_TERMS];
    if (!call_read_game(call, &reading))
        return NULL;
    const ofl_position position = reading.game.position;
    size_t n = ofl_explain(call->engine, position.board, terms, MAX_TERMS);
    n = n < MAX_TERMS ? n : MAX_TERMS;
    return form_evaluation(position, ofl_evaluate(call->engine, position.board), terms, n);
}

json_t *action_openings(struct call *call)
{
    struct reading reading;
    if (!call_read_game(call, &reading))
        return NULL;
    json_t *list = json_array();
    for (int i = 0; i < OPENING_N_LANGUAGES; i++) {
        bool is_named;
        json_t *value = form_opening(&reading.game, (enum opening_language)i, &is_named);
        if (is_named)
            json_array_append_new(list, value);
    }
    return list;
}

json_t *action_book(struct call *call)
{
    struct reading reading;
    struct ofl_book_answer answer = {.n_lines = 0};
    struct ofl_book_error error;
    if (!call_read_game(call, &reading))
        return NULL;
    ofl_book *book = ofl_engine_book(call->engine);
    if (book && ofl_book_ask(book, reading.game.position.board, &answer, &error) < 0)
        return call_refuse(call, "%s", error.text);
    return form_book(reading.game.position, &answer);
}

/* ---- boards ---- */

/* Black's discs less White's, the empty squares to the winner. */
static int result_of(ofl_position position)
{
    const int own = ofl_score(position.board, OFL_SCORE_TOURNAMENT);
    return position.turn == OFL_BLACK ? own : -own;
}

static json_t *square_name(int square)
{
    char text[8];
    return json_string(ofl_move_to_text(square, false, text));
}

static json_t *json_of_moves(ofl_board board)
{
    json_t *moves = json_array();
    for (uint64_t left = ofl_legal_moves(board); left; left &= left - 1) {
        const int square = __builtin_ctzll(left);
        const ofl_board after = ofl_play(board, square);
        json_t *turns = json_array();
        for (uint64_t turned = after.opponent & board.opponent; turned; turned &= turned - 1)
            json_array_append_new(turns, square_name(__builtin_ctzll(turned)));
        json_array_append_new(moves, json_pack("{s:o, s:o}", "move", square_name(square), "turns",
                                               turns));
    }
    return moves;
}

json_t *action_position(struct call *call)
{
    struct reading reading;
    char text[OFL_BOARD_TEXT];
    if (!call_read_game(call, &reading))
        return NULL;
    const ofl_position position = reading.game.position;
    const ofl_board board = position.board;
    const bool is_black = position.turn == OFL_BLACK, is_over = ofl_is_over(board);
    const int own = __builtin_popcountll(board.player);
    const int other = __builtin_popcountll(board.opponent);
    json_t *value = json_pack(
        "{s:i, s:s, s:s, s:s, s:i, s:{s:i, s:i}, s:o, s:b}", "schema", JSON_SCHEMA, "type",
        "position", "position", ofl_position_to_text(position, text), "side",
        is_black ? "black" : "white", "empties", ofl_count_empties(board), "discs", "black",
        is_black ? own : other, "white", is_black ? other : own, "moves", json_of_moves(board),
        "over", is_over);
    if (value && is_over)
        json_object_set_new(value, "result", json_integer(result_of(position)));
    return json_add_opening(value, board);
}

json_t *action_svg(struct call *call)
{
    struct reading reading;
    struct strbuf text = {0};
    const char *title = call_text(call, "title");
    if (!call_read_game(call, &reading))
        return NULL;
    const struct svg_board board = {.position = reading.game.position,
                                    .title = title ? title : "Othello"};
    svg_add_board(&text, &board);
    json_t *value = text.is_failed ? NULL : json_stringn(text.data, text.length);
    strbuf_free(&text);
    return value;
}

/* ---- files ---- */

/* The games of the request; NULL after refusing it. */
static struct games *open_games(struct call *call)
{
    const char *text = call->data ? call->data : call_text(call, "text");
    if (text)
        return games_open_text(text, call->data ? call->data_length : strlen(text));
    call_refuse(call, "text: expected positions or games");
    return NULL;
}

static json_t *json_of_game(const struct reading *reading, size_t number)
{
    const struct ofl_game *game = &reading->game;
    const bool is_over = ofl_is_over(game->position.board);
    char moves[2 * OFL_MAX_PLIES + 1], from[OFL_BOARD_TEXT], to[OFL_BOARD_TEXT];
    ofl_game_to_transcript(game, false, moves);
    json_t *value = json_pack(
        "{s:i, s:s, s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o}", "schema", JSON_SCHEMA, "type",
        "game", "index", (json_int_t)number, "black", visible(game->black).text, "white",
        visible(game->white).text, "date", visible(game->date).text, "from",
        ofl_position_to_text(game->start, from), "moves", moves, "to",
        ofl_position_to_text(game->position, to), "over", is_over, "result",
        is_over ? json_integer(result_of(game->position)) : json_null());
    if (value && reading->note.text[0])
        json_object_set_new(value, "note", json_string(reading->note.text));
    return value;
}

static json_t *json_of_bad(const struct ofl_text_error *error, size_t number)
{
    return json_pack("{s:i, s:s, s:I, s:{s:s, s:I, s:I}}", "schema", JSON_SCHEMA, "type", "game",
                     "index", (json_int_t)number, "error", "message", error->text, "line",
                     (json_int_t)error->line, "column", (json_int_t)error->column);
}

json_t *action_read(struct call *call)
{
    enum { USUAL = 1000, MOST = 1000000 };
    int64_t most = USUAL;
    struct reading reading;
    struct ofl_text_error error;
    struct games *games = NULL;
    if (!call_read_int(call, "most", 1, MOST, &most) || !(games = open_games(call)))
        return NULL;
    json_t *list = json_array();
    int found = 0;
    for (int64_t i = 0; i < most && (found = games_next(games, &reading, &error)) != 0; i++)
        json_array_append_new(list, found > 0 ? json_of_game(&reading, games_number(games))
                                              : json_of_bad(&error, games_number(games)));
    games_close(games);
    return list;
}

/* All of it; the first game that cannot be read, or written, refuses the request. */
static bool convert_games(struct call *call, struct games *games, const struct writer_row *to,
                          struct strbuf *text)
{
    struct reading reading;
    struct ofl_text_error error;
    int found;
    while ((found = games_next(games, &reading, &error)) != 0) {
        if (found < 0) {
            call->column = error.column;
            call_refuse(call, "line %zu: %s", error.line, error.text);
            return false;
        }
        if (!writer_add(to, text, &reading, &call->reason))
            return false;
    }
    return !text->is_failed;
}

json_t *action_convert(struct call *call)
{
    const char *to_name = call_text(call, "to"), *from_name = call_text(call, "from");
    const struct writer_row *to = to_name ? writer_find(to_name, strlen(to_name)) : NULL;
    const struct text_format *from = from_name ? reader_find(from_name, strlen(from_name)) : NULL;
    struct strbuf text = {0};
    if (!to || to->is_binary)
        return call_refuse(call, "to: expected a format of text, such as ggf or moves");
    if (from_name && !from)
        return call_refuse(call, "from: expected a format, such as ggf or moves");
    struct games *games = open_games(call);
    if (!games)
        return NULL;
    games_set_format(games, from);
    const bool is_good = convert_games(call, games, to, &text);
    json_t *value = is_good ? json_stringn(text.data ? text.data : "", text.length) : NULL;
    games_close(games);
    strbuf_free(&text);
    return value;
}
