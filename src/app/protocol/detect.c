/* protocol/detect.c - implements detect.h. */
#include "protocol/detect.h"

#include "protocol/serve.h"
#include "protocol/show.h"

enum protocol detect_protocol(const char *line, size_t length, bool is_terminal)
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
    if (word_is_any_case(words[0], CASSIO_WORD))
        return PROTOCOL_CASSIO;
    if (word_is(words[0], "uci"))
        return PROTOCOL_UCI;
    /* "7 name": only GTP has ids. */
    int64_t id;
    if (n > 1 && word_to_int(words[0], 0, INT32_MAX, &id) && command_look_up(&gtp_commands, words[1]))
        return PROTOCOL_GTP;
    enum ofl_color color;
    if (word_is(words[0], "play"))
        return n > 1 && show_read_color(words[1], &color) ? PROTOCOL_GTP : PROTOCOL_CONSOLE;
    if (is_terminal && command_look_up(&console_commands, words[0]))
        return PROTOCOL_CONSOLE;
    return command_look_up(&gtp_commands, words[0]) ? PROTOCOL_GTP : PROTOCOL_CONSOLE;
}
