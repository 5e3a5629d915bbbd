/* cli/position_argument.c - implements position_argument.h. */
#include "cli/position_argument.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "text/games.h"
#include "text/reader.h"
#include "cli/checked_output.h"

enum { TEXT_LIMIT = 16384 };

/* Reads a text, and says what is wrong with it or what had to be assumed. */
static bool read_text(const char *what, const char *text, struct reading *reading)
{
    struct ofl_text_error error;
    if (!reader_read(text, strlen(text), reading, &error)) {
        if (error.line > 1)
            complain("%s: line %zu, column %zu: %s", what, error.line, error.column, error.text);
        else
            complain("%s: column %zu: %s", what, error.column, error.text);
        return false;
    }
    if (reading->note.text[0])
        complain("%s: %s", what, reading->note.text);
    return true;
}

bool position_read(const char *what, const char *text, ofl_position *position)
{
    struct reading reading;
    if (!read_text(what, text, &reading))
        return false;
    *position = reading.game.position;
    return true;
}

/* The words as one text; false if they are too long. */
static bool join_words(const char *const *words, int n_words, char out[TEXT_LIMIT])
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < n_words; i++) {
        const int n = snprintf(out + length, TEXT_LIMIT - length, "%s%s", i ? " " : "", words[i]);
        if (n < 0 || (size_t)n >= TEXT_LIMIT - length)
            return false;
        length += (size_t)n;
    }
    return true;
}

/* The only game of a file. Returns 0, or the exit code after a sentence. */
static int read_file(const char *what, const char *path, struct reading *reading)
{
    struct reason reason;
    struct reading next;
    struct ofl_text_error error;
    struct games *games = games_open(path, &reason);
    if (!games) {
        complain("%s: %s", what, reason.text);
        return EX_NOINPUT;
    }
    out_say_awaited(path, "one position or one game is");
    const int found = games_next(games, reading, &error);
    const bool is_one = found > 0 && games_next(games, &next, NULL) == 0;
    const int failure = games_has_failed(games);
    if (failure)
        complain("%s: %s: %s", what, path, strerror(failure));
    else if (found < 0)
        complain("%s: %s:%zu:%zu: %s", what, path, error.line, error.column, error.text);
    else if (found == 0)
        complain("%s: there is no game and no position in %s", what, path);
    else if (!is_one)
        complain("%s: %s holds more than one game: expected a file of one", what, path);
    else if (reading->note.text[0])
        complain("%s: %s: %s", what, path, reading->note.text);
    games_close(games);
    return failure ? EX_IOERR : is_one ? 0 : EX_DATAERR;
}

int position_read_any(const char *what, const char *const *words, int n_words,
                      struct reading *reading)
{
    char text[TEXT_LIMIT];
    if (!join_words(words, n_words, text)) {
        complain("%s: the text is too long", what);
        return EX_USAGE;
    }
    if (strcmp(text, "-") == 0 || (*text && access(text, F_OK) == 0))
        return read_file(what, text, reading);
    return read_text(what, text, reading) ? 0 : EX_USAGE;
}

int position_read_words(const struct cli_args *args, struct reading *reading)
{
    char text[TEXT_LIMIT];
    if (args->n_words == 0 || !join_words(args->words, args->n_words, text) ||
        access(args->words[0], F_OK) == 0 || strcmp(text, "-") == 0 ||
        !reader_format(text, strlen(text)))
        return 0;
    return read_text(args->command->name, text, reading) ? 1 : -1;
}
