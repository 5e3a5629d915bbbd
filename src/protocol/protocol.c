/* protocol/protocol.c - implements protocol.h: opens the session and lets the
 * first line choose the protocol. */
#include "protocol/protocol.h"

#include <stdlib.h>
#include <unistd.h>

#include "protocol/gtp.h"
#include "protocol/modes.h"

enum { EXIT_RESOURCES = 71 };

enum protocol mode_detect(const char *line, size_t length)
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
    if (n > 1 && word_to_int(words[0], 0, INT32_MAX, &id) && gtp_find(words[1]))
        return PROTOCOL_GTP;
    enum ofl_color color;
    if (word_is(words[0], "play") && !(n > 1 && show_read_color(words[1], &color)))
        return PROTOCOL_CONSOLE;
    return gtp_find(words[0]) ? PROTOCOL_GTP : PROTOCOL_CONSOLE;
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

int protocol_run(enum protocol protocol, const struct protocol_config *config)
{
    struct session session;
    bool is_terminal = isatty(config->input_fd) && isatty(config->output_fd);
    if (protocol == PROTOCOL_AUTO && is_terminal)
        protocol = PROTOCOL_CONSOLE;
    if (!session_open(&session, config, protocol == PROTOCOL_CONSOLE && is_terminal))
        return EXIT_RESOURCES;
    if (protocol == PROTOCOL_AUTO)
        protocol = wait_and_detect(&session);
    if (protocol == PROTOCOL_NBOARD)
        mode_nboard(&session);
    else if (protocol != PROTOCOL_AUTO)
        mode_gtp(&session);
    return session_close(&session);
}
