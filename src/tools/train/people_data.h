/* train/people_data.h - moves that people played: positions with the values of all moves.
 *
 * Games are lines BLACK WHITE DISCS MOVES: players as numbers, coordinates without passes; ratings
 * lines PLAYER GAMES RATING. Other lines are left out.
 *
 * Threads: functions touch only their arguments. */
#ifndef TRAIN_PEOPLE_DATA_H
#define TRAIN_PEOPLE_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/reason.h"
#include "people/people_look.h"

/* Which players the model is fitted to, and which judge it. */
enum people_part { PEOPLE_TRAIN, PEOPLE_TEST };

struct people_sample {
    ofl_board board;
    int player, rating, ply; /* ply: from 1, passes are none */
    int last, played;        /* the square before; the index of the move */
    struct people_moves moves;
};

struct people_samples {
    struct people_sample *list;
    size_t n;
};

/* What is taken of the games. */
struct people_rules {
    const char *games, *ratings;
    enum people_part part;
    int first_ply;
    double share; /* of the moves, drawn by `seed` */
    uint64_t seed;
};

/* By a hash of the player's number: a quarter of the players judge, half of those above 1700. */
enum people_part people_part_of(int player, int rating);

/* Moves with a choice, by players with ten games and more who are no engines. Without a file, or
 * memory, false with a reason; the caller frees the list either way. */
bool people_data_read(const struct people_rules *rules, const struct weights *weights,
                      struct people_samples *samples, struct reason *reason);

#endif
