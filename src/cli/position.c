/* cli/position.c - implements position.h. */
#include "cli/position.h"

#include <string.h>
#include <outflank/game.h>

#include "cli/output.h"

/* A transcript begins with a square: a letter a..h, then a digit. */
static bool is_transcript(const char *text)
{
    text += strspn(text, " \t");
    char letter = (char)(*text | 32);
    return letter >= 'a' && letter <= 'h' && text[1] >= '1' && text[1] <= '8';
}

bool position_read(const char *what, const char *text, ofl_position *position)
{
    struct ofl_text_error error = {.line = 1};
    size_t length = strlen(text), used = 0;
    if (strcmp(text, "start") == 0) {
        *position = ofl_position_start();
        return true;
    }
    if (is_transcript(text)) {
        struct ofl_game game;
        ofl_game_init(&game, ofl_position_start());
        if (ofl_game_add_transcript(&game, text, length, &error)) {
            *position = game.position;
            return true;
        }
    } else if (ofl_position_from_text(text, length, position, &used, &error)) {
        size_t rest = used + strspn(text + used, " \t\r\n;");
        if (!text[rest])
            return true;
        error.column = rest + 1;
        complain("%s: column %zu: expected nothing after the side to move, found \"%s\"", what,
                 error.column, text + rest);
        return false;
    }
    complain("%s: column %zu: %s", what, error.column, error.text);
    return false;
}
