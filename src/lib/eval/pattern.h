/* eval/pattern.h - patterns: configurations of small sets of squares.
 *
 * An instance is a shape laid somewhere on the board; its configuration is a number
 * of digits, one a square:
 *   shapes of discs        0 own, 1 empty, 2 opponent
 *   shapes that know moves 0 own, 4 opponent, 2 empty, but 1 where only the side to move has a
 *                          legal move, 3 where only the other side has one
 * Seen from the other side it is base^n - 1 - configuration. So one set of numbers, kept for one
 * colour and updated by a few additions a move, serves both: the ids, which take every empty
 * square for one without a move. Moves are added when a value is wanted (pattern_rows.h).
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
 *   PATTERN_FIRST_MOVE_LANE  from here on shapes know moves, PATTERN_MOVE_LANES lanes of at
 *   PATTERN_MOVE_SQUARES  most so many squares each
 *   PATTERN_N_CONFIGS     configurations of all shapes together
 *   PATTERN_N_PACKED      ... when those that mirror each other count once
 *   PATTERN_HASH          64 bits that change with the table of shapes
 *   PATTERN_LANES_BY_TURN lanes sorted by the turn that lays the shape there, and
 *   PATTERN_TURN_FIRST    the place of each turn's first one (0..8), for unrolled loops */

/* Ids of all instances, for one colour called "own"; or configurations, moves added. */
struct pattern_ids {
    _Alignas(64) uint16_t id[PATTERN_LANES];
};
_Static_assert(sizeof(struct pattern_ids) == 2 * PATTERN_LANES, "no padding: ids are compared");

/* A position to be valued. */
struct pattern_input {
    uint64_t player, opponent;
    const struct pattern_ids *ids;
    int side; /* 0: the ids are kept for the colour to move */
};

/* By lane: first index of the instance's shape among all configurations (the
 * padding lanes point to one entry past the last, which holds no weight). */
extern const uint32_t pattern_lane_offsets[PATTERN_LANES];
/* By lane: base^n - 1, the largest configuration (0 for padding). */
extern const uint16_t pattern_lane_max[PATTERN_LANES];
/* By square and lane: what an empty square adds, base^p where it is one of the instance (twice that
 * if it knows moves), else 0; p by how seldom a search changes the square (gen_patterns.c). An
 * opponent's disc adds twice as much, an own one 0. */
extern const uint16_t pattern_square_digits[64][PATTERN_LANES];
/* Of the lanes that know moves: base^p summed over a set of moves on squares 4 i .. 4 i + 3, by i
 * and set; the other side's moves add it, those of the side to move take it off. */
extern const uint16_t pattern_move_digits[16][16][PATTERN_MOVE_LANES];
/* The same by k: square k of the instance and base^p (0, 0 where there is none). */
extern const uint16_t pattern_move_squares[PATTERN_MOVE_SQUARES][PATTERN_MOVE_LANES];
extern const uint16_t pattern_move_worth[PATTERN_MOVE_SQUARES][PATTERN_MOVE_LANES];
/* By configuration (all shapes in one row): its place among the packed ones, whose order is that of
 * files and does not depend on p. */
extern const uint32_t pattern_packed_index[PATTERN_N_CONFIGS];
/* For weights that know where a pattern lies (eval/network.h); turns as in eval/turn.h.
 * By lane: the turn that lays the shape there. */
extern const uint8_t pattern_lane_turn[PATTERN_LANES];
/* By configuration: a turn that maps its shape onto itself and the packed one to it. */
extern const uint8_t pattern_config_turn[PATTERN_N_CONFIGS];
/* By packed configuration: the set of turns that leave it as it is. */
extern const uint8_t pattern_packed_fixing[PATTERN_N_PACKED];
/* By shape: name, number of squares, kinds of square (the base), instances, first configuration. */
struct pattern_shape_info {
    const char *name;
    int n_squares, n_digits, n_instances;
    uint32_t first_config;
};
extern const struct pattern_shape_info pattern_shape_table[PATTERN_N_SHAPES];

/* From scratch, `own` being the side to move of the board. The slow reference
 * for the incremental update; also used at the root and by the trainer. */
void pattern_ids_of(ofl_board board, struct pattern_ids *ids);

/* Likewise with the moves of both sides: the configurations as they are defined. */
void pattern_configs_of(ofl_board board, struct pattern_ids *configs);

#endif
