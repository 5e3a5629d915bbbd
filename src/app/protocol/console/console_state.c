/* protocol/console/console_state.c - implements console_state.h. */
#include "protocol/console/console_state.h"
#include "protocol/console/console_variant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/visible.h"

enum { SENTENCE = 400 };

bool console_fail(struct console *console, const char *format, ...)
{
    char text[SENTENCE];
    va_list list;
    va_start(list, format);
    visible_format(text, sizeof text, format, list);
    va_end(list);
    strbuf_add(console_out(console), text);
    strbuf_add(console_out(console), "\n");
    return false;
}

bool console_read_int(struct console *console, struct word word, const char *what, int64_t min,
                      int64_t max, int64_t *value)
{
    return command_read_int(word, what, min, max, value, console_out(console)) ||
           console_fail(console, ".");
}

bool console_may_use_files(struct console *console)
{
    const struct protocol_config *config = console->session->config;
    return config->allow_files || isatty(config->input_fd) ||
           console_fail(console, "Files are only read and written with --allow-files, or at a "
                                 "terminal.");
}

static const char *color_name(enum ofl_color color)
{
    return color == OFL_BLACK ? "Black" : "White";
}

/* ---- the players ---- */

void console_add_clock(const struct timing *timing, struct strbuf *out)
{
    const bool is_per_move = timing->mode == TIMING_PER_MOVE;
    strbuf_add_decimal(out, is_per_move ? timing->move_ms : timing->main_ms, 3, false);
    strbuf_add(out, is_per_move ? " s per move" : " s per game and ");
    if (is_per_move)
        return;
    strbuf_add_decimal(out, timing->increment_ms, 3, false);
    strbuf_add(out, " s more for each move");
}

/* "Outflank (strength 8)", "Outflank (5 s per move)", "Outflank (level 10)" */
static void name_engine(struct console *console, enum ofl_color color)
{
    ofl_engine *engine = console->session->engine;
    const bool is_person = strcmp(ofl_get_option(engine, "style"), "people") == 0;
    const char *strength = ofl_get_option(engine, "strength");
    struct strbuf name = {0};
    strbuf_add(&name, "Outflank (");
    if (is_person)
        strbuf_addf(&name, "as people rated %s", ofl_get_option(engine, "rating"));
    else if (strcmp(strength, "off") != 0)
        strbuf_addf(&name, "strength %s", strength);
    else if (ofl_loss(engine))
        strbuf_addf(&name, "loss %s", ofl_get_option(engine, "loss"));
    else if (console->timing.mode != TIMING_NONE)
        console_add_clock(&console->timing, &name);
    else
        strbuf_addf(&name, "level %s", ofl_get_option(engine, "level"));
    strbuf_add(&name, ")");
    snprintf(console->engine[color], OFL_NAME_TEXT, "%s", name.data ? name.data : "Outflank");
    strbuf_free(&name);
}

struct ofl_game console_record(const struct console *console)
{
    struct ofl_game game = console->game;
    char *const names[2] = {[OFL_BLACK] = game.black, [OFL_WHITE] = game.white};
    const time_t now = time(NULL);
    struct tm day;
    if (!console->engine[OFL_BLACK][0] && !console->engine[OFL_WHITE][0])
        return game;
    for (int i = 0; i < 2; i++) {
        const char *name = console->engine[i][0] ? console->engine[i] :
                           console->person[0] ? console->person : "Human";
        if (!names[i][0])
            snprintf(names[i], OFL_NAME_TEXT, "%s", name);
    }
    if (!game.date[0] && localtime_r(&now, &day))
        strftime(game.date, OFL_NAME_TEXT, "%Y-%m-%d", &day);
    return game;
}

/* ---- the game ---- */

const char *console_opening(const struct console *console)
{
    const struct opening *opening = opening_of_game(&console->game, console->language, NULL);
    return opening ? opening->name : NULL;
}

static void say_what_next(struct console *console)
{
    strbuf_add(console_out(console), "'review' finds mistakes, 'save NAME.ggf' keeps the game, 'new' "
                                     "begins another.\n");
}

void console_show(struct console *console)
{
    struct strbuf *out = console_out(console);
    if (console_has_variant(console)) {
        console_variant_show(out, &console->game, session_score_rule(console->session));
        console_board_add_beside(out, &console->session->record, &console->game);
        return;
    }
    if (console->look.is_board)
        console_board_add(out, &console->look, &console->game, console_opening(console));
    else
        show_board(out, console->game.position, '+', console_opening(console));
    console_board_add_beside(out, &console->session->record, &console->game);
    if (!ofl_is_over(console->game.position.board))
        return;
    const enum ofl_score_rule rule = session_score_rule(console->session);
    int difference = show_difference(console->game.position, rule);
    show_result(out, console->game.position, rule);
    if (difference) {
        strbuf_add(out, ", ");
        show_grade(out, difference);
    }
    strbuf_add(out, ".\n");
    say_what_next(console);
    console_series_count(&console->series, difference, out);
}

void console_begin_search(struct console *console)
{
    console_progress_begin(&console->progress, console->session->engine,
                           &console->session->output, console->look.has_cursor);
}

void console_end_search(struct console *console) { console_progress_end(&console->progress); }

bool console_has_answer(struct console *console, int code)
{
    return !session_is_ending(console->session) &&
           (code == OFL_OK || console_fail(console, "%s.", ofl_last_error(console->session->engine)));
}

void console_play_on(struct console *console)
{
    if (console->has_resigned)
        console->game.result[0] = '\0';
    console->has_resigned = false;
}

void console_start(struct console *console, ofl_position position)
{
    console->resign = (struct resign){0};
    console->has_resigned = false;
    console->engine[OFL_BLACK][0] = console->engine[OFL_WHITE][0] = '\0';
    ofl_game_init(&console->game, position);
    session_keep(console->session, NULL, NULL);
    timing_new_game(&console->timing);
    console_series_board(&console->series, ofl_is_over(position.board));
    console->must_answer = true;
}

void console_note(struct console *console, const struct reading *reading)
{
    if (reading->note.text[0])
        strbuf_addf(console_out(console), "Note: %s.\n", reading->note.text);
}

bool console_open(struct console *console, struct word text)
{
    struct reading reading;
    struct ofl_text_error error;
    if (!reader_read_variant(text.text, text.length, &reading, &error))
        return console_fail(console, "Line %zu, column %zu: %s.", error.line, error.column,
                            error.text);
    console_take(console, &reading);
    return true;
}

void console_take(struct console *console, const struct reading *reading)
{
    console_start(console, reading->game.start);
    console->must_answer = false;
    session_keep(console->session, reading, &console->game);
    console_series_board(&console->series, console_has_variant(console) ||
                                               ofl_is_over(reading->game.position.board));
    console_note(console, reading);
    console_pass(console);
    console_show(console);
}

void console_pass(struct console *console)
{
    struct ofl_game *game = &console->game;
    if (!variant_is_legal(game->variant, game->position.board, OFL_PASS))
        return;
    if (console->must_type_passes && !console->is_engine[game->position.turn])
        return;
    strbuf_addf(console_out(console), "%s has no move and passes.\n",
                color_name(game->position.turn));
    ofl_game_play(game, OFL_PASS);
}

/* With the first mover open the first move tells: no square is open to both. */
static bool play_text(struct ofl_game *game, enum first_mover first, struct word text,
                      struct ofl_text_error *error)
{
    if (ofl_game_add_transcript(game, text.text, text.length, error))
        return true;
    if (first != FIRST_CHOOSE || game->n_played)
        return false;
    struct ofl_game other;
    ofl_game_init(&other, first_mover_give_turn(game->start, !game->start.turn));
    if (!ofl_game_add_transcript(&other, text.text, text.length, NULL))
        return false;
    *game = other;
    return true;
}

/* One move is told in a sentence; of several, where the wrong one stands. */
static bool refuse_moves(struct console *console, struct word text,
                         const struct ofl_text_error *error)
{
    const ofl_board board = console->game.position.board;
    const int move = show_read_move(text);
    const struct ofl_variant variant = console->game.variant;
    const char *reason =
        move == OFL_NO_MOVE ? NULL : variant_illegal_reason(variant, board, move);
    struct strbuf *out = console_out(console);
    if (variant_is_over(variant, board))
        return console_fail(console, "The game is over; 'new' begins another.");
    if (move == OFL_NO_MOVE && text.length <= 3) {
        strbuf_add_quoted(out, text.text, text.length);
        return console_fail(console, " is no square: squares are a1 to h8.");
    }
    if (!reason)
        return console_fail(console, "Nothing was played: %s (column %zu).", error->text,
                            error->column);
    show_move(out, move, false);
    if (move == OFL_PASS)
        strbuf_add(out, " is not legal; legal moves:");
    else
        strbuf_addf(out, " is not legal (%s); legal moves:", reason);
    const uint64_t moves = variant_moves(variant, board);
    show_squares(out, moves);
    return console_fail(console, "%s", moves ? "." : " pass.");
}

bool console_play_text(struct console *console, struct word text)
{
    struct ofl_game game = console->game;
    struct ofl_text_error error;
    if (!play_text(&game, console->first, text, &error))
        return refuse_moves(console, text, &error);
    const int n_before = console->game.n_played;
    if (console->must_type_passes && game.n_played > n_before && game.moves[n_before].is_implied)
        return console_fail(console, "%s has no move: type 'pass'.",
                            color_name(console->game.position.turn));
    if (game.start.turn != console->game.start.turn)
        console_series_turn(&console->series, game.start.turn, console->is_engine,
                            console_out(console));
    console->game = game;
    console_play_on(console);
    console_pass(console);
    console->must_answer = true;
    return true;
}

/* Gives the game up. It counts with the score that was expected, as a loss by 2 at least. */
static bool resign(struct console *console, enum ofl_color color, const struct ofl_line *line)
{
    const int discs = line->score > -300 ? 2 : -line->score / 100;
    console->has_resigned = true;
    snprintf(console->game.result, OFL_NAME_TEXT, "%+d.00:r", color == OFL_BLACK ? -discs : discs);
    strbuf_addf(console_out(console), "%s resigns (", color_name(color));
    show_score(console_out(console), line->score);
    strbuf_add(console_out(console), ").\n");
    say_what_next(console);
    console_series_count(&console->series, color == OFL_BLACK ? -discs : discs,
                         console_out(console));
    return false;
}

void console_say_problem(struct console *console)
{
    const char *problem = ofl_book_take_problem(console->session->engine);
    if (*problem)
        console_fail(console, "%s.", problem);
}

/* One move of the engine; false if the session ends or no move came. */
static bool engine_move(struct console *console)
{
    struct session *session = console->session;
    struct ofl_game *game = &console->game;
    enum ofl_color color = game->position.turn;
    struct ofl_limits limits = {0};
    struct ofl_result result;
    int64_t start_ms = clock_ms();
    timing_limits(&console->timing, color, 0, &limits);
    console_begin_search(console);
    const bool is_variant = console_has_variant(console);
    int code = OFL_OK;
    if (is_variant ? !console_variant_search(session, &console->searcher, game, &limits,
                                              CONSOLE_STOP, &result)
                   : (code = session_choose(session, game, &limits, CONSOLE_STOP, &result)) != 0) {
        console_end_search(console);
        return code != OFL_OK && console_has_answer(console, code);
    }
    console_end_search(console);
    if (!console_has_answer(console, code))
        return false;
    console_say_problem(console);
    timing_used(&console->timing, color, clock_ms() - start_ms);
    const struct ofl_line *line = &result.lines[0];
    struct strbuf *out = console_out(console);
    int n_empties = variant_count_empties(game->variant, game->position.board);
    if (!is_variant && resign_is_due(session, &console->resign, game, &result))
        return resign(console, color, line);
    if (!ofl_game_play(game, line->move))
        return console_fail(console, "The engine found no move.");
    strbuf_addf(out, "%s plays ", color_name(color));
    show_move(out, line->move, false);
    strbuf_add(out, " (");
    show_score(out, line->score);
    strbuf_addf(out, "%s%s, ", line->source ? ", " : "", ofl_source_text(line->source));
    strbuf_add(out, line->solved && !line->wld ? "exact" : "depth ");
    if (!line->solved || line->wld)
        show_depth(out, line, n_empties);
    session_add_contempt(session, &limits, out, ", ");
    strbuf_add(out, ", ");
    strbuf_add_decimal(out, result.time_ms, 3, false);
    strbuf_add(out, " s)\n");
    name_engine(console, color);
    console_pass(console);
    return true;
}

/* Shows what has been said up to now: a search may take its time. */
bool console_move(struct console *console)
{
    session_send(console->session);
    bool is_ok = engine_move(console);
    if (is_ok)
        console_show(console);
    session_send(console->session);
    return is_ok;
}

/* The only move of a person, if that is wanted. */
static bool play_only_move(struct console *console)
{
    struct ofl_game *game = &console->game;
    const uint64_t moves = variant_moves(game->variant, game->position.board);
    if (!console->plays_only_moves || bit_count(moves) != 1)
        return false;
    strbuf_addf(console_out(console), "%s has one move, ", color_name(game->position.turn));
    show_move(console_out(console), bit_first(moves), false);
    strbuf_add(console_out(console), ", and plays it.\n");
    ofl_game_play(game, bit_first(moves));
    console_pass(console);
    console_show(console);
    return session_send(console->session);
}

void console_answer(struct console *console)
{
    struct ofl_game *game = &console->game;
    while (!console->has_resigned && !variant_is_over(game->variant, game->position.board)) {
        if (!console->is_engine[game->position.turn]) {
            if (!play_only_move(console))
                return;
            continue;
        }
        if (!console_move(console))
            return;
        /* A person's line interrupts a game of the engine against itself, too. */
        if (session_was_stopped(console->session) && console->is_engine[game->position.turn]) {
            strbuf_add(console_out(console), "Stopped; 'go' goes on.\n");
            session_send(console->session);
            return;
        }
    }
}
