/* train/start_positions.c - see start_positions.h. */
#include "train/start_positions.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/checksum.h"
#include "base/regular.h"
#include "text/games.h"
#include "train/whole_file.h"

static bool read_games(struct games *games, struct openings *openings, struct reason *reason)
{
    struct reading reading;
    struct ofl_text_error error;
    int found;
    while ((found = games_next(games, &reading, &error)) > 0) {
        const size_t line = games_line(games);
        if (reading.note.text[0] && !openings->note.text[0])
            reason_set(&openings->note, "line %zu: %.200s; said once", line, reading.note.text);
        if (ofl_is_over(reading.game.position.board))
            return reason_set(reason, "line %zu: the game is over", line);
        const struct opening opening = {reading.game.position.board, reading.game.n_played};
        if (openings->n == UINT32_MAX ||
            !array_push(&openings->list, &openings->n, &opening, sizeof opening))
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
        openings->hash = checksum_of(bytes, size);
    } else {
        free(openings->list);
        openings->list = NULL;
    }
    free(bytes);
    return is_good;
}
