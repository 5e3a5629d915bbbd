/* request/request_text.c - requests that need no search: texts, boards, openings, books. */
#include <string.h>
#include <outflank/book.h>

#include "base/clock.h"
#include "base/visible.h"
#include "text/games.h"
#include "text/json.h"
#include "text/reader.h"
#include "text/writer.h"
#include "book/opening_names.h"
#include "book/xot.h"
#include "request/actions.h"
#include "request/forms.h"
#include "report/svg.h"

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
    call_judge(call, ofl_is_over(position.board), "static");
    return form_evaluation(call->engine, position, ofl_evaluate(call->engine, position.board),
                           terms, n);
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
    const ofl_board board = reading.game.position.board;
    struct book_played played[OFL_MAX_MOVES];
    struct reason reason;
    ofl_book *book = ofl_engine_book(call->engine);
    if (book && ofl_book_ask(book, board, &answer, &error) < 0)
        return call_refuse(call, "%s", error.text);
    const int n = book ? book_ask_played(book, board, played, &reason) : 0;
    if (n < 0)
        return call_refuse(call, "%s", reason.text);
    call_judge(call, call_lines_are_exact(answer.lines, answer.n_lines), "book");
    return json_with(form_book(reading.game.position, &answer), "people", form_played(played, n));
}

/* ---- boards ---- */

/* Black's discs less White's, the empty squares to the winner. */
static int result_of(ofl_position position)
{
    const int own = ofl_score(position.board, OFL_SCORE_TOURNAMENT);
    return position.turn == OFL_BLACK ? own : -own;
}

static json_t *json_of_moves(ofl_board board)
{
    json_t *moves = json_array();
    for (uint64_t left = ofl_legal_moves(board); left; left &= left - 1) {
        const int square = __builtin_ctzll(left);
        const ofl_board after = ofl_play(board, square);
        json_t *turns = json_array();
        for (uint64_t turned = after.opponent & board.opponent; turned; turned &= turned - 1)
            turns = json_and(turns, json_from_move(__builtin_ctzll(turned)));
        moves = json_and(moves, json_pack("{s:o, s:o}", "move", json_from_move(square), "turns",
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
    if (is_over)
        value = json_with(value, "result", json_integer(result_of(position)));
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

/* ---- perft ---- */

/* By the subtrees that take some milliseconds, so that it can be stopped between them. */
static uint64_t count_leaves(const struct call *call, ofl_board board, int depth,
                             enum ofl_perft_rule rule)
{
    enum { AT_ONCE = 8 };
    const uint64_t moves = ofl_legal_moves(board);
    uint64_t leaves = 0;
    const bool is_free = rule == OFL_PERFT_C || rule == OFL_PERFT_D; /* a pass is no ply */
    if (depth <= AT_ONCE || ofl_is_over(board))
        return ofl_perft(board, depth, rule);
    if (!moves)
        return count_leaves(call, ofl_play(board, OFL_PASS), depth - !is_free, rule);
    for (uint64_t left = moves; left && !call_is_stopped(call); left &= left - 1)
        leaves += count_leaves(call, ofl_play(board, __builtin_ctzll(left)), depth - 1, rule);
    return leaves;
}

json_t *action_perft(struct call *call)
{
    enum { MOST = 60 };
    struct reading reading;
    ofl_position position = ofl_position_start();
    int64_t depth = -1;
    const json_t *asked_rule = json_object_get(call->asked, "rule");
    const char *rule = asked_rule ? json_string_value(asked_rule) : "A";
    if (json_object_get(call->asked, "text")) {
        if (!call_read_game(call, &reading))
            return NULL;
        position = reading.game.position;
    }
    if (!call_read_int(call, "depth", 0, MOST, &depth))
        return NULL;
    if (depth < 0)
        return call_refuse(call, "depth: expected a whole number from 0 to %d", MOST);
    if (!rule || strlen(rule) != 1 || *rule < 'A' || *rule > 'E')
        return call_refuse(call, "rule: expected A, B, C, D or E");
    call->answer.has_position = true;
    call->answer.position = position;
    const int64_t start_us = clock_us();
    const uint64_t leaves = count_leaves(call, position.board, (int)depth,
                                         (enum ofl_perft_rule)(*rule - 'A'));
    if (call_is_stopped(call))
        return call_refuse(call, "stopped before all leaves were counted");
    return form_perft((int)depth, rule, leaves, (double)(clock_us() - start_us) / 1e6);
}

json_t *action_xot(struct call *call)
{
    int64_t seed = 0;
    if (!call_read_int(call, "seed", 0, INT64_C(1) << 53, &seed))
        return NULL;
    return json_string(xot_moves((size_t)seed % xot_count()));
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
    struct strbuf record = {0};
    if (value && json_add(&record, reading))
        json_object_set_new(value, "record", json_stringn(record.data, record.length));
    strbuf_free(&record);
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
    for (int64_t i = 0; i < most && !call_is_stopped(call) &&
                        (found = games_next(games, &reading, &error)) != 0; i++)
        json_array_append_new(list, found > 0 ? json_of_game(&reading, games_number(games))
                                              : json_of_bad(&error, games_number(games)));
    games_close(games);
    if (!call_is_stopped(call))
        return list;
    json_decref(list);
    return call_refuse(call, "stopped before the end of the text");
}

/* The record that a game was read from, as far as it holds for the moves and names of `reading`. */
static void go_on(struct reading *reading, const struct reading *kept)
{
    struct ofl_game game = kept->game;
    while (ofl_game_undo(&game))
        continue;
    for (int i = 0; i < reading->game.n_played; i++)
        if (!ofl_game_play(&game, reading->game.moves[i].move))
            return;
    if (reading->game.black[0])
        memcpy(game.black, reading->game.black, sizeof game.black);
    if (reading->game.white[0])
        memcpy(game.white, reading->game.white, sizeof game.white);
    reading_follow(reading, kept, &game);
}

/* All of it, with what "record" says of the same game; the first game that cannot be read, or
 * written, refuses the request. */
static bool convert_games(struct call *call, struct games *games, const struct writer_row *to,
                          struct strbuf *text)
{
    struct reading reading, kept;
    const char *record = call_text(call, "record");
    if (record && !reader_read(record, strlen(record), &kept, NULL)) {
        call_refuse(call, "record: expected a game, as \"read\" gives it");
        return false;
    }
    struct ofl_text_error error;
    int found;
    while (!call_is_stopped(call) && (found = games_next(games, &reading, &error)) != 0) {
        if (found < 0) {
            call->column = error.column;
            call_refuse(call, "line %zu: %s", error.line, error.text);
            return false;
        }
        if (record)
            go_on(&reading, &kept);
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
    const bool is_whole = !call_is_stopped(call);
    if (!is_whole)
        call_refuse(call, "stopped before the end of the text");
    json_t *value = is_good && is_whole
                        ? json_stringn(text.data ? text.data : "", text.length) : NULL;
    games_close(games);
    strbuf_free(&text);
    return value;
}
