/* train/start_positions.h - start positions from a file of games in text. */
#ifndef TRAIN_START_POSITIONS_H
#define TRAIN_START_POSITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/reason.h"

struct opening {
    ofl_board board;
    int ply; /* moves and passes that led there */
};

struct openings {
    struct opening *list; /* owned by the caller of openings_read */
    size_t n;
    uint64_t hash;     /* of all of them */
    struct reason note; /* what had to be assumed of the file, first place; or "" */
};

/* One game or board a line, or games in any other format (text/games.h). False with
 * `reason`: no file, no game in it, a move that cannot be played. */
bool openings_read(const char *path, struct openings *openings, struct reason *reason);

#endif
