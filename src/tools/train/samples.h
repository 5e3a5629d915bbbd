/* train/samples.h - labelled positions from recorded games. */
#ifndef TRAIN_SAMPLES_H
#define TRAIN_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>
#include "text/wthor.h"
#include "eval/classical_pack.h"

enum { SAMPLE_SHAPES = 14 };

/* What the regression needs of one position. A shape is the number of its class plus
 * 1 (blocks: of their own classes), times its sign; 0 weighs nothing. */
struct sample {
    ofl_board board;
    float target; /* discs, side to move */
    int16_t shape[SAMPLE_SHAPES]; /* 4 edges, 4 blocks, 4 second lines, 2 diagonals */
    uint8_t count[CLASSICAL_N_COUNTS][2];
    uint8_t odd_quadrants, empties;
    bool held_out;
};

struct samples {
    struct sample *list; /* owned; NULL at first */
    size_t n;
    size_t n_games, n_games_refused;
};

struct sampler;

/* Tables that the samples need; NULL if there is no memory. */
struct sampler *sampler_create(void);
void sampler_destroy(struct sampler *sampler);

/* Adds the positions of a game. A game that is not finished, or whose score is not the
 * recorded one, is counted and left out. False only if out of memory. */
bool samples_add_game(const struct sampler *sampler, struct samples *samples,
                      const struct wthor_game *game, bool held_out);

/* The regression's view of a board (target and held_out are left 0). */
struct sample sampler_sample(const struct sampler *sampler, ofl_board board);

#endif
