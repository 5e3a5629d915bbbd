/* protocol/console/console.c - the console for people: lines to commands, help.
 *
 * Works on a terminal (line editing, colours, a prompt) and in a pipe (plain
 * text, nothing but the answers). What is not a command is tried as moves. */
#include "protocol/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "protocol/console/console_state.h"
#include "protocol/console/console_variant.h"
#include "protocol/console/edit.h"
#include "protocol/optlist.h"
#include "options/signals.h"
#include "variant/variant_search.h"

static const char PROMPT[] = "outflank> ";

/* ---- commands ---- */

static bool do_quit(void *state, const struct command_call *call)
{
    struct console *console = state;
    console->must_quit = true;
    return true;
}

static bool do_version(void *state, const struct command_call *call)
{
    struct console *console = state;
    strbuf_addf(console_out(console), "Outflank %s\n", ofl_version());
    return true;
}

static bool do_stop(void *state, const struct command_call *call)
{
    return true; /* The reader of the input has ended the search already. */
}

static bool show_option(struct console *console, const struct ofl_option_info *info)
{
    const char *value = ofl_get_option(console->session->engine, info->name);
    strbuf_addf(console_out(console), "%s = %s: %s", info->name, value ? visible(value).text : "",
                info->help);
    if (info->type == OFL_OPTION_INT)
        strbuf_addf(console_out(console), " (%lld to %lld)", (long long)info->min,
                    (long long)info->max);
    if (info->type == OFL_OPTION_DISCS)
        strbuf_addf(console_out(console), " (%lld to %lld discs)", (long long)info->min / 100,
                    (long long)info->max / 100);
    if (info->type == OFL_OPTION_CHOICE)
        strbuf_addf(console_out(console), " (%s)", info->choices);
    strbuf_add(console_out(console), "\n");
    return true;
}

static bool do_option(void *state, const struct command_call *call)
{
    struct console *console = state;
    const struct ofl_option_info *info;
    for (size_t i = 0; call->n_args == 0 && (info = ofl_option_at(i)) != NULL; i++)
        if (strcmp(info->name, "ponder") != 0) /* means nothing here */
            show_option(console, info);
    if (call->n_args == 0)
        return true;
    info = optlist_find(call->args[0]);
    if (!info) {
        strbuf_add(console_out(console), "There is no option ");
        strbuf_add_quoted(console_out(console), call->args[0].text, call->args[0].length);
        return console_fail(console, "; 'option' lists them.");
    }
    struct word value = command_rest(call, 1);
    char name[FILE_NAME_SIZE];
    const bool is_file = value.length && optlist_is_file(info, value);
    if (is_file && !console_may_use_files(console))
        return false;
    if (is_file)
        value = console_file_name(value, name);
    if (value.length && !session_set_option(console->session, call->args[0], value))
        return console_fail(console, ".");
    if (value.length && session_add_shortage(console->session, call->args[0], value))
        strbuf_add(console_out(console), ":\n");
    return show_option(console, info);
}

static const struct command core_commands[] = {
    {{"option", "set"}, 0, COMMAND_ANY, do_option, "[NAME [VALUE]]", "list, show or change options"},
    {{"stop"}, 0, 0, do_stop, "", "end the search (on a terminal any line does)"},
    {{"version"}, 0, 0, do_version, "", "the version of the program"},
    {{"quit", "exit", "q"}, 0, 0, do_quit, "", "leave"},
    COMMAND_END,
};

static const struct command *const tables[] = {
    console_game_commands, console_search_commands, console_rules_commands, console_file_commands,
    console_variations_commands, console_book_commands, core_commands, console_help_commands, NULL};

static const char *const titles[] = {
    "The game", "The engine's opinion", "Rules", "Files", "Comments and variations",
    "The opening book", "The program", "Help"};

const struct command_set console_commands = {
    .tables = tables, .has_any_case = true, .titles = titles};

/* ---- lines ---- */

/* "f5...", "pass" and the like, or move numbers before them. */
static bool looks_like_moves(struct word line)
{
    size_t i = 0;
    while (i < line.length && (ascii_is_digit(line.text[i]) || line.text[i] == '.' ||
                               line.text[i] == ' '))
        i++;
    if (i + 1 >= line.length)
        return false;
    int column = ascii_lower(line.text[i]), row = line.text[i + 1];
    struct word name;
    word_split(line.text + i, line.length - i, &name, 1);
    return (column >= 'a' && column <= 'z' && ascii_is_digit(row)) ||
           show_read_move(name) != OFL_NO_MOVE;
}

static void refuse_unknown(struct console *console, struct word name)
{
    const char *nearest = command_nearest(&console_commands, name);
    strbuf_add(console_out(console), "Unknown command ");
    strbuf_add_quoted(console_out(console), name.text, name.length);
    if (nearest)
        console_fail(console, "; did you mean '%s'?", nearest);
    else
        console_fail(console, "; 'help' lists the commands.");
}

/* A line that is no command: moves, or a pasted game or board. */
static void run_text(struct console *console, struct word line)
{
    enum { BOARD_LEAST = 32 }; /* a shorter line is a mistyped command rather than a board */
    const char *format = reader_format(line.text, line.length);
    struct word name;
    const bool is_other = format && strcmp(format, "moves") != 0 && line.length >= BOARD_LEAST;
    if ((looks_like_moves(line) && !is_other) || (format && strcmp(format, "moves") == 0)) {
        if (console_play_text(console, line))
            console_show(console);
    } else if (format && strcmp(format, "PGN") == 0) {
        console_fail(console, "A game in PGN takes several lines: save it as a file, load that.");
    } else if (format && (strcmp(format, "board") || line.length >= BOARD_LEAST)) {
        console_open(console, line);
    } else {
        word_split(line.text, line.length, &name, 1);
        refuse_unknown(console, name);
    }
}

static void run_line(struct console *console, struct word line)
{
    const struct command *command;
    struct word name = {line.text, 0};
    word_split(line.text, line.length, &name, 1);
    const struct command *row = command_look_up(&console_commands, name);
    if (row && console_has_variant(console) && !console_variant_knows(row->names[0])) {
        console_fail(console, "'%s' knows Othello alone: 'new' goes back to it.", row->names[0]);
        return;
    }
    switch (command_run(&console_commands, line, console, &command)) {
    case COMMAND_DONE:
    case COMMAND_FAILED:
    case COMMAND_EMPTY:
        break;
    case COMMAND_UNKNOWN:
        run_text(console, line);
        break;
    case COMMAND_TOO_FEW:
    case COMMAND_TOO_MANY:
        strbuf_add(console_out(console), "Usage: ");
        command_add_usage(console_out(console), command);
        console_fail(console, "%s", "");
        break;
    }
}

static void handle_line(struct console *console, const struct line *input)
{
    struct word line = word_trim(input->text, input->length);
    if (input->is_too_long)
        console_fail(console, "The line is too long: at most %d bytes.", LINE_MAX_BYTES);
    else if (memchr(line.text, '\0', line.length))
        console_fail(console, "The line holds a NUL byte.");
    else if (line.length && line.text[0] != '#')
        run_line(console, line);
    if (console->look.is_board)
        console_wrap(console_out(console));
    session_send(console->session);
    if (console->must_answer)
        console_answer(console);
    console->must_answer = false;
}

/* A person at a terminal ends a search by any line; in a pipe the lines that
 * follow wait for their turn. */
static unsigned stops_on_terminal(const char *text, size_t length)
{
    return CONSOLE_STOP;
}

static unsigned stops_in_pipe(const char *text, size_t length)
{
    return word_is_any_case(word_trim(text, length), "stop") ? CONSOLE_STOP : 0;
}

/* The next line: typed ahead during a search, edited, or from the pipe. */
static struct line *next_line(struct console *console, struct edit *edit)
{
    struct session *session = console->session;
    if (!edit) {
        if (console->is_terminal) {
            strbuf_add(console_out(console), PROMPT);
            session_send(session);
        }
        return session_next_line(session);
    }
    struct line *line = session_next_line(session);
    if (line || session_is_ending(session) || line_at_end(session->lines, 0))
        return line;
    char *begun = line_take_partial(session->lines);
    if (begun)
        edit_push(edit, begun);
    free(begun);
    const char *text, *problem;
    while ((text = edit_line(edit, &problem)) != NULL && problem) {
        console_fail(console, "%s", problem);
        session_send(session);
    }
    if (!text)
        return NULL;
    size_t length = strlen(text);
    line = calloc(1, sizeof *line + length + 1);
    if (line) {
        memcpy(line->text, text, length);
        line->length = length;
        line->number = line_take_number(session->lines);
        log_received(session->output.log, line->text, line->length, false);
    }
    return line;
}

/* What the terminal says of itself in the environment. */
static struct console_look look_at_terminal(const struct console *console)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    const char *colors = getenv("COLORTERM");
    struct console_look look = {.is_board = isatty(console->session->config->output_fd)};
    if (!look.is_board)
        return look;
    const bool is_dumb = !term || strcmp(term, "dumb") == 0;
    look.has_color = !is_dumb && !(no_color && *no_color);
    /* Terminals that call themselves xterm have had 256 colours for long. */
    look.has_many_colors = look.has_color && (strstr(term, "256") || strncmp(term, "xterm", 5) == 0 ||
                                              (colors && *colors));
    look.has_unicode = edit_has_unicode();
    look.has_cursor = console->is_terminal && !is_dumb;
    return look;
}

/* True if the first line is for another protocol; it is given back then. */
static bool serve(struct console *console, struct edit *edit, console_line_test *is_for_other)
{
    struct session *session = console->session;
    while (!console->must_quit) {
        struct line *line = next_line(console, edit);
        if (!line)
            break;
        if (is_for_other && is_for_other(line->text, line->length)) {
            session_push_line(session, line);
            return true;
        }
        if (line->length)
            is_for_other = NULL;
        handle_line(console, line);
        free(line);
        if (session_is_ending(session))
            break;
    }
    return false;
}

bool console_serve(struct session *session, console_line_test *is_for_other)
{
    struct console *console = calloc(1, sizeof *console);
    if (!console) {
        fputs("outflank: no memory for a game\n", stderr);
        return false;
    }
    console->session = session;
    console->commands = &console_commands;
    session_set_variety(session, "1", false);
    console->is_terminal = isatty(session->config->input_fd) && isatty(session->config->output_fd);
    console->look = look_at_terminal(console);
    console->is_engine[OFL_WHITE] = console->is_terminal; /* who comes to play can begin at once */
    console_start(console, ofl_position_start());
    line_set_rules(session->lines, (struct line_rules){
        .stops = console->is_terminal ? stops_on_terminal : stops_in_pipe});
    struct edit *edit = session->is_edited ? edit_create(PROMPT, console_complete, console) : NULL;
    if (!edit)
        line_read_always(session->lines);
    if (console->is_terminal && !session->config->ignore_signals)
        signals_keep_notes(true);
    if (console->is_terminal)
        console_greet(console);
    bool must_switch = serve(console, edit, is_for_other);
    if (console->is_terminal && !must_switch && !console->must_quit) { /* Ctrl-D: the prompt ends */
        strbuf_add(console_out(console), "\n");
        session_send(session);
    }
    signals_keep_notes(false);
    edit_destroy(edit);
    variant_searcher_destroy(console->searcher);
    line_read_always(session->lines);
    free(console);
    return must_switch;
}
