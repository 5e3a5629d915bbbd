/* cli/position.c - implements position.h. */
#include "cli/position.h"

#include <string.h>

#include "board/reader.h"
#include "cli/output.h"

bool position_read(const char *what, const char *text, ofl_position *position)
{
    struct reading reading;
    struct ofl_text_error error;
    if (!reader_read(text, strlen(text), &reading, &error)) {
        if (error.line > 1)
            complain("%s: line %zu, column %zu: %s", what, error.line, error.column, error.text);
        else
            complain("%s: column %zu: %s", what, error.column, error.text);
        return false;
    }
    if (reading.note.text[0])
        complain("%s: %s", what, reading.note.text);
    *position = reading.game.position;
    return true;
}
