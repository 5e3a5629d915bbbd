/* protocol/gtp/gtp.c - GTP 2: lines to commands, commands to replies, and the
 * commands every GTP engine has.
 *
 * Exactly one reply per command, in order; comment and empty lines have none.
 * The specification is Gunnar Farneback's GTP version 2 draft; the commands
 * gogui-* are GoGui's. See docs/protocol.md. */
#include "protocol/serve.h"

#include <stdio.h>
#include <stdlib.h>

#include "protocol/gtp/gtp_state.h"

enum { ID_MAX = 2147483647 };

/* ---- commands ---- */

static bool do_protocol_version(void *state, const struct command_call *call)
{
    return gtp_say(state, "2");
}

static bool do_name(void *state, const struct command_call *call)
{
    return gtp_say(state, "Outflank");
}

static bool do_version(void *state, const struct command_call *call)
{
    return gtp_say(state, ofl_version());
}

static bool do_known_command(void *state, const struct command_call *call)
{
    strbuf_add(gtp_reply(state), command_look_up(&gtp_commands, call->args[0]) ? "true" : "false");
    return true;
}

static bool do_list_commands(void *state, const struct command_call *call)
{
    const struct command *row;
    for (size_t i = 0; (row = command_row(&gtp_commands, i)) != NULL; i++)
        strbuf_addf(gtp_reply(state), "%s\n", row->names[0]);
    return true;
}

static bool do_help(void *state, const struct command_call *call)
{
    struct strbuf *reply = gtp_reply(state);
    const struct command *row;
    for (size_t i = 0; (row = command_row(&gtp_commands, i)) != NULL; i++) {
        if (call->n_args && !word_is(call->args[0], row->names[0]))
            continue;
        command_add_usage(reply, row);
        strbuf_addf(reply, ": %s\n", row->help);
    }
    return reply->length ? true : gtp_fail(state, "unknown command");
}

static bool do_quit(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    gtp->must_quit = true;
    return true;
}

static const struct command core_commands[] = {
    {{"protocol_version"}, 0, 0, do_protocol_version, "", "the version of GTP: 2"},
    {{"name"}, 0, 0, do_name, "", "the name of the engine"},
    {{"version"}, 0, 0, do_version, "", "the version of the engine"},
    {{"known_command"}, 1, 1, do_known_command, "COMMAND", "true if there is such a command"},
    {{"list_commands"}, 0, 0, do_list_commands, "", "all commands, one per line"},
    {{"x-help"}, 0, 1, do_help, "[COMMAND]", "what the commands do"},
    {{"quit"}, 0, 0, do_quit, "", "end the session"},
    COMMAND_END,
};

static const struct command *const tables[] = {
    core_commands, gtp_play_commands, gtp_rules_commands, gtp_gogui_commands,
    gtp_extra_commands, gtp_match_commands, gtp_analyze_commands, gtp_book_commands, NULL};

const struct command_set gtp_commands = {.tables = tables};

/* ---- lines ---- */

/* GTP 2 section 2.6: control characters are dropped, tabs are blanks, '#'
 * begins a comment. In place; returns the new length. */
static size_t preprocess(char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && text[i] != '#'; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\t')
            c = ' ';
        if (c >= 0x20 && c != 0x7f)
            text[n++] = (char)c;
    }
    text[n] = '\0';
    return n;
}

/* "5 name": cuts off the id. False if it is out of range. */
static bool take_id(struct word *line, struct word *id)
{
    *id = (struct word){line->text, 0};
    size_t n = 0;
    while (n < line->length && ascii_is_digit(line->text[n]))
        n++;
    if (n == 0 || (n < line->length && line->text[n] != ' '))
        return true;
    int64_t value;
    if (!word_to_int((struct word){line->text, n}, 0, ID_MAX, &value))
        return false;
    id->length = n;
    *line = word_trim(line->text + n, line->length - n);
    return true;
}

/* "=ID reply" and an empty line; a reply never contains one. */
static void send_reply(struct gtp *gtp, bool is_ok, struct word id)
{
    struct strbuf *reply = gtp_reply(gtp), out = {0};
    while (reply->length && reply->data[reply->length - 1] == '\n')
        reply->data[--reply->length] = '\0';
    strbuf_add(&out, is_ok ? "=" : "?");
    strbuf_add_bytes(&out, id.text, id.length);
    if (reply->is_failed) {
        strbuf_clear(&out);
        strbuf_add(&out, "?");
        strbuf_add_bytes(&out, id.text, id.length);
        strbuf_add(&out, " out of memory");
    } else if (reply->length) {
        if (reply->data[0] != '\n')
            strbuf_add(&out, " ");
        strbuf_add_bytes(&out, reply->data, reply->length);
    }
    strbuf_add(&out, "\n\n");
    if (!out.is_failed)
        output_write(&gtp->session->output, out.data, out.length);
    strbuf_free(&out);
    strbuf_clear(reply);
}

static bool run_line(struct gtp *gtp, struct word line)
{
    const struct command *command;
    enum command_outcome outcome = command_run(&gtp_commands, line, gtp, &command);
    switch (outcome) {
    case COMMAND_DONE:
    case COMMAND_FAILED:
        break;
    case COMMAND_EMPTY:
        return gtp_fail(gtp, "no command after the id");
    case COMMAND_UNKNOWN:
        return gtp_fail(gtp, "unknown command");
    case COMMAND_TOO_FEW:
    case COMMAND_TOO_MANY:
        gtp_fail(gtp, "syntax error: %s arguments; usage: ",
                 outcome == COMMAND_TOO_FEW ? "missing" : "too many");
        command_add_usage(gtp_reply(gtp), command);
        return false;
    }
    return outcome == COMMAND_DONE;
}

/* In the opponent's time: the answer to the move that is expected of him. */
static void ponder(struct gtp *gtp)
{
    struct ofl_limits limits = {.nodes = gtp->max_nodes, .depth = gtp->max_depth};
    timing_limits(&gtp->timing, !gtp->game.position.turn, 0, &limits);
    session_ponder(gtp->session, gtp->ponder_board, &gtp->last, &limits);
}

static void handle_line(struct gtp *gtp, struct line *input)
{
    size_t length = preprocess(input->text, input->length);
    struct word line = word_trim(input->text, length), id;
    strbuf_clear(gtp_reply(gtp));
    if (line.length == 0)
        return;
    bool is_ok = take_id(&line, &id);
    gtp->id = id;
    gtp->is_streaming = gtp->must_ponder = false;
    if (!is_ok)
        gtp_fail(gtp, "the id must be a number from 0 to %d", ID_MAX);
    else if (input->is_too_long)
        is_ok = gtp_fail(gtp, "line too long: at most %d bytes", LINE_MAX_BYTES);
    else
        is_ok = run_line(gtp, line);
    if (gtp->is_streaming && !gtp->is_ending)
        session_send_line(gtp->session, "");
    else if (!gtp->is_ending)
        send_reply(gtp, is_ok, id);
    if (gtp->must_ponder && is_ok && !gtp->is_ending)
        ponder(gtp);
}

/* GoGui's way to end the command in work: the comment "# interrupt". */
static unsigned gtp_stops(const char *text, size_t length)
{
    struct word line = word_trim(text, length);
    if (line.length == 0 || line.text[0] != '#')
        return GTP_STOP_ANY;
    struct word comment = word_trim(line.text + 1, line.length - 1);
    return word_is(comment, "interrupt") ? GTP_STOP_ANY | GTP_STOP_INTERRUPT : GTP_STOP_ANY;
}

void gtp_serve(struct session *session)
{
    struct gtp *gtp = calloc(1, sizeof *gtp);
    if (!gtp) {
        fputs("outflank: no memory for a game\n", stderr);
        return;
    }
    gtp->session = session;
    session_set_variety(session, "0.5", true);
    gtp_start_game(gtp, first_mover_start(gtp->first));
    line_set_rules(session->lines, (struct line_rules){.stops = gtp_stops});
    while (!gtp->must_quit && !gtp->is_ending) {
        struct line *line = session_next_line(session);
        if (!line)
            break;
        handle_line(gtp, line);
        free(line);
    }
    free(gtp);
}
