/* variant/variant_eval.h - what a position of another game than Othello is worth, and its shape.
 *
 * Threads: functions touch only their arguments. */
#ifndef VARIANT_VARIANT_EVAL_H
#define VARIANT_VARIANT_EVAL_H

#include "board/variant.h"

enum { VARIANT_N_AXES = 4 };

/* What follows from the holes. */
struct variant_shape {
    struct ofl_variant variant;
    uint64_t playable;
    int n_playable;
    uint64_t walls[VARIANT_N_AXES]; /* no disc turns along this axis: a neighbour is out of play */
    uint64_t corners, edges;        /* all axes have walls; some have */
};

/* What is counted; each as the side to move has it, less what the other side has. */
enum variant_term {
    VARIANT_MOVES,
    VARIANT_FRONTIER, /* empty squares next to the other side's discs */
    VARIANT_CORNERS,
    VARIANT_NEAR_DIAGONAL, /* discs beside an empty corner */
    VARIANT_NEAR_STRAIGHT,
    VARIANT_EDGES,
    VARIANT_DISCS,
    VARIANT_PARITY, /* 1 if the number of empty squares is odd, else -1 */
    VARIANT_ONE,    /* who moves */
    VARIANT_N_TERMS
};

struct variant_shape variant_shape_of(struct ofl_variant variant);

void variant_count(const struct variant_shape *shape, ofl_board board, int terms[VARIANT_N_TERMS]);

/* 1/100 disc, for the side to move; the game goes on. */
int variant_evaluate(const struct variant_shape *shape, ofl_board board);

/* Discs of the side to move that never turn; a lower bound. */
uint64_t variant_stable(const struct variant_shape *shape, ofl_board board);

#endif
