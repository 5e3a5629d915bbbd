/* protocol/console/console_game.c - console commands that make a game.
 *
 * Forced passes are made for both sides, here and by undo, so that a person
 * does not have to type them ("auto-pass off": a person does). */
#include "protocol/console/console_state.h"

#include <stdio.h>
#include <string.h>

#include "book/xot.h"
#include "options/suggest.h"
#include "text/variant_text.h"

/* Where a new game starts: the first mover and the handicap kept. */
static ofl_position console_first_position(const struct console *console)
{
    ofl_position position = first_mover_start(console->first);
    first_mover_handicap(&position, console->handicap);
    return position;
}

static void begin(struct console *console, ofl_position position)
{
    console_series_next(&console->series, position.turn, console->is_engine,
                        console_out(console));
    console_start(console, position);
    session_new_game(console->session);
}

static bool new_alternate(struct console *console)
{
    ofl_position position = first_mover_alternate(console->first);
    first_mover_handicap(&position, console->handicap);
    begin(console, position);
    console_show(console);
    return true;
}

static bool new_xot(struct console *console, const struct command_call *call)
{
    int64_t seed;
    if (call->n_args > 1 &&
        !console_read_int(console, call->args[1], "The seed", 0, INT64_MAX, &seed))
        return false;
    if (console->handicap)
        return console_fail(console, "XOT games have no handicap: 'handicap 0' ends it.");
    begin(console, first_mover_start(console->first));
    if (call->n_args < 2)
        seed = session_take_seed(console->session);
    const size_t index = first_mover_xot(console->first, (uint64_t)seed, &console->game);
    strbuf_addf(console_out(console), "XOT %zu of %zu, seed %lld.\n", index + 1, xot_count(),
                (long long)seed);
    console_show(console);
    return true;
}

/* "new anti", "new 6x6", "new holes:c3,f6". */
static bool new_variant(struct console *console, struct word word)
{
    char name[256];
    struct ofl_variant variant;
    struct reason reason;
    snprintf(name, sizeof name, "%.*s", (int)(word.length < 255 ? word.length : 255), word.text);
    if (!variant_read(name, &variant, &reason))
        return console_fail(console, "Usage: new, new alternate, new xot [SEED], new GAME: %s.",
                            reason.text);
    if (console->handicap || console->series.is_on || console->first != FIRST_BLACK)
        return console_fail(console, "Other games know no handicap, no series and no first mover.");
    begin(console, variant_start(variant));
    console->game.variant = variant;
    console_show(console);
    return true;
}

static bool do_new(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (call->n_args && word_is_any_case(call->args[0], "xot"))
        return new_xot(console, call);
    if (call->n_args == 1 && word_is_any_case(call->args[0], "alternate"))
        return new_alternate(console);
    if (call->n_args == 1)
        return new_variant(console, call->args[0]);
    if (call->n_args)
        return console_fail(console, "Usage: new, new alternate, new xot [SEED], new GAME");
    begin(console, console_first_position(console));
    console_show(console);
    return true;
}

static bool do_board(void *state, const struct command_call *call)
{
    struct console *console = state;
    console_show(console);
    return true;
}

static bool do_play(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (!console_play_text(console, call->rest))
        return false;
    console_show(console);
    return true;
}

static bool is_person_to_move(const struct console *console)
{
    return !console->is_engine[console->game.position.turn];
}

/* Takes back (or plays again) one move and the passes that go with it. */
static bool step(struct console *console, bool (*one)(struct ofl_game *))
{
    struct ofl_game *game = &console->game;
    if (!one(game))
        return false;
    while (!console->must_type_passes &&
           variant_is_legal(game->variant, game->position.board, OFL_PASS) && one(game))
        continue;
    return true;
}

static bool go_through(struct console *console, const struct command_call *call,
                       bool (*one)(struct ofl_game *), const char *nothing)
{
    int64_t n = 1;
    if (call->n_args &&
        !console_read_int(console, call->args[0], "The number of moves", 1, OFL_MAX_PLIES, &n))
        return false;
    /* Against the engine the moves that count are the person's: each goes with its answer. */
    const bool is_duel = console->is_engine[OFL_BLACK] != console->is_engine[OFL_WHITE];
    int64_t done = 0;
    for (; done < n && step(console, one); done++)
        while (is_duel && !is_person_to_move(console) && step(console, one))
            continue;
    if (!done)
        return console_fail(console, "%s", nothing);
    console_play_on(console);
    console_show(console);
    return true;
}

static bool do_undo(void *state, const struct command_call *call)
{
    struct console *console = state;
    return go_through(console, call, ofl_game_undo, "There is no move to take back.");
}

static bool do_redo(void *state, const struct command_call *call)
{
    struct console *console = state;
    return go_through(console, call, ofl_game_redo, "There is no move to play again.");
}

static bool do_go(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (variant_is_over(console->game.variant, console->game.position.board))
        return console_fail(console, "The game is over.");
    console->resign = (struct resign){0};
    console_play_on(console);
    console_pass(console);
    console_move(console);
    console->must_answer = true;
    return true;
}

static void say_mode(struct console *console)
{
    const bool *engine = console->is_engine;
    strbuf_addf(console_out(console), "The engine plays %s.\n",
                engine[0] && engine[1] ? "both sides" : engine[0] ? "black" :
                engine[1] ? "white" : "neither side");
}

/* Edax's numbers are understood as well: 0 to 3. */
static bool do_mode(void *state, const struct command_call *call)
{
    struct console *console = state;
    static const struct {
        const char *name, *number;
        bool is_black, is_white;
    } modes[] = {{"white", "0", false, true}, {"black", "1", true, false},
                 {"both", "2", true, true},   {"none", "3", false, false}};
    for (size_t i = 0; call->n_args && i < sizeof modes / sizeof *modes; i++)
        if (word_is_any_case(call->args[0], modes[i].name) ||
            word_is(call->args[0], modes[i].number)) {
            console->is_engine[OFL_BLACK] = modes[i].is_black;
            console->is_engine[OFL_WHITE] = modes[i].is_white;
            console->must_answer = true;
            say_mode(console);
            return true;
        }
    if (call->n_args)
        return console_fail(console, "The mode must be black, white, both or none: "
                                     "the sides the engine plays.");
    say_mode(console);
    return true;
}

static bool do_level(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct word name = {"level", 5};
    if (call->n_args && !session_set_option(console->session, name, call->args[0]))
        return console_fail(console, ".");
    strbuf_addf(console_out(console), "The level is %lld.\n",
                (long long)session_option_int(console->session, "level", 0));
    return true;
}

static const struct word STYLE = {"style", 5};

/* What people call a strength. */
static const struct { const char *name, *strength; } opponents[] = {
    {"easy", "4"}, {"fair", "8"}, {"hard", "12"}, {"full", "20"}};

static void say_strength(struct console *console)
{
    struct strbuf *out = console_out(console);
    const char *strength = ofl_get_option(console->session->engine, "strength");
    const int loss_cd = ofl_loss(console->session->engine);
    if (strcmp(strength, "off") != 0)
        strbuf_addf(out, "The strength is %s of 20. ", strength);
    if (loss_cd) {
        strbuf_add(out, "The engine gives away about ");
        strbuf_add_decimal(out, loss_cd, 2, false);
        strbuf_add(out, " discs a move.\n");
    } else {
        strbuf_add(out, strcmp(strength, "off") != 0
                            ? "The engine plays as well as it can at level 20.\n"
                            : "The level and the clock decide how well the engine plays.\n");
    }
}

/* "strength fair", "strength 9", and the words alone: "fair". */
static bool do_strength(void *state, const struct command_call *call)
{
    struct console *console = state;
    const struct word name = {"strength", 8};
    const char *word = call->command->names[0];
    struct word value = call->n_args ? call->args[0] : (struct word){word, strlen(word)};
    for (size_t i = 0; i < sizeof opponents / sizeof *opponents; i++)
        if (word_is_any_case(value, opponents[i].name))
            value = (struct word){opponents[i].strength, strlen(opponents[i].strength)};
    if (!word_is_any_case(value, "strength") &&
        !session_set_option(console->session, name, value))
        return console_fail(console, "; or one of easy, fair, hard, full.");
    if (!word_is_any_case(value, "strength"))
        session_set_option(console->session, STYLE, (struct word){"engine", 6}); /* no more people */
    say_strength(console);
    return true;
}

/* "people 1500": moves as a person of that rating plays them; "people off" ends it. */
static bool do_people(void *state, const struct command_call *call)
{
    struct console *console = state;
    ofl_engine *engine = console->session->engine;
    const struct word rating = {"rating", 6};
    const bool is_off = call->n_args && word_is_any_case(call->args[0], "off");
    if (call->n_args && !is_off && !session_set_option(console->session, rating, call->args[0]))
        return console_fail(console, "; or off.");
    if (call->n_args)
        session_set_option(console->session, STYLE,
                           is_off ? (struct word){"engine", 6} : (struct word){"people", 6});
    if (strcmp(ofl_get_option(engine, "style"), "people") != 0)
        strbuf_add(console_out(console), "The engine plays its own moves.\n");
    else
        strbuf_addf(console_out(console), "The engine plays as people rated %s do.\n",
                    ofl_get_option(engine, "rating"));
    return true;
}

static void say_time(struct console *console)
{
    const struct timing *timing = &console->timing;
    struct strbuf *out = console_out(console);
    if (timing->mode == TIMING_NONE) {
        strbuf_add(out, "No clock; the level decides.\n");
    } else {
        console_add_clock(timing, out);
        strbuf_add(out, ".\n");
    }
}

static bool do_time(void *state, const struct command_call *call)
{
    struct console *console = state;
    enum { MAX_MS = 1000000000 };
    int64_t first_ms = 0, second_ms = 0;
    if (call->n_args && word_is_any_case(call->args[0], "off")) {
        timing_set_ms(&console->timing, 0, 0, 0, 1);
    } else if (call->n_args) {
        if (!word_to_decimal(call->args[0], 3, 1, MAX_MS, &first_ms) ||
            (call->n_args > 1 && !word_to_decimal(call->args[1], 3, 0, MAX_MS, &second_ms)))
            return console_fail(console, "Times are seconds from 0.001 to 1000000, as in "
                                         "'time 5', 'time 300 2' or 'time off'.");
        if (call->n_args > 1)
            timing_set_ms(&console->timing, first_ms, second_ms, 0, 1);
        else
            timing_set_ms(&console->timing, 0, first_ms, 0, 1);
    }
    say_time(console);
    return true;
}

static bool do_setboard(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct reading reading;
    struct ofl_text_error error;
    if (!reader_read(call->rest.text, call->rest.length, &reading, &error))
        return console_fail(console, "Column %zu: %s.", error.column, error.text);
    console_start(console, reading.game.position);
    console_note(console, &reading);
    console_pass(console);
    console_show(console);
    return true;
}

/* A new game that begins with the moves of an opening. */
static bool start_opening(struct console *console, struct word name)
{
    const struct opening *opening = opening_called(name.text, name.length);
    if (!opening) {
        const bool is_code = name.length == 2;
        const struct opening *meant = suggest_opening(name.text, name.length, &console->language);
        if (!meant)
            meant = suggest_opening(name.text, name.length, NULL);
        strbuf_add(console_out(console), is_code ? "The language is en, fr or ja, not "
                                                 : "There is no opening called ");
        strbuf_add_quoted(console_out(console), name.text, name.length);
        return is_code || !meant ? console_fail(console, ".")
                                 : console_fail(console, "; did you mean '%s'?", meant->name);
    }
    if (console->handicap || console->first == FIRST_WHITE)
        return console_fail(console, "Openings have no handicap, and Black begins.");
    begin(console, first_mover_start(console->first));
    ofl_game_add_transcript(&console->game, opening->moves, strlen(opening->moves), NULL);
    console_show(console);
    return true;
}

static bool do_opening(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (call->n_args && !opening_read_language(call->args[0].text, call->args[0].length,
                                               &console->language))
        return start_opening(console, call->rest);
    if (call->n_args > 1)
        return console_fail(console, "Usage: opening [en|fr|ja | OPENING]");
    const char *name = console_opening(console);
    if (!name)
        return console_fail(console, "The opening has no name.");
    strbuf_addf(console_out(console), "Opening: %s\n", name);
    return true;
}

const struct command console_game_commands[] = {
    {{"play"}, 1, COMMAND_ANY, do_play, "MOVES", "play moves, such as f5 or f5d6c3"},
    {{"go"}, 0, 0, do_go, "", "let the engine move for the side to move"},
    {{"mode"}, 0, 1, do_mode, "[black|white|both|none]", "the sides the engine plays"},
    {{"undo", "u"}, 0, 1, do_undo, "[N]",
     "take back N moves; against the engine, N of yours with the answers"},
    {{"redo", "r"}, 0, 1, do_redo, "[N]", "play again N moves that were taken back"},
    {{"new", "init"}, 0, 2, do_new, "[alternate | xot [SEED] | GAME]",
     "a new game: as usual; from discs of one colour side by side; after eight unusual moves; or "
     "anti (fewer discs win), 6x6, 4x4, holes:c3,f6 (squares out of play)"},
    {{"board", "show"}, 0, 0, do_board, "", "show the board; + marks the legal moves"},
    {{"opening"}, 0, COMMAND_ANY, do_opening, "[en|fr|ja | OPENING]",
     "the name of the opening; its language; a new game that begins with one"},
    {{"setboard"}, 1, COMMAND_ANY, do_setboard, "BOARD SIDE",
     "start from 64 squares a1 b1 .. h8 (X O -) and the side to move"},
    {{"level"}, 0, 1, do_level, "[N]", "how many moves it looks ahead when there is no clock: 0 to 60"},
    {{"strength"}, 0, 1, do_strength, "[easy|fair|hard|full|1..20|off]",
     "how good an opponent the engine is; the level decides if it is off"},
    {{"easy"}, 0, 0, do_strength, "", "be an easy opponent: strength 4"},
    {{"fair"}, 0, 0, do_strength, "", "be a fair opponent: strength 8"},
    {{"hard"}, 0, 0, do_strength, "", "be a hard opponent: strength 12"},
    {{"full"}, 0, 0, do_strength, "", "play as well as at level 20: strength 20"},
    {{"people"}, 0, 1, do_people, "[1000..2200|off]", "play as a person of that rating plays"},
    {{"time"}, 0, 2, do_time, "[MOVE | GAME INC | off]",
     "seconds for a move; for the game, and more for each move; no clock"},
    COMMAND_END,
};
