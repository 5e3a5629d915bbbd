/* board/records.c - implements the records of outflank/records.h by the readers and writers of this
 * room. Names of openings are in opening/names.c, the picture in review/face.c. */
#include <outflank/records.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "board/games.h"
#include "board/reader.h"
#include "board/writer.h"

static void put_note(struct ofl_note *note, const struct reading *reading)
{
    if (note)
        visible_copy(note->text, sizeof note->text, reading->note.text,
                     strlen(reading->note.text));
}

/* A reason without a place. */
static void put_error(struct ofl_text_error *error, const char *text)
{
    if (!error)
        return;
    *error = (struct ofl_text_error){0};
    visible_copy(error->text, sizeof error->text, text, strlen(text));
}

bool ofl_record_read(const char *text, size_t length, struct ofl_game *game,
                     struct ofl_note *note, struct ofl_text_error *error)
{
    struct reading *reading = malloc(sizeof *reading);
    if (!reading) {
        put_error(error, "out of memory");
        return false;
    }
    const bool is_read = reader_read(text, length, reading, error);
    if (is_read) {
        *game = reading->game;
        put_note(note, reading);
    }
    free(reading);
    return is_read;
}

char *ofl_record_write(const struct ofl_game *game, const char *format,
                       struct ofl_text_error *error)
{
    const struct writer_row *row = writer_find(format, strlen(format));
    struct reading *reading = calloc(1, sizeof *reading);
    struct strbuf text = {0};
    struct reason reason = {.text = "out of memory"};
    bool is_written = false;
    if (reading && (!row || row->is_binary)) {
        reason_set(&reason, "expected a format such as ggf, sgf, pgn, json, moves, obf or board, found \"%s\"",
                   visible_word(format, strlen(format)).text);
    } else if (reading) {
        reading->game = *game;
        reading->obf.position = game->position;
        is_written = writer_add(row, &text, reading, &reason) && !text.is_failed;
    }
    free(reading);
    if (is_written && text.data)
        return text.data;
    strbuf_free(&text);
    put_error(error, reason.text);
    return NULL;
}

const char *ofl_record_format(size_t index)
{
    size_t n = 0;
    for (size_t i = 0;; i++) {
        const struct writer_row *row = writer_at(i);
        if (!row || (!row->is_binary && n++ == index))
            return row ? row->name : NULL;
    }
}

struct ofl_games {
    struct games *games;
    struct reading reading;
};

ofl_games *ofl_games_open(const char *path, struct ofl_text_error *error)
{
    struct reason reason = {.text = "out of memory"};
    ofl_games *games = malloc(sizeof *games);
    if (games)
        games->games = games_open(path, &reason);
    if (games && games->games)
        return games;
    free(games);
    put_error(error, reason.text);
    return NULL;
}

void ofl_games_close(ofl_games *games)
{
    if (games)
        games_close(games->games);
    free(games);
}

int ofl_games_next(ofl_games *games, struct ofl_game *game, struct ofl_note *note,
                   struct ofl_text_error *error)
{
    const int found = games_next(games->games, &games->reading, error);
    const int failed = found == 0 ? games_has_failed(games->games) : 0;
    if (failed) {
        put_error(error, strerror(failed));
        return -1;
    }
    if (found > 0) {
        *game = games->reading.game;
        put_note(note, &games->reading);
    }
    return found;
}

size_t ofl_games_number(const ofl_games *games) { return games_number(games->games); }

void ofl_text_free(char *text) { free(text); }
