/* protocol/console/console_help.c - help, and what a person is told first. It fits 80 columns. */
#include "protocol/console/console_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

enum { WIDTH = 79, HELP_COLUMN = 26 };

/* Adds blanks up to a column. */
static void pad(struct strbuf *out, size_t line_start, size_t column)
{
    while (out->length - line_start < column)
        strbuf_add(out, " ");
}

/* Adds a text word by word from `column` on, the rest of it on lines below. */
static void add_wrapped(struct strbuf *out, size_t line_start, size_t column, const char *text)
{
    pad(out, line_start, column);
    for (bool is_first = true; *text; is_first = false) {
        const size_t n = strcspn(text, " ");
        if (!is_first && out->length - line_start + 1 + n > WIDTH) {
            strbuf_add(out, "\n");
            line_start = out->length;
            pad(out, line_start, column);
        } else if (!is_first) {
            strbuf_add(out, " ");
        }
        strbuf_add_bytes(out, text, n);
        text += n + (text[n] == ' ');
    }
    strbuf_add(out, "\n");
}

/* On a terminal a line that is too long goes on below. Coloured ones, the board's, are as they are. */
void console_wrap(struct strbuf *out)
{
    char *text = out->length ? strndup(out->data, out->length) : NULL, *line = text;
    if (!text)
        return;
    strbuf_clear(out);
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        const size_t indent = strspn(line, " ");
        if (strchr(line, '\x1b') || visible_width(line) <= WIDTH)
            strbuf_addf(out, "%s\n", line);
        else
            add_wrapped(out, out->length, indent, line + indent);
    }
    strbuf_add(out, line);
    free(text);
}

static bool help_for(struct console *console, struct word name)
{
    struct strbuf *out = console_out(console);
    const struct command *row = command_look_up(console->commands, name);
    if (!row) {
        strbuf_add(out, "There is no command ");
        strbuf_add_quoted(out, name.text, name.length);
        const char *nearest = command_nearest(console->commands, name);
        return nearest ? console_fail(console, "; did you mean '%s'?", nearest)
                       : console_fail(console, "; 'help all' lists them.");
    }
    command_add_usage(out, row);
    strbuf_add(out, "\n");
    add_wrapped(out, out->length, 4, row->help);
    for (int i = 1; i < COMMAND_NAMES && row->names[i]; i++)
        strbuf_addf(out, "%s%s", i == 1 ? "    Also: " : ", ", row->names[i]);
    strbuf_add(out, row->names[1] ? "\n" : "");
    return true;
}

/* "  usage     help"; a long usage has a line of its own. */
static void add_row(struct strbuf *out, const struct command *row)
{
    size_t line_start = out->length;
    strbuf_add(out, "  ");
    command_add_usage(out, row);
    if (out->length - line_start >= HELP_COLUMN) {
        strbuf_add(out, "\n");
        line_start = out->length;
    }
    add_wrapped(out, line_start, HELP_COLUMN, row->help);
}

/* What a beginner needs. */
static const char first_help[] =
    "  f5            play a move: type its square; a + marks where you may\n"
    "  hint          the best move, in discs; 'why': what your last move cost\n"
    "  undo          take your last move back\n"
    "  easy          an easier opponent; also fair, hard, full\n"
    "  mode black    the engine plays Black, you White; 'mode none': you play both\n"
    "  review        what each move of the game was worth, and the mistakes\n"
    "  save my.ggf   keep the game in a file; 'load my.ggf' opens it\n"
    "  new           another game\n"
    "  help all      all commands; 'help hint' explains one of them\n"
    "  quit          leave\n";

static void add_all(struct console *console)
{
    struct strbuf *out = console_out(console);
    strbuf_add(out, "What stands in brackets may be left out; | parts what may be chosen.\n");
    for (size_t i = 0; console->commands->tables[i]; i++) {
        strbuf_addf(out, "%s:\n", console->commands->titles[i]);
        for (const struct command *row = console->commands->tables[i]; row->names[0]; row++)
            add_row(out, row);
    }
    strbuf_add(out, "Moves are played as they are typed: f5, or f5d6c3.\n");
}

static bool do_help(void *state, const struct command_call *call)
{
    struct console *console = state;
    if (call->n_args && !word_is_any_case(call->args[0], "all"))
        return help_for(console, call->args[0]);
    if (call->n_args)
        add_all(console);
    else
        strbuf_add(console_out(console), first_help);
    return true;
}

void console_greet(struct console *console)
{
    strbuf_addf(console_out(console),
                "Outflank %s. You are Black (%s): type a square marked +, such as f5.\n"
                "White (%s) answers. 'easy', 'fair', 'hard', 'full' choose how well it plays.\n"
                "'mode none' lets you play both sides, 'help' tells the rest, 'quit' leaves.\n",
                ofl_version(), console_board_disc(&console->look, OFL_BLACK),
                console_board_disc(&console->look, OFL_WHITE));
    console_show(console);
    session_send(console->session);
}

const struct command console_help_commands[] = {
    {{"help", "?"}, 0, 1, do_help, "[COMMAND | all]",
     "the ten commands to begin with; what one does; all commands"},
    COMMAND_END,
};
