/* eval/pattern_layout.h - what follows from the table of shapes: where their images lie on the
 * board, how configurations are numbered, and which of them count once.
 *
 * gen_patterns.c prints it as constant tables at build time. The browser's engine computes the
 * large ones at start: a page would wait seconds for them on a slow line (tables_at_start.c).
 */
#ifndef EVAL_PATTERN_LAYOUT_H
#define EVAL_PATTERN_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/pattern_shapes.h"

enum {
    LAYOUT_SHAPES = sizeof pattern_shapes / sizeof *pattern_shapes,
    LAYOUT_LANES = 64,
    LAYOUT_MOVE_LANES = 16,
    LAYOUT_MAX_SQUARES = 10,
    LAYOUT_MAX_MOVE_SQUARES = 6
};

struct pattern_layout {
    int n_squares[LAYOUT_SHAPES], canonical[LAYOUT_SHAPES][LAYOUT_MAX_SQUARES];
    uint32_t worth[LAYOUT_SHAPES][LAYOUT_MAX_SQUARES]; /* of a square's digit in a configuration */
    int per_shape[LAYOUT_SHAPES];                      /* instances */
    uint32_t first_config[LAYOUT_SHAPES + 1];
    struct { int shape, turn, squares[LAYOUT_MAX_SQUARES]; } instances[LAYOUT_LANES];
    int n_instances, first_move_lane;
};

/* NULL if the layout is filled, else what is wrong with the table, as a sentence. */
const char *pattern_layout_make(struct pattern_layout *layout);

/* How many configurations a shape has. */
uint32_t pattern_layout_configs(const struct pattern_layout *layout, int shape);
bool pattern_layout_knows_moves(int shape);

/* Fills tables of first_config[LAYOUT_SHAPES] entries (pattern.h): by configuration its packed row
 * and the turn from there; by packed row the set of turns that leave it. Returns the number of
 * packed rows. turns and fixing start as zeros. */
uint32_t pattern_layout_pack(const struct pattern_layout *layout, uint32_t *packed, uint8_t *turns,
                             uint8_t *fixing);

#endif
