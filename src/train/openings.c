/* train/openings.c - see openings.h. */
#include "train/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "base/regular.h"
#include "eval/weights.h"
#include "train/file.h"

enum { LINE_MOST = 1000 };

/* 1: a board, 0: nothing on the line, -1 with `reason`. */
static int read_line(const char *line, size_t length, size_t number, struct opening *opening,
                     struct reason *reason)
{
    size_t blank = 0;
    while (blank < length && (line[blank] == ' ' || line[blank] == '\t' || line[blank] == '\r'))
        blank++;
    if (blank == length || line[blank] == '#')
        return 0;
    struct ofl_game game;
    struct ofl_text_error error = {.column = LINE_MOST, .text = "the line is too long"};
    ofl_game_init(&game, ofl_position_start());
    if (length > LINE_MOST || !ofl_game_add_transcript(&game, line, length, &error)) {
        reason_set(reason, "line %zu, column %zu: %.110s", number, error.column, error.text);
        return -1;
    }
    if (ofl_is_over(game.position.board)) {
        reason_set(reason, "line %zu: the game is over", number);
        return -1;
    }
    *opening = (struct opening){game.position.board, game.n_played};
    return 1;
}

static bool read_lines(const char *text, size_t size, struct openings *openings,
                       struct reason *reason)
{
    size_t number = 1;
    for (size_t at = 0; at < size; number++) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        int kind = read_line(text + at, length, number, &openings->list[openings->n], reason);
        if (kind < 0)
            return false;
        openings->n += (size_t)kind;
        at += length + 1;
    }
    if (openings->n == 0)
        reason_set(reason, "there is no game in it");
    return openings->n > 0;
}

bool openings_read(const char *path, struct openings *openings, struct reason *reason)
{
    size_t size, n_lines = 1;
    *openings = (struct openings){0};
    uint8_t *bytes = file_load(path, &size);
    if (!bytes) {
        return reason_set(reason, "cannot be read: %s", regular_problem(errno));
    }
    for (size_t i = 0; i < size; i++)
        n_lines += bytes[i] == '\n';
    openings->list = calloc(n_lines, sizeof *openings->list);
    bool is_good = openings->list && n_lines <= UINT32_MAX;
    if (!is_good)
        reason_set(reason, "no memory for its games");
    is_good = is_good && read_lines((const char *)bytes, size, openings, reason);
    if (is_good) {
        openings->hash = weights_checksum(bytes, size);
    } else {
        free(openings->list);
        openings->list = NULL;
    }
    free(bytes);
    return is_good;
}
