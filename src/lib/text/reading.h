/* text/reading.h - what a text says: the one result of all readers of positions and games.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_READING_H
#define TEXT_READING_H

#include <outflank/game.h>

#include "base/reason.h"
#include "text/tags.h"

struct reading {
    struct ofl_game game;   /* start, moves, names, date, place, result */
    struct ofl_obf obf;     /* of a board: its position and scores; else the position after the
                               moves, without scores */
    const char *format;     /* name of the format: "GGF" */
    size_t at;              /* offset in the text where it begins */
    size_t more_at;         /* offset of another game, which follows and was not read; 0: none */
    struct reason note;     /* what had to be assumed, for the user; "" if nothing */
    struct tags tags;       /* what else the record says: event, ratings, comments */
};

/* Names and the like, and what GGF says of the result. */
enum reading_field { READING_BLACK, READING_WHITE, READING_PLACE, READING_DATE, READING_RESULT };

/* Sets a field that is empty. A note tells of a value that is cut, of bytes that became '?', and of a
 * second value that is another: the first counts. */
void reading_set(struct reading *reading, enum reading_field field, const char *value, size_t length);

/* Notes what happened to the tags. Once, when all is read. */
void reading_note_tags(struct reading *reading);

/* Moves that both begin with; -1: they do not even begin at the same board. */
int reading_common(const struct ofl_game *a, const struct ofl_game *b);

/* The record of a game that was loaded and has gone on since: `now`, and what of `kept` still holds.
 * Tags do. Comments and variations do up to where other moves were played or moves were taken back. The result, and
 * the komi it was counted with, do if the moves are the same; another one that `now` has goes before.
 * Scores of a board do on that board. */
void reading_follow(struct reading *reading, const struct reading *kept,
                    const struct ofl_game *now);

/* Adds a sentence (without a full stop) to the note. */
__attribute__((format(printf, 2, 3)))
void reading_note(struct reading *reading, const char *format, ...);

#endif
