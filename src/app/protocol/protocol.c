/* protocol/protocol.c - implements protocol.h: opens the session and lets the
 * first line choose the protocol. */
#include "protocol/protocol.h"

#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "protocol/console/edit.h"
#include "protocol/detect.h"
#include "protocol/serve.h"

/* Waits for a line that tells; it is read again by its protocol. */
static enum protocol wait_and_detect(struct session *session)
{
    enum protocol protocol = PROTOCOL_AUTO;
    while (protocol == PROTOCOL_AUTO) {
        struct line *line = session_next_line(session);
        if (!line)
            return PROTOCOL_AUTO;
        protocol = detect_protocol(line->text, line->length, false);
        if (protocol == PROTOCOL_AUTO)
            free(line);
        else
            session_push_line(session, line);
    }
    return protocol;
}

/* On a terminal: what a program, or a person who knows GTP, begins with. */
static bool is_for_program(const char *text, size_t length)
{
    enum protocol protocol = detect_protocol(text, length, true);
    return protocol != PROTOCOL_AUTO && protocol != PROTOCOL_CONSOLE;
}

static bool is_for_match(enum protocol protocol)
{
    return protocol == PROTOCOL_GTP || protocol == PROTOCOL_UCI;
}

/* People's programs use the whole machine; engines in matches share it. */
static void choose_threads(struct session *session, enum protocol protocol)
{
    if (!session->config->has_threads)
        ofl_set_option(session->engine, "threads", is_for_match(protocol) ? "1" : "auto");
}

/* `may_switch`: the first line in the console may ask for another protocol. */
static void serve(struct session *session, enum protocol protocol, bool may_switch)
{
    if (protocol != PROTOCOL_AUTO)
        choose_threads(session, protocol);
    if (protocol == PROTOCOL_CONSOLE) {
        if (!console_serve(session, may_switch ? is_for_program : NULL))
            return;
        protocol = wait_and_detect(session);
        choose_threads(session, protocol);
    }
    if (protocol == PROTOCOL_EDAX)
        protocol = edax_serve(session, session->config->edax);
    if (protocol == PROTOCOL_GTP)
        gtp_serve(session);
    else if (protocol == PROTOCOL_NBOARD)
        nboard_serve(session);
    else if (protocol == PROTOCOL_CASSIO)
        cassio_serve(session);
    else if (protocol == PROTOCOL_UCI)
        uci_serve(session);
}

int protocol_run(enum protocol protocol, const struct protocol_config *config)
{
    struct session session;
    bool is_terminal = isatty(config->input_fd) && isatty(config->output_fd);
    bool is_auto = protocol == PROTOCOL_AUTO;
    if (is_auto && is_terminal)
        protocol = PROTOCOL_CONSOLE;
    bool is_edited = protocol == PROTOCOL_CONSOLE && is_terminal && edit_is_available() &&
                     config->input_fd == STDIN_FILENO && config->output_fd == STDOUT_FILENO;
    if (!session_open(&session, config, is_edited))
        return EX_OSERR;
    bool may_switch = is_auto && protocol == PROTOCOL_CONSOLE;
    if (protocol == PROTOCOL_AUTO)
        protocol = wait_and_detect(&session);
    serve(&session, protocol, may_switch);
    return session_close(&session);
}
