/* train/harvest.h - exact labels for the positions that an exact solve meets.
 *
 * Good players avoid bad moves; a solve refutes them all, so its boards look unlike those
 * of games, and an evaluation that orders its moves must know them. A position is solved,
 * boards are drawn from the transposition table and the worker's cache, as many of each
 * number of empty squares as can be had, and each is solved in turn: the table still knows
 * much of its tree. */
#ifndef TRAIN_HARVEST_H
#define TRAIN_HARVEST_H

#include <stdbool.h>
#include <stdint.h>
#include "train/record.h"

struct harvester;
struct weights;

struct harvest_rules {
    uint32_t seed;
    int least;  /* empties of the boards: from here to one less than the position's */
    int n_each; /* boards of a position */
};

/* Weights: borrowed, NULL for the classical evaluation. NULL if out of memory. */
struct harvester *harvester_create(const struct weights *weights);
void harvester_destroy(struct harvester *harvester);

/* Fills out[n_each] for the position `from`, of which the records take the game; returns how
 * many. The same for the same position, rules, weights and k. */
int harvest(struct harvester *harvester, const struct harvest_rules *rules,
            const struct record *from, uint32_t k, struct record *out);

#endif
