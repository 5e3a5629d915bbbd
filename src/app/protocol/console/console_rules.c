/* protocol/console/console_rules.c - console commands of the rule sheets: score and its
 * grade, series of games, handicaps, the first mover, passes, the referee. */
#include "protocol/console/console_state.h"

static bool do_score(void *state, const struct command_call *call)
{
    struct console *console = state;
    show_score_sheet(console_out(console), console->game.position);
    if (ofl_is_over(console->game.position.board))
        strbuf_add(console_out(console), "The rule sheet calls a win Close, from 12 Hot, from 26 Fight, "
                                         "from 40 Walkaway, from 54 Perfect.\n");
    return true;
}

/* ---- series ---- */

/* "best-of 3 [WHO]", "race 100 [WHO]". */
static bool begin_series(struct console *console, const struct command_call *call)
{
    const bool is_race = word_is_any_case(call->args[0], "race");
    enum ofl_series_first first = OFL_SERIES_ALTERNATE;
    int64_t n;
    if (!console_read_int(console, call->args[1],
                          is_race ? "The number of points" : "The number of games", 1,
                          is_race ? 100000 : 999, &n))
        return false;
    if (call->n_args > 2 && !console_series_read_first(call->args[2], &first))
        return console_fail(console, "Who begins: alternate, loser, weaker, a or b.");
    const struct ofl_series score = {.race = is_race ? (int)n : 0,
                                     .best_of = is_race ? 0 : (int)n};
    console_series_begin(&console->series, score, first,
                         console->game.start.turn, ofl_is_over(console->game.position.board));
    return true;
}

static bool do_series(void *state, const struct command_call *call)
{
    struct console *console = state;
    const struct word *args = call->args;
    if (call->n_args >= 2 &&
        (word_is_any_case(args[0], "best-of") || word_is_any_case(args[0], "race"))) {
        if (!begin_series(console, call))
            return false;
    } else if (call->n_args == 1 && word_is_any_case(args[0], "off")) {
        console->series.is_on = false;
    } else if (call->n_args) {
        return console_fail(console, "Usage: series best-of GAMES [WHO], series race POINTS "
                                     "[WHO], series off");
    }
    console_series_say(&console->series, console_out(console));
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
    const bool is_whites = console->handicap < 0;
    const int n = is_whites ? -console->handicap : console->handicap;
    strbuf_addf(console_out(console), "%s gives %s %s%s.\n", is_whites ? "Black" : "White",
                is_whites ? "White" : "Black", corners[n],
                n ? "; 'new' keeps the handicap, 'handicap 0' ends it" : "");
}

/* A board that was set keeps its discs; a handicap given before makes room for another. */
static ofl_position without_handicap(const struct console *console)
{
    const ofl_position starts[] = {first_mover_start(console->first),
                                   first_mover_alternate(console->first)};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        ofl_position position = starts[i];
        if (first_mover_handicap(&position, console->handicap) &&
            is_same_position(position, console->game.start))
            return starts[i];
    }
    return console->game.start;
}

static bool do_handicap(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t corners;
    enum ofl_color color;
    struct word number;
    if (!first_mover_read_handicap(call->args, call->n_args, &number, &color))
        return console_fail(console, "Usage: handicap [black|white] N");
    if (!console_read_int(console, number, "The number of corners", 0, 4, &corners))
        return false;
    if (color == OFL_WHITE)
        corners = -corners;
    if (console->game.n_played)
        return console_fail(console, "A handicap is given before the first move; try 'new'.");
    ofl_position position = without_handicap(console);
    if (!first_mover_handicap(&position, (int)corners))
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
    console_series_turn(&console->series, console->game.start.turn, console->is_engine,
                        console_out(console));
    console_show(console);
    return true;
}

/* ---- passes ---- */

/* The switch's word, if there is one. False: it is none. */
static bool read_switch(struct console *console, const struct command_call *call, bool *is_on)
{
    const bool is_off = call->n_args && word_is_any_case(call->args[0], "off");
    if (call->n_args && !is_off && !word_is_any_case(call->args[0], "on"))
        return console_fail(console, "Usage: %s on, %s off", call->command->names[0],
                            call->command->names[0]);
    if (call->n_args)
        *is_on = !is_off;
    return true;
}

static bool do_auto_move(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (!read_switch(console, call, &console->plays_only_moves))
        return false;
    strbuf_add(console_out(console), console->plays_only_moves
                   ? "A person's only move is made by itself.\n"
                   : "A person types every move.\n");
    console->must_answer = true;
    return true;
}

static bool do_auto_pass(void *state, const struct command_call *call)
{
    struct console *console = state;
    bool is_auto = !console->must_type_passes;
    if (!read_switch(console, call, &is_auto))
        return false;
    console->must_type_passes = !is_auto;
    strbuf_add(console_out(console), console->must_type_passes
                   ? "A person who has no move must type 'pass'.\n"
                   : "Forced passes are made by themselves.\n");
    console_pass(console);
    console->must_answer = true;
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
    {{"score"}, 0, 0, do_score, "", "the discs; at the end the score by both ways of counting, and its grade"},
    {{"series"}, 0, 3, do_series,
     "[best-of N | race N] [alternate|loser|weaker|a|b] | off",
     "count a series of games, by games won or by points; who begins them"},
    {{"first"}, 0, 1, do_first, "[black|white|choose]",
     "who begins; choose: the first move tells whose it is"},
    {{"handicap"}, 1, 2, do_handicap, "[black|white] N",
     "discs of Black (or White) on N corners before the first move: a1 h8 a8 h1"},
    {{"auto-pass"}, 0, 1, do_auto_pass, "[on|off]", "off: whoever has no move must type 'pass'"},
    {{"auto-move"}, 0, 1, do_auto_move, "[on|off]", "on: a person's only move is made by itself"},
    {{"referee"}, 1, COMMAND_ANY, do_referee, "[BOARD SIDE] MOVE BOARD SIDE [late]",
     "was a move made rightly: the position before it, the move, the position after it"},
    COMMAND_END,
};
