/* protocol/console_file.c - console commands that load, save and write games. */
#include "protocol/console_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/file.h"
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
    (void)call;
    add_transcript(console_out(console), &console->game);
    return true;
}

static bool do_ggf(void *state, const struct command_call *call)
{
    struct console *console = state;
    (void)call;
    show_ggf(console_out(console), &console->game, session_score_rule(console->session));
    strbuf_add(console_out(console), "\n");
    return true;
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
    struct strbuf reason = {0};
    char buffer[FILE_NAME_SIZE];
    const struct word name = console_file_name(call->rest, buffer);
    const bool is_ok = save_game(name, FILE_FREE, &console->game,
                                 session_score_rule(console->session), &reason);
    strbuf_add(console_out(console), is_ok ? "Saved as " : "Not saved: ");
    if (is_ok)
        strbuf_add_quoted(console_out(console), name.text, name.length);
    else
        strbuf_add(console_out(console), reason.data ? reason.data : "no memory");
    strbuf_free(&reason);
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
    const bool is_ok = load_game(&file, number, "load FILE N", &reading, &error);
    free(file.data);
    if (!is_ok)
        return console_fail(console, "Line %zu, column %zu: %s.", error.line, error.column,
                            error.text);
    console_take(console, &reading);
    return true;
}

const struct command console_file_commands[] = {
    {{"load", "open"}, 1, COMMAND_ANY, do_load, "FILE [N]",
     "load a game or a board in any format; game N of several"},
    {{"save"}, 1, COMMAND_ANY, do_save, "FILE",
     "save the game in the format that the name ends in: .txt (moves), .ggf, .sgf, .pgn, .json, "
     ".obf, .board, .fen, .hex"},
    {{"transcript", "moves"}, 0, 0, do_transcript, "", "the moves of the game"},
    {{"ggf"}, 0, 0, do_ggf, "", "the game in the Generic Game Format"},
    COMMAND_END,
};
