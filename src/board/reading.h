/* board/reading.h - what a text says: the one result of all readers of positions and games.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOARD_READING_H
#define BOARD_READING_H

#include <outflank/game.h>

#include "base/reason.h"
#include "board/tags.h"

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

/* Adds a sentence (without a full stop) to the note. */
__attribute__((format(printf, 2, 3)))
void reading_note(struct reading *reading, const char *format, ...);

#endif
