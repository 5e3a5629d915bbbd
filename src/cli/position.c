/* cli/position.c - implements position.h. */
#include "cli/position.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board/reader.h"
#include "cli/output.h"

enum { TEXT_LIMIT = 16384 };

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

/* The words as one text; false if they are too long. */
static bool join_words(const struct cli_args *args, char out[TEXT_LIMIT])
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < args->n_words; i++) {
        const int n = snprintf(out + length, TEXT_LIMIT - length, "%s%s", i ? " " : "",
                               args->words[i]);
        if (n < 0 || (size_t)n >= TEXT_LIMIT - length)
            return false;
        length += (size_t)n;
    }
    return true;
}

int position_read_words(const struct cli_args *args, struct reading *reading)
{
    char text[TEXT_LIMIT];
    struct ofl_text_error error;
    if (args->n_words == 0 || !join_words(args, text) || access(args->words[0], F_OK) == 0 ||
        strcmp(text, "-") == 0 || !reader_format(text, strlen(text)))
        return 0;
    if (!reader_read(text, strlen(text), reading, &error)) {
        complain("%s: column %zu: %s", args->command->name, error.column, error.text);
        return -1;
    }
    if (reading->note.text[0])
        complain("%s: %s", args->command->name, reading->note.text);
    return 1;
}
