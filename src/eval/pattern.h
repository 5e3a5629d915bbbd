/* eval/pattern.h - patterns: configurations of small sets of squares.
 *
 * An instance is a shape laid somewhere on the board; its configuration is a
 * number of ternary digits, one a square: 0 own, 1 empty, 2 opponent. Seen from
 * the other side it is 3^n - 1 - configuration, so one set of numbers, kept for
 * one colour and updated by a few additions a move, serves both.
 *
 * Constant tables, made by gen_patterns.c from pattern_shapes.h. */
#ifndef EVAL_PATTERN_H
#define EVAL_PATTERN_H

#include <stdint.h>
#include <outflank/board.h>
#include "pattern_sizes.h"

/* pattern_sizes.h (generated) defines
 *   PATTERN_N_SHAPES      shapes
 *   PATTERN_N_INSTANCES   instances, <= PATTERN_LANES
 *   PATTERN_LANES         64: instances padded with lanes that are always 0
 *   PATTERN_N_CONFIGS     configurations of all shapes together
 *   PATTERN_N_PACKED      ... when those that mirror each other count once
 *   PATTERN_HASH          64 bits that change with the table of shapes
 *   PATTERN_LANES_BY_TURN lanes sorted by the turn that lays the shape there, and
 *   PATTERN_TURN_FIRST    the place of each turn's first one (0..8), for unrolled loops */

/* Configurations of all instances, for one colour called "own". */
struct pattern_ids {
    _Alignas(64) uint16_t id[PATTERN_LANES];
};

/* A position to be valued. */
struct pattern_input {
    uint64_t player, opponent;
    const struct pattern_ids *ids;
    int side; /* 0: the ids are kept for the colour to move */
};

/* By lane: first index of the instance's shape among all configurations (the
 * padding lanes point to one entry past the last, which holds no weight). */
extern const uint32_t pattern_lane_offsets[PATTERN_LANES];
/* By lane: 3^n - 1, the largest configuration (0 for padding). */
extern const uint16_t pattern_lane_max[PATTERN_LANES];
/* By square and lane: 3^k where the square is digit k of the instance, else 0. */
extern const uint16_t pattern_square_digits[64][PATTERN_LANES];
/* By configuration (all shapes in one row): its place among the packed ones. */
extern const uint32_t pattern_packed_index[PATTERN_N_CONFIGS];
/* For weights that know where a pattern lies (eval/network.h); turns as in eval/turn.h.
 * By lane: the turn that lays the shape there. */
extern const uint8_t pattern_lane_turn[PATTERN_LANES];
/* By configuration: a turn that maps its shape onto itself and the packed one to it. */
extern const uint8_t pattern_config_turn[PATTERN_N_CONFIGS];
/* By packed configuration: the set of turns that leave it as it is. */
extern const uint8_t pattern_packed_fixing[PATTERN_N_PACKED];
/* By shape: name, number of squares, instances, first configuration. */
struct pattern_shape_info {
    const char *name;
    int n_squares, n_instances;
    uint32_t first_config;
};
extern const struct pattern_shape_info pattern_shape_table[PATTERN_N_SHAPES];

/* From scratch, `own` being the side to move of the board. The slow reference
 * for the incremental update; also used at the root and by the trainer. */
void pattern_ids_of(ofl_board board, struct pattern_ids *ids);

#endif
