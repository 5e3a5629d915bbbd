/* train/selfplay.h - one game of the engine against itself, as labelled positions.
 *
 * A game begins with random moves, so that odd positions are covered; then both
 * sides play the move of a search of fixed depth. From `exact_empties` on the game
 * is solved once and played out perfectly: all positions from there carry their
 * exact score. Strays are positions one or two random moves off that line: a search
 * meets them all the time, while good players avoid them.
 *
 * Game k of a seed is the same whenever and wherever it is played: it depends on the
 * rules, the weights and k only. */
#ifndef TRAIN_SELFPLAY_H
#define TRAIN_SELFPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <outflank/engine.h>
#include "train/irregular.h"
#include "train/start_positions.h"
#include "train/train_record.h"

enum {
    SELFPLAY_STRAYS_MOST = 20,
    SELFPLAY_RECORDS = 60 + SELFPLAY_STRAYS_MOST,
    SELFPLAY_IRREGULAR_RANDOM = 12,
    SELFPLAY_GAMES_MOST = 0x7FFFFFFF /* of one seed */
};

struct selfplay_rules {
    uint32_t seed;
    int depth;                   /* of the search, 1..30 plies */
    int exact_empties;           /* the game is solved from here, 1..30 */
    int random_least, random_most; /* random plies at the start, 0..50 */
    int n_strays;                /* 0..SELFPLAY_STRAYS_MOST */
    const struct opening *openings; /* or NULL */
    size_t n_openings;
    int openings_percent;        /* games that begin with one of them */
    int irregular_percent;       /* games that begin with an irregular board, then up to
                                  * SELFPLAY_IRREGULAR_RANDOM random moves */
    unsigned irregular_kinds;    /* of which kinds, a bit each of enum irregular_kind; not 0 */
};

/* The game's name in its records. */
uint64_t selfplay_game_id(const struct selfplay_rules *rules, uint32_t k);

/* Plays game k into out[SELFPLAY_RECORDS]; returns the number of records, or -1 if
 * the engine failed (ofl_last_error). The engine's table is emptied first. */
int selfplay_game(ofl_engine *engine, const struct selfplay_rules *rules, uint32_t k,
                  struct record *out);

/* Labels the position that *record names anew: solved if it has up to `exact_empties`, else by a
 * search to `depth`. Nothing is known of the game's result then. False if the engine failed. */
bool selfplay_label(ofl_engine *engine, int depth, int exact_empties, struct record *record);

#endif
