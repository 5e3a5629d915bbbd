/* protocol/edax/edax_game.c - the Edax console dialect: the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/visible.h"
#include "text/reader.h"
#include "text/text.h"
#include "book/opening_names.h"
#include "protocol/edax/edax_state.h"
#include "protocol/small_file.h"
#include "protocol/load.h"
#include "protocol/save.h"
#include "protocol/show.h"

static int64_t elapsed_ms(struct edax *edax)
{
    const int64_t now_ms = clock_ms(), elapsed = now_ms - edax->since_ms;
    edax->since_ms = now_ms;
    return elapsed;
}

void edax_start(struct edax *edax, ofl_position start)
{
    session_new_game(edax->session);
    ofl_game_init(&edax->game, start);
    session_keep(edax->session, NULL, NULL);
    timing_new_game(&edax->timing);
    edax->used_ms[OFL_BLACK] = edax->used_ms[OFL_WHITE] = 0;
    edax->since_ms = clock_ms();
}

void edax_play(struct edax *edax, int move)
{
    const enum ofl_color mover = edax->game.position.turn;
    const int64_t time_ms = elapsed_ms(edax);
    if (!ofl_game_play(&edax->game, move))
        return;
    edax->used_ms[mover] += time_ms;
    timing_used(&edax->timing, mover, time_ms);
}

/* ---- moves ---- */

static void pass_if_forced(struct ofl_game *game)
{
    if (ofl_is_legal(game->position.board, OFL_PASS))
        ofl_game_play(game, OFL_PASS);
}

/* Moves as programs write them, with or without blanks; forced passes come by themselves, also
 * behind the last. Returns the bytes up to the first thing that is no legal move. */
static size_t edax_play_text(struct ofl_game *game, struct word text)
{
    size_t at = 0;
    for (;;) {
        const struct word rest = word_trim(text.text + at, text.length - at);
        int move;
        const size_t length = text_leading_move(rest.text, rest.length, &move);
        if (!length || move != OFL_PASS)
            pass_if_forced(game);
        /* Lists of moves may end in passes. */
        const bool closes = length && move == OFL_PASS && ofl_is_over(game->position.board);
        if (!length || (!closes && !ofl_game_play(game, move)))
            return (size_t)(rest.text - text.text);
        at = (size_t)(rest.text - text.text) + length;
    }
}

bool edax_try_move(struct edax *edax, struct word word)
{
    char name[8];
    int move;
    if (!text_leading_move(word.text, word.length, &move) ||
        (move == OFL_PASS && show_read_move(word) != OFL_PASS) ||
        !ofl_is_legal(edax->game.position.board, move))
        return false;
    edax_play(edax, move);
    strbuf_addf(edax_out(edax), "\nYou play %s\n", edax_move_text(move, true, name));
    return true;
}

/* The moves of an opening that is called so; else the text itself. */
static struct word moves_of(struct word text)
{
    const struct opening *opening;
    for (size_t i = 0; text.length && (opening = opening_at(i)) != NULL; i++)
        if (word_is_any_case(text, opening->name))
            return (struct word){opening->moves, strlen(opening->moves)};
    return text;
}

static bool do_play(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    const struct word moves = moves_of(call->rest);
    session_end_pondering(edax->session);
    const size_t used = edax_play_text(&edax->game, moves);
    edax->since_ms = clock_ms();
    if (used < moves.length)
        return edax_fail(edax, "play: no legal move: %s",
                         visible_word(moves.text + used, moves.length - used).text);
    return true;
}

void edax_force(struct edax *edax, struct word moves)
{
    ofl_game_init(&edax->forced, edax->game.start);
    edax_play_text(&edax->forced, moves);
}

static bool do_force(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    const struct word moves = moves_of(call->rest);
    struct ofl_game game;
    ofl_game_init(&game, edax->game.start);
    const size_t used = edax_play_text(&game, moves);
    if (used < moves.length)
        return edax_fail(edax, "force: no legal move: %s",
                         visible_word(moves.text + used, moves.length - used).text);
    edax->forced = game;
    return true;
}

/* ---- games ---- */

static bool do_init(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    edax_start(edax, ofl_position_start());
    edax_force(edax, (struct word){"f5", 2});
    return true;
}

static bool do_new(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    edax_start(edax, edax->game.start);
    return true;
}

static int disc_of(char c)
{
    if (c != '\0' && strchr("bBxX*", c))
        return OFL_BLACK;
    if (c != '\0' && strchr("wWoO", c))
        return OFL_WHITE;
    return c == '-' || c == '.' ? 2 : -1;
}

struct word edax_read_squares(struct edax *edax, const struct command_call *call, uint64_t discs[2])
{
    const char *text = call->rest.text, *end = text + call->rest.length;
    int n = 0;
    discs[OFL_BLACK] = discs[OFL_WHITE] = 0;
    for (; text < end && n < 64; text++) {
        const int disc = disc_of(*text);
        if (disc == OFL_BLACK || disc == OFL_WHITE)
            discs[disc] |= UINT64_C(1) << n;
        n += disc >= 0;
    }
    if (n == 64)
        return (struct word){text, (size_t)(end - text)};
    edax_fail(edax, "%s: expected 64 squares, found %d; the board stays", call->command->names[0], n);
    return (struct word){NULL, 0};
}

/* The squares, then the side to move. */
static bool do_setboard(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    uint64_t discs[2];
    const struct word rest = edax_read_squares(edax, call, discs);
    const char *text = rest.text, *end = text + rest.length;
    int side = -1;
    if (!text)
        return false;
    for (; text < end && (side < 0 || side == 2); text++)
        side = disc_of(*text);
    const bool has_side = side == OFL_BLACK || side == OFL_WHITE;
    if (!has_side)
        side = ofl_count_empties((ofl_board){discs[0], discs[1]}) % 2 ? OFL_WHITE : OFL_BLACK;
    edax_start(edax, (ofl_position){{discs[side], discs[!side]}, (enum ofl_color)side});
    ofl_game_init(&edax->forced, edax->game.start);
    return has_side || edax_fail(edax, "setboard: no side to move behind the squares; %s is taken",
                                 show_color((enum ofl_color)side));
}

/* The engine plays one side: back to its opponent's last turn. */
static int plies_at_once(const struct edax *edax)
{
    return edax->options->mode <= EDAX_MODE_BLACK ? 2 : 1;
}

static bool do_undo(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    session_end_pondering(edax->session);
    for (int i = plies_at_once(edax); i > 0; i--)
        ofl_game_undo(&edax->game);
    edax->since_ms = clock_ms();
    return true;
}

static bool do_redo(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    session_end_pondering(edax->session);
    for (int i = plies_at_once(edax); i > 0; i--)
        ofl_game_redo(&edax->game);
    edax->since_ms = clock_ms();
    return true;
}

static void turn_game(struct ofl_game *game, int symmetry)
{
    game->start.board = ofl_symmetry(game->start.board, symmetry);
    game->position.board = ofl_symmetry(game->position.board, symmetry);
    for (int i = 0; i < game->n_known; i++)
        game->moves[i].move = (uint8_t)ofl_symmetry_square(game->moves[i].move, symmetry);
}

/* The whole game turned or mirrored, and the one it was loaded as. */
static void turn_board(struct edax *edax, int symmetry)
{
    session_end_pondering(edax->session);
    turn_game(&edax->game, symmetry);
    turn_game(&edax->session->record.game, symmetry);
}

static bool do_mirror(void *state, const struct command_call *call)
{
    turn_board(state, call->command->names[0][0] == 'h' ? 1 : 2);
    return true;
}

static bool do_rotate(void *state, const struct command_call *call)
{
    int angle;
    if (!edax_read_int(state, call, "angle", -270, 270, 90, &angle))
        return false;
    angle = (angle + 360) % 360;
    if (angle % 90)
        return edax_fail(state, "rotate: the angle is 90, 180 or 270");
    /* Clockwise: rows and columns exchanged, then left and right. */
    static const int symmetries[] = {0, 5, 3, 6};
    turn_board(state, symmetries[angle / 90]);
    return true;
}

static bool do_symmetry(void *state, const struct command_call *call)
{
    int symmetry;
    if (!edax_read_int(state, call, "symmetry", 0, 7, 1, &symmetry))
        return false;
    turn_board(state, symmetry);
    return true;
}

/* ---- files ---- */

static bool do_open(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct file_text file;
    struct strbuf reason = {0};
    struct reading reading;
    struct ofl_text_error error;
    char name[FILE_NAME_SIZE];
    if (!edax_may_use_files(edax))
        return false;
    struct word path = call->rest;
    const int64_t number = load_cut_number(&path);
    if (!file_read(file_whole_name(path, name), FILE_FREE, &file, &reason)) {
        edax_fail(edax, "open: %s", reason.data ? reason.data : "no memory");
        strbuf_free(&reason);
        return false;
    }
    const bool is_read = load_game(&file, number, false, "open FILE N", &reading, &error);
    free(file.data);
    if (!is_read)
        return edax_fail(edax, "open: line %zu, column %zu: %s", error.line, error.column, error.text);
    if (reading.note.text[0])
        fprintf(stderr, "outflank: open: %s\n", reading.note.text); /* stdout is Edax's */
    edax_start(edax, reading.game.start);
    session_keep(edax->session, &reading, &edax->game);
    ofl_game_init(&edax->forced, edax->game.start);
    return true;
}

static bool do_save(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct strbuf said = {0};
    char name[FILE_NAME_SIZE];
    if (!edax_may_use_files(edax))
        return false;
    const bool is_saved = save_game(edax->session, file_whole_name(call->rest, name), FILE_FREE,
                                    &edax->game, &said);
    if (!is_saved || said.length)
        edax_fail(edax, "save: %s", said.data ? said.data : "no memory");
    strbuf_free(&said);
    return is_saved;
}

/* ---- names ---- */

static bool do_opening(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    const bool is_french = strcmp(call->command->names[0], "ouverture") == 0;
    const struct opening *opening =
        opening_of_game(&edax->game, is_french ? OPENING_FR : OPENING_EN, NULL);
    strbuf_addf(edax_out(edax), "%s\n", opening ? opening->name : "?");
    return true;
}

const struct command edax_game_commands[] = {
    {{"init", "i"}, 0, COMMAND_ANY, do_init, "", "a new game; its first move is F5"},
    {{"new", "n"}, 0, 0, do_new, "", "a new game from the last start"},
    {{"setboard"}, 0, COMMAND_ANY, do_setboard, "BOARD SIDE", "a new game from 64 squares a1 b1 .. h8"},
    {{"play"}, 0, COMMAND_ANY, do_play, "[MOVES | NAME]", "play moves, or an opening"},
    {{"force"}, 0, COMMAND_ANY, do_force, "MOVES", "what go answers while the game follows it"},
    {{"undo", "u"}, 0, COMMAND_ANY, do_undo, "", "take back a move; two if the engine plays a side"},
    {{"redo", "r"}, 0, COMMAND_ANY, do_redo, "", "play it again"},
    {{"hmirror"}, 0, COMMAND_ANY, do_mirror, "", "left and right exchanged"},
    {{"vmirror"}, 0, COMMAND_ANY, do_mirror, "", "top and bottom exchanged"},
    {{"rotate"}, 0, COMMAND_ANY, do_rotate, "90|180|270", "turn the board"},
    {{"symetry", "symmetry"}, 0, COMMAND_ANY, do_symmetry, "N", "the board by symmetry 0 to 7"},
    {{"open", "load", "o"}, 1, COMMAND_ANY, do_open, "FILE", "open a game or board of any format"},
    {{"save", "s"}, 1, COMMAND_ANY, do_save, "FILE", "save the game in the format that the name ends in"},
    {{"opening"}, 0, COMMAND_ANY, do_opening, "", "the name of the opening"},
    {{"ouverture"}, 0, COMMAND_ANY, do_opening, "", "its French name"},
    COMMAND_END,
};
