/* train/openings.c - see openings.h. */
#include "train/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/regular.h"
#include "board/games.h"
#include "eval/weights.h"
#include "train/file.h"

static bool add(struct openings *openings, size_t *capacity, const struct ofl_game *game)
{
    if (openings->n == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 1024;
        struct opening *list = realloc(openings->list, *capacity * sizeof *list);
        if (!list)
            return false;
        openings->list = list;
    }
    openings->list[openings->n++] = (struct opening){game->position.board, game->n_played};
    return true;
}

static bool read_games(struct games *games, struct openings *openings, struct reason *reason)
{
    struct reading reading;
    struct ofl_text_error error;
    size_t capacity = 0;
    int found;
    while ((found = games_next(games, &reading, &error)) > 0) {
        const size_t line = games_line(games);
        if (reading.note.text[0] && !openings->note.text[0])
            reason_set(&openings->note, "line %zu: %.200s; said once", line, reading.note.text);
        if (ofl_is_over(reading.game.position.board))
            return reason_set(reason, "line %zu: the game is over", line);
        if (openings->n == UINT32_MAX || !add(openings, &capacity, &reading.game))
            return reason_set(reason, "no memory for its games");
    }
    if (found < 0)
        return reason_set(reason, "line %zu, column %zu: %.110s", error.line, error.column,
                          error.text);
    return openings->n > 0 || reason_set(reason, "there is no game in it");
}

bool openings_read(const char *path, struct openings *openings, struct reason *reason)
{
    size_t size;
    *openings = (struct openings){0};
    uint8_t *bytes = file_load(path, &size);
    if (!bytes) {
        return reason_set(reason, "cannot be read: %s", regular_problem(errno));
    }
    struct games *games = games_open_text((const char *)bytes, size);
    const bool is_good = games ? read_games(games, openings, reason)
                               : reason_set(reason, "no memory for its games");
    games_close(games);
    if (is_good) {
        openings->hash = weights_checksum(bytes, size);
    } else {
        free(openings->list);
        openings->list = NULL;
    }
    free(bytes);
    return is_good;
}
