/* protocol/edax/edax.c - the Edax console dialect: lines, warnings, the loop.
 *
 * Written from the behaviour that its public clients rely on (docs/dialects.md). What shapes this
 * file: the first byte in quiet mode is '>', and '>' is the last byte of every answer; the output of
 * a command begins with the end of the prompt's line; clients count lines; warnings go to stderr;
 * while a line waits, the engine does not move by itself. */
#include "protocol/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "protocol/edax/edax_state.h"

/* ---- warnings ---- */

/* What is on its way to stdout goes first, for those who read both as one. */
static void send_warnings(struct edax *edax)
{
    struct strbuf *warnings = &edax->options->warnings;
    if (!warnings->length)
        return;
    session_send(edax->session);
    fputs(warnings->data, stderr);
    strbuf_clear(warnings);
}

/* ---- commands ---- */

static bool do_quit(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    edax->must_quit = true;
    return true;
}

static bool do_stop(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    (void)call; /* the reader of the input has ended the search already */
    edax->options->mode = EDAX_MODE_NONE;
    session_end_pondering(edax->session);
    return true;
}

static bool do_version(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    session_send(edax->session);
    edax_say_version();
    return true;
}

/* ---- the book ---- */

static bool show_book(struct edax *edax)
{
    struct ofl_book_answer answer;
    const ofl_position position = edax->game.position;
    session_end_pondering(edax->session);
    if (!ofl_ask_book(edax->session->engine, position.board, NULL, &answer))
        return true;
    for (int i = 0; i < answer.n_lines; i++)
        edax_add_row(edax_out(edax), &(struct edax_row){.line = &answer.lines[i], .color = position.turn,
                                                        .width = edax->options->width});
    return true;
}

static bool store_game(struct edax *edax)
{
    session_end_pondering(edax->session);
    session_send(edax->session);
    if (session_learn(edax->session, &edax->game))
        return true;
    const struct strbuf *reply = edax_out(edax);
    edax_fail(edax, "book store: %s", reply->data ? reply->data : "no memory");
    strbuf_clear(edax_out(edax));
    return false;
}

/* An option, as if it had stood alone in a line. */
static bool set_option(struct edax *edax, const char *name, struct word value)
{
    const struct command *row =
        command_look_up(&edax_line_options, (struct word){name, strlen(name)});
    if (!value.length)
        return edax_fail(edax, "%s needs a value", name);
    return row->run(edax->options, &(struct command_call){.command = row, .args = &value, .n_args = 1,
                                                          .rest = value});
}

static bool do_book(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    const struct word word = call->n_args ? call->args[0] : (struct word){"show", 4};
    if (word_is_any_case(word, "show") || word_is_any_case(word, "info"))
        return show_book(edax);
    if (word_is_any_case(word, "store"))
        return store_game(edax);
    if (word_is_any_case(word, "on") || word_is_any_case(word, "off"))
        return set_option(edax, "book-usage", word);
    if (word_is_any_case(word, "randomness"))
        return set_option(edax, "book-randomness", call->n_args > 1 ? call->args[1] : (struct word){0});
    return edax_fail(edax, "book %s is not here; \"outflank book\" makes and repairs books",
                     visible_word(word.text, word.length).text);
}

/* Words of the dialect for work that is a command of its own here, which stands as their usage. */
static bool do_elsewhere(void *state, const struct command_call *call)
{
    return edax_fail(state, "%s is not here; \"outflank %s\" does it", call->command->names[0],
                     call->command->usage);
}

static bool do_options(void *state, const struct command_call *call);
static bool do_help(void *state, const struct command_call *call);

static const struct command core_commands[] = {
    {{"stop"}, 0, COMMAND_ANY, do_stop, "", "end the search; mode 3"},
    {{"book", "b"}, 0, COMMAND_ANY, do_book, "show|store|on|off|randomness N", "the opening book"},
    {{"bench", "microbench"}, 0, COMMAND_ANY, do_elsewhere, "bench", ""},
    {{"base"}, 0, COMMAND_ANY, do_elsewhere, "convert", ""},
    {{"script-to-obf"}, 0, COMMAND_ANY, do_elsewhere, "convert", ""},
    {{"weval"}, 0, COMMAND_ANY, do_elsewhere, "review", ""},
    {{"select-hard"}, 0, COMMAND_ANY, do_elsewhere, "problems", ""},
    {{"estimate"}, 0, COMMAND_ANY, do_elsewhere, "perft", ""},
    {{"tune"}, 0, COMMAND_ANY, do_elsewhere, "doctor", ""},
    {{"options"}, 0, COMMAND_ANY, do_options, "", "the options that a line can change"},
    {{"version", "v"}, 0, COMMAND_ANY, do_version, "", "the version, on stderr"},
    {{"help", "?"}, 0, COMMAND_ANY, do_help, "", "this list"},
    {{"quit", "q", "exit", "eof"}, 0, COMMAND_ANY, do_quit, "", "leave"},
    COMMAND_END,
};

static const struct command *const tables[] = {edax_game_commands, edax_search_commands,
                                               edax_study_commands, core_commands, NULL};
static const struct command_set edax_commands = {.tables = tables, .has_any_case = true};

static void add_list(struct strbuf *text, const struct command_set *set)
{
    enum { USAGE_WIDTH = 32 };
    const struct command *row;
    for (size_t i = 0; (row = command_row(set, i)) != NULL; i++) {
        const size_t start = text->length;
        if (!*row->help)
            continue;
        command_add_usage(text, row);
        const int n_blanks = USAGE_WIDTH - (int)(text->length - start);
        strbuf_addf(text, "%*s %s\n", n_blanks > 0 ? n_blanks : 0, "", row->help);
    }
}

static bool do_options(void *state, const struct command_call *call)
{
    add_list(edax_out(state), &edax_line_options);
    return true;
}

static bool do_help(void *state, const struct command_call *call)
{
    add_list(edax_out(state), &edax_commands);
    return true;
}

/* ---- lines ---- */

/* "set NAME = VALUE", "NAME=VALUE" and "NAME = VALUE" become "NAME VALUE". */
static struct word without_signs(struct word line, struct strbuf *copy)
{
    struct word words[2];
    size_t n = word_split(line.text, line.length, words, 2);
    if (n > 1 && word_is_any_case(words[0], "set")) {
        line = word_trim(words[1].text, (size_t)(line.text + line.length - words[1].text));
        word_split(line.text, line.length, words, 1);
    }
    size_t length = n ? words[0].length : 0;
    const char *sign = length ? memchr(words[0].text, '=', length) : NULL;
    if (sign && sign > words[0].text)
        length = (size_t)(sign - words[0].text);
    struct word rest = word_trim(line.text + length, line.length - length);
    if (!length || !rest.length || rest.text[0] != '=')
        return line;
    rest = word_trim(rest.text + 1, rest.length - 1);
    strbuf_clear(copy);
    strbuf_add_bytes(copy, line.text, length);
    strbuf_add(copy, " ");
    strbuf_add_bytes(copy, rest.text, rest.length);
    return copy->is_failed ? line : (struct word){copy->data, copy->length};
}

static void warn_unknown(struct edax *edax, struct word line)
{
    struct word name = {"", 0};
    char lower[64];
    word_split(line.text, line.length, &name, 1);
    size_t n = 0;
    for (; n < name.length && n < sizeof lower - 1; n++)
        lower[n] = (char)ascii_lower(name.text[n]);
    lower[n] = '\0';
    const struct word rest = word_trim(name.text + name.length,
                                       (size_t)(line.text + line.length - name.text) - name.length);
    const int length = rest.length < 64 ? (int)rest.length : 64;
    edax_fail(edax, "Unknown command/Illegal move: \"%s %.*s\"", lower, length, rest.text);
}

/* In the dialect's order: commands, moves, options. */
static void run_line(struct edax *edax, struct word line)
{
    const struct command *command;
    struct word name;
    enum command_outcome outcome = command_run(&edax_commands, line, edax, &command);
    if (outcome == COMMAND_DONE || outcome == COMMAND_FAILED || outcome == COMMAND_EMPTY)
        return;
    word_split(line.text, line.length, &name, 1);
    if (outcome == COMMAND_UNKNOWN && edax_try_move(edax, name))
        return;
    session_end_pondering(edax->session);
    outcome = command_run(&edax_line_options, line, edax->options, &command);
    if (outcome != COMMAND_DONE && outcome != COMMAND_FAILED)
        warn_unknown(edax, line);
}

/* What new options mean for the engine and the clocks. */
static void apply_options(struct edax *edax)
{
    struct edax_options *options = edax->options;
    if (!options->news)
        return;
    session_end_pondering(edax->session);
    edax_options_apply(options, edax->session->engine);
    if (options->news & EDAX_NEW_VARIETY) {
        char discs[16];
        snprintf(discs, sizeof discs, "%d", options->randomness);
        session_set_variety(edax->session, discs, true);
    }
    if (options->news & EDAX_NEW_TIME)
        timing_set_ms(&edax->timing, options->game_ms, options->move_ms, 0, 1);
    options->news = 0;
}

static void handle_line(struct edax *edax, const struct line *input)
{
    const struct word line = word_trim(input->text, input->length);
    struct strbuf copy = {0};
    strbuf_add(edax_out(edax), "\n");
    if (input->is_too_long)
        edax_fail(edax, "the line is too long: at most %d bytes", LINE_MAX_BYTES);
    else if (memchr(line.text, '\0', line.length))
        edax_fail(edax, "the line holds a NUL byte");
    else if (line.length && line.text[0] != '#')
        run_line(edax, without_signs(line, &copy));
    strbuf_free(&copy);
    apply_options(edax);
    send_warnings(edax);
}

static unsigned edax_stops(const char *text, size_t length)
{
    struct word name;
    if (!word_split(text, length, &name, 1))
        return 0;
    if (word_is_any_case(name, "stop"))
        return EDAX_STOP;
    return word_is_any_case(name, "quit") || word_is_any_case(name, "q") ||
                   word_is_any_case(name, "exit")
               ? EDAX_QUIT : 0;
}

/* ---- the loop ---- */

static bool is_over(const struct edax *edax) { return ofl_is_over(edax->game.position.board); }

static void show_game(struct edax *edax)
{
    if (!edax->options->verbosity)
        return;
    strbuf_add(edax_out(edax), "\n");
    edax_add_board(edax_out(edax), &edax->game, edax->used_ms);
    strbuf_add(edax_out(edax), is_over(edax) ? "\n*** Game Over ***\n\n" : "\n");
}

static bool is_engines_turn(const struct edax *edax)
{
    const int mode = edax->options->mode;
    const enum ofl_color turn = edax->game.position.turn;
    return !is_over(edax) && (mode == EDAX_MODE_BOTH || (mode == EDAX_MODE_WHITE && turn == OFL_WHITE) ||
                              (mode == EDAX_MODE_BLACK && turn == OFL_BLACK));
}

/* What shall happen by itself when a game is over. True if another game begins. */
static bool end_game(struct edax *edax)
{
    struct edax_options *options = edax->options;
    if (options->stores)
        store_game(edax);
    if (options->swaps && options->mode <= EDAX_MODE_BLACK)
        options->mode = !options->mode;
    send_warnings(edax);
    const bool is_series = edax->games_left > 1;
    if (is_series)
        edax->games_left--;
    else if (options->quits)
        edax->must_quit = true;
    /* A start without moves must not begin for ever. */
    const bool must_start = is_series || (!options->quits && options->starts_again &&
                                          options->mode != EDAX_MODE_NONE);
    if (!must_start || ofl_is_over(edax->game.start.board))
        return false;
    edax_start(edax, edax->game.start);
    return true;
}

/* A line that asks for another protocol, as the first one may. */
static enum protocol other_protocol(const struct line *line)
{
    struct word name;
    if (!word_split(line->text, line->length, &name, 1))
        return PROTOCOL_AUTO;
    if (word_is_any_case(name, "nboard"))
        return PROTOCOL_NBOARD;
    if (word_is_any_case(name, "engine-protocol"))
        return PROTOCOL_CASSIO;
    return word_is_any_case(name, "protocol_version") ? PROTOCOL_GTP : PROTOCOL_AUTO;
}

/* The prompt, and the line that answers it. NULL: the session ends. */
static struct line *ask(struct edax *edax)
{
    strbuf_add(edax_out(edax), ">");
    return session_send(edax->session) ? session_next_line(edax->session) : NULL;
}

static enum protocol loop(struct edax *edax)
{
    while (!edax->must_quit && !session_is_ending(edax->session)) {
        show_game(edax);
        if (is_engines_turn(edax) && !session_has_line(edax->session)) {
            strbuf_add(edax_out(edax), "\n");
            if (!edax_go(edax))
                edax->options->mode = EDAX_MODE_NONE; /* an error would come for ever */
            session_send(edax->session);
            send_warnings(edax);
            continue;
        }
        if (is_over(edax) && end_game(edax))
            continue;
        if (edax->must_quit)
            break;
        struct line *line = ask(edax);
        if (!line)
            break;
        const enum protocol other = other_protocol(line);
        if (other != PROTOCOL_AUTO) {
            session_push_line(edax->session, line);
            return other;
        }
        handle_line(edax, line);
        free(line);
    }
    return PROTOCOL_AUTO;
}

enum protocol edax_serve(struct session *session, struct edax_options *options)
{
    struct edax edax = {.session = session, .options = options, .games_left = options->repeat};
    options->is_serving = true;
    options->allow_files |= session->config->allow_files || isatty(session->config->input_fd);
    line_set_rules(session->lines, (struct line_rules){.stops = edax_stops});
    apply_options(&edax);
    edax_start(&edax, ofl_position_start());
    edax_force(&edax, (struct word){"f5", 2});
    send_warnings(&edax);
    const enum protocol other = loop(&edax);
    if (other == PROTOCOL_AUTO && !session_is_ending(session))
        session_send(session);
    session_end_pondering(session);
    return other;
}
