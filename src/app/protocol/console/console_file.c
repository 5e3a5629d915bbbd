/* protocol/console/console_file.c - console commands that load, save and write games. */
#include "protocol/console/console_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "protocol/small_file.h"
#include "protocol/load.h"
#include "protocol/save.h"

static void add_transcript(struct strbuf *out, const struct ofl_game *game)
{
    char text[2 * OFL_MAX_PLIES + 1];
    strbuf_add_bytes(out, text, ofl_game_to_transcript(game, false, text));
    strbuf_add(out, "\n");
}

static bool do_transcript(void *state, const struct command_call *call)
{
    struct console *console = state;
    add_transcript(console_out(console), &console->game);
    return true;
}

static bool do_ggf(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct strbuf said = {0};
    const struct ofl_game game = console_record(console);
    const bool is_made = save_add(console->session, "ggf", &game, console_out(console), &said);
    strbuf_add(console_out(console), "\n");
    if (said.length)
        console_fail(console, "Note: %s.", said.data);
    strbuf_free(&said);
    return is_made;
}

struct word console_file_name(struct word line, char buffer[FILE_NAME_SIZE])
{
    char whole[FILE_NAME_SIZE];
    const char *home = getenv("HOME");
    const struct word name = file_whole_name(line, whole);
    const size_t length = home ? strlen(home) : 0;
    const bool is_at_home = length && name.length > 1 && name.text[0] == '~' && name.text[1] == '/';
    const size_t kept = is_at_home ? name.length - 1 : name.length;
    if (name.text != whole && !is_at_home)
        return name;
    if (kept + length >= FILE_NAME_SIZE)
        return line;
    if (is_at_home)
        memcpy(buffer, home, length);
    memcpy(buffer + (is_at_home ? length : 0), name.text + (is_at_home ? 1 : 0), kept);
    return (struct word){buffer, kept + (is_at_home ? length : 0)};
}

static bool do_save(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (!console_may_use_files(console))
        return false;
    struct strbuf said = {0}, *out = console_out(console);
    char buffer[FILE_NAME_SIZE];
    const struct word name = console_file_name(call->rest, buffer);
    const struct ofl_game game = console_record(console);
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "%.*s", (int)name.length, name.text);
    const bool was_there = access(path, F_OK) == 0;
    const bool is_ok = save_game(console->session, name, FILE_FREE, &game, &said);
    strbuf_add(out, is_ok ? "Saved as " : "Not saved: ");
    if (is_ok)
        strbuf_add_quoted(out, name.text, name.length);
    strbuf_add(out, is_ok && was_there ? " in place of the file that was there" : "");
    strbuf_addf(out, "%s%s", is_ok && said.length ? "; " : "", said.data ? said.data : "");
    strbuf_free(&said);
    console_fail(console, ".");
    return is_ok;
}

static bool do_load(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct file_text file;
    struct strbuf reason = {0};
    if (!console_may_use_files(console))
        return false;
    char name[FILE_NAME_SIZE];
    struct word path = call->rest;
    const int64_t number = load_cut_number(&path);
    if (!file_read(console_file_name(path, name), FILE_FREE, &file, &reason)) {
        strbuf_add(console_out(console), reason.data ? reason.data : "no memory");
        strbuf_free(&reason);
        return console_fail(console, ".");
    }
    strbuf_free(&reason);
    struct reading reading;
    struct ofl_text_error error;
    const bool is_ok = load_game(&file, number, true, "load FILE N", &reading, &error);
    free(file.data);
    if (!is_ok)
        return console_fail(console, "Line %zu, column %zu: %s.", error.line, error.column,
                            error.text);
    console_take(console, &reading);
    const struct ofl_game *game = &console->game;
    if (console->is_engine[game->position.turn] &&
        !variant_is_over(game->variant, game->position.board))
        console_fail(console, "It is the engine's turn: 'go' lets it move.");
    return true;
}

/* "name Anna": the person; "name white Anna": White of this game, whoever plays. */
static bool do_name(void *state, const struct command_call *call)
{
    struct console *console = state;
    enum ofl_color color;
    const bool has_color = call->n_args > 1 && show_read_color(call->args[0], &color);
    const struct word name = command_rest(call, has_color);
    char *place = !has_color ? console->person :
                  color == OFL_BLACK ? console->game.black : console->game.white;
    if (name.length >= OFL_NAME_TEXT)
        return console_fail(console, "A name has at most %d bytes.", OFL_NAME_TEXT - 1);
    if (name.length)
        visible_copy(place, OFL_NAME_TEXT, name.text, name.length);
    strbuf_addf(console_out(console), "%s called %s in %s.\n",
                !has_color ? "You are" : color == OFL_BLACK ? "Black is" : "White is",
                *place ? place : "Human", has_color ? "this game" : "saved games");
    return true;
}

const struct command console_file_commands[] = {
    {{"load", "open"}, 1, COMMAND_ANY, do_load, "FILE [N]",
     "load a game or a board in any format; game N of several"},
    {{"save"}, 1, COMMAND_ANY, do_save, "FILE",
     "save the game in the format that the name ends in: .txt (moves), .ggf, .sgf, .pgn, .json, "
     ".gam, .obf, .board, .fen, .hex, .svg"},
    {{"name"}, 0, COMMAND_ANY, do_name, "[NAME | black NAME | white NAME]",
     "what you are called in saved games, or what a player of this game is"},
    {{"transcript", "moves"}, 0, 0, do_transcript, "", "the moves of the game"},
    {{"ggf"}, 0, 0, do_ggf, "", "the game in the Generic Game Format"},
    COMMAND_END,
};
