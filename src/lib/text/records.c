/* text/records.c - implements the records of outflank/records.h by the readers and writers of this
 * room. Names of openings are in book/opening_names.c, the picture in report/face.c. */
#include <outflank/records.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "text/games.h"
#include "text/reader.h"
#include "text/writer.h"

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

/* NULL with the reason. */
static char *write_reading(const struct reading *reading, const char *format,
                           struct ofl_text_error *error)
{
    const struct writer_row *row = writer_find(format, strlen(format));
    struct strbuf text = {0};
    struct reason reason = {.text = "out of memory"};
    if (!row || row->is_binary)
        reason_set(&reason, "expected a format such as ggf, sgf, pgn, json, moves, obf or board, found \"%s\"",
                   visible_word(format, strlen(format)).text);
    else if (writer_add(row, &text, reading, &reason) && !text.is_failed && text.data)
        return text.data;
    strbuf_free(&text);
    put_error(error, reason.text);
    return NULL;
}

char *ofl_record_write(const struct ofl_game *game, const char *format,
                       struct ofl_text_error *error)
{
    struct reading *reading = calloc(1, sizeof *reading);
    char *text = NULL;
    if (reading) {
        reading->game = *game;
        reading->obf.position = game->position;
        text = write_reading(reading, format, error);
    } else {
        put_error(error, "out of memory");
    }
    free(reading);
    return text;
}

char *ofl_record_rewrite(const struct ofl_game *game, const char *record, size_t length,
                         const char *format, struct ofl_note *note, struct ofl_text_error *error)
{
    struct reading *list = calloc(2, sizeof *list); /* as it was, and as it is */
    const struct writer_row *row = writer_find(format, strlen(format));
    char *text = NULL;
    if (!list) {
        put_error(error, "out of memory");
    } else if (reader_read(record, length, &list[0], error)) {
        struct strbuf lost = {0};
        reading_follow(&list[1], &list[0], game);
        text = write_reading(&list[1], format, error);
        if (text && note)
            writer_add_losses(row, &list[1], &lost);
        if (note)
            snprintf(note->text, sizeof note->text, "%s", lost.data ? lost.data : "");
        strbuf_free(&lost);
    }
    free(list);
    return text;
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
    struct reading reading; /* the last one */
};

ofl_games *ofl_games_open(const char *path, struct ofl_text_error *error)
{
    struct reason reason = {.text = "out of memory"};
    ofl_games *games = calloc(1, sizeof *games);
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

char *ofl_games_record(const ofl_games *games)
{
    return games->reading.format ? write_reading(&games->reading, "json", NULL) : NULL;
}

size_t ofl_games_number(const ofl_games *games) { return games_number(games->games); }

void ofl_text_free(char *text) { free(text); }
