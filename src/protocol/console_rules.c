/* protocol/console_rules.c - console commands of the rule sheets: score and its
 * grade, a series of games, handicaps, the first mover, the referee. */
#include "protocol/console_state.h"

#include <string.h>

static bool do_score(void *state, const struct command_call *call)
{
    struct console *console = state;
    (void)call;
    show_score_sheet(console_out(console), console->game.position);
    return true;
}

/* ---- series ---- */

static bool do_series(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t n;
    if (call->n_args == 1 && word_is_any_case(call->args[0], "off")) {
        console->has_series = false;
    } else if (call->n_args == 2 && word_is_any_case(call->args[0], "best-of")) {
        if (!console_read_int(console, call->args[1], "The number of games", 1, 999, &n))
            return false;
        console->series = (struct ofl_series){.best_of = (int)n};
        console->has_series = true;
    } else if (call->n_args == 2 && word_is_any_case(call->args[0], "race")) {
        if (!console_read_int(console, call->args[1], "The number of points", 1, 100000, &n))
            return false;
        console->series = (struct ofl_series){.race = (int)n};
        console->has_series = true;
    } else if (call->n_args) {
        return console_fail(console, "Usage: series best-of GAMES, series race POINTS, series off");
    }
    if (call->n_args && console->has_series) {
        console->color_of_a = OFL_BLACK;
        console->is_counted = ofl_is_over(console->game.position.board);
    }
    console_say_series(console);
    return true;
}

/* ---- beginning ---- */

static bool is_same_position(ofl_position a, ofl_position b)
{
    return a.turn == b.turn && a.board.player == b.board.player &&
           a.board.opponent == b.board.opponent;
}

/* What was given, and that it stays. */
static void say_handicap(struct console *console)
{
    static const char *const corners[] = {"no corner", "a1", "a1 and h8", "a1, h8 and a8",
                                          "all four corners"};
    strbuf_addf(console_out(console), console->handicap
                    ? "White gives Black %s; 'new' keeps the handicap, 'handicap 0' ends it.\n"
                    : "White gives Black %s.\n", corners[console->handicap]);
}

static bool do_handicap(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t corners;
    if (!console_read_int(console, call->args[0], "The number of corners", 0, 4, &corners))
        return false;
    if (console->game.n_played)
        return console_fail(console, "A handicap is given before the first move; try 'new'.");
    /* A board that was set keeps its discs; a handicap given before makes room for this one. */
    ofl_position position = console->game.start;
    if (is_same_position(position, console_first_position(console)))
        position = first_mover_start(console->first);
    if (!ofl_handicap(&position, (int)corners))
        return console_fail(console, "A corner is taken already; try 'new'.");
    console->handicap = (int)corners;
    say_handicap(console);
    console_start(console, position);
    console_show(console);
    return true;
}

static bool do_first(void *state, const struct command_call *call)
{
    struct console *console = state;
    enum first_mover first = console->first;
    if (call->n_args == 0) {
        strbuf_addf(console_out(console), "First mover: %s\n", first_mover_name(first));
        return true;
    }
    if (!first_mover_read(call->args[0], &first))
        return console_fail(console, "The first mover must be black, white or choose.");
    if (console->game.n_played)
        return console_fail(console, "The first mover is chosen before the first move; try 'new'.");
    console->first = first;
    enum ofl_color color = first_mover_start(first).turn;
    if (console->game.start.turn != color)
        console_start(console, first_mover_give_turn(console->game.start, color));
    console_show(console);
    return true;
}

/* ---- the referee ---- */

/* "referee MOVE BOARD SIDE" judges a move in the current position. */
static bool do_referee(void *state, const struct command_call *call)
{
    struct console *console = state;
    ofl_position before, after;
    int move = show_read_move(call->args[0]);
    char here[OFL_BOARD_TEXT];
    struct strbuf line = {0}, reason = {0};
    if (move != OFL_NO_MOVE)
        strbuf_addf(&line, "%s ", ofl_position_to_text(console->game.position, here));
    strbuf_add_bytes(&line, call->rest.text, call->rest.length);
    bool is_late = false;
    bool is_ok = line.data && show_read_referee((struct word){line.data, line.length}, &before,
                                                &move, &after, &is_late, &reason);
    if (is_ok)
        show_referee(console_out(console), before, move, after, is_late);
    else
        strbuf_add(console_out(console), reason.data ? reason.data : "no memory");
    strbuf_add(console_out(console), "\n");
    strbuf_free(&line);
    strbuf_free(&reason);
    return is_ok;
}

const struct command console_rules_commands[] = {
    {{"score"}, 0, 0, do_score, "", "discs, score by both ways of counting, and its grade"},
    {{"series"}, 0, 2, do_series, "[best-of N | race N | off]", "count a series of games"},
    {{"first"}, 0, 1, do_first, "[black|white|choose]",
     "who begins; choose: whose first move it is"},
    {{"handicap"}, 1, 1, do_handicap, "N", "black discs on N corners, a1 h8 a8 h1"},
    {{"referee"}, 1, COMMAND_ANY, do_referee, "[BOARD SIDE] MOVE BOARD SIDE [late]",
     "were the discs turned rightly: position before, move, position after"},
    COMMAND_END,
};
