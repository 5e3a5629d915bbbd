/* protocol/protocol.c - implements protocol.h: opens the session and lets the
 * first line choose the protocol. */
#include "protocol/protocol.h"

#include <stdlib.h>
#include <unistd.h>

#include "protocol/edit.h"
#include "protocol/gtp.h"
#include "protocol/modes.h"

enum { EXIT_RESOURCES = 71 };

static enum protocol detect(const char *line, size_t length, bool is_terminal)
{
    struct word words[3];
    /* A byte order mark may stand before the first line. */
    if (length >= 3 && line[0] == '\xef' && line[1] == '\xbb' && line[2] == '\xbf') {
        line += 3;
        length -= 3;
    }
    size_t n = word_split(line, length, words, 3);
    if (n == 0 || words[0].text[0] == '#')
        return PROTOCOL_AUTO;
    if (word_is(words[0], "nboard"))
        return PROTOCOL_NBOARD;
    /* "7 name": only GTP has ids. */
    int64_t id;
    if (n > 1 && word_to_int(words[0], 0, INT32_MAX, &id) && command_look_up(&gtp_commands, words[1]))
        return PROTOCOL_GTP;
    enum ofl_color color;
    if (word_is(words[0], "play"))
        return n > 1 && show_read_color(words[1], &color) ? PROTOCOL_GTP : PROTOCOL_CONSOLE;
    if (is_terminal && mode_is_console_word(words[0]))
        return PROTOCOL_CONSOLE;
    return command_look_up(&gtp_commands, words[0]) ? PROTOCOL_GTP : PROTOCOL_CONSOLE;
}

enum protocol mode_detect(const char *line, size_t length)
{
    return detect(line, length, false);
}

enum protocol mode_detect_on_terminal(const char *line, size_t length)
{
    return detect(line, length, true);
}

/* Waits for a line that tells; it is read again by its protocol. */
static enum protocol wait_and_detect(struct session *session)
{
    enum protocol protocol = PROTOCOL_AUTO;
    while (protocol == PROTOCOL_AUTO) {
        struct line *line = session_next_line(session);
        if (!line)
            return PROTOCOL_AUTO;
        protocol = mode_detect(line->text, line->length);
        if (protocol == PROTOCOL_AUTO)
            free(line);
        else
            session_push_line(session, line);
    }
    return protocol;
}

static void serve(struct session *session, enum protocol protocol)
{
    if (protocol == PROTOCOL_CONSOLE) {
        if (!mode_console(session))
            return;
        protocol = wait_and_detect(session);
    }
    if (protocol == PROTOCOL_GTP)
        mode_gtp(session);
    else if (protocol == PROTOCOL_NBOARD)
        mode_nboard(session);
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
        return EXIT_RESOURCES;
    session.may_switch = is_auto && protocol == PROTOCOL_CONSOLE;
    if (protocol == PROTOCOL_AUTO)
        protocol = wait_and_detect(&session);
    serve(&session, protocol);
    return session_close(&session);
}
