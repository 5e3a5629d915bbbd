/* eval/classical_tables.h - the terms of the classical evaluation and their weights, unpacked from
 * the fitted ones (classical_file.h) at build time by gen_classical.c, in a page at start. */
#ifndef EVAL_CLASSICAL_TABLES_H
#define EVAL_CLASSICAL_TABLES_H

#include <stdint.h>

/* Terms that are counted for either side. */
enum classical_count {
    CLASSICAL_MOBILITY,
    CLASSICAL_POTENTIAL,
    CLASSICAL_CORNER_MOVES,
    CLASSICAL_FRONTIER,
    CLASSICAL_STABLE,
    CLASSICAL_CORNERS,
    CLASSICAL_X,
    CLASSICAL_C,
    CLASSICAL_DISCS,
    CLASSICAL_N_COUNTS
};

/* Weights are fitted at knots and interpolated linearly between them: counts every
 * 4 empties from 0 to 60 (60 holds above), shapes every 8 from 0 to 56. */
enum {
    CLASSICAL_COUNT_STEP = 4,
    CLASSICAL_COUNT_KNOTS = 16,
    CLASSICAL_SHAPE_STEP_BITS = 3,
    CLASSICAL_SHAPE_STEP = 1 << CLASSICAL_SHAPE_STEP_BITS,
    CLASSICAL_SHAPE_KNOTS = 8
};

enum { CLASSICAL_LINES = 6561, CLASSICAL_BLOCKS = 19683 }; /* 3^8 and 3^9 */

/* Constants, but for tables_at_start.c. */
#ifndef CLASSICAL_TABLE
#define CLASSICAL_TABLE extern const
#endif

/* Eight bits, lowest first, to a ternary number; nine bits of the corner block at
 * a1, h1, a8, h8 likewise, turned so that the corner is the first digit. */
CLASSICAL_TABLE uint16_t classical_ternary[256];
CLASSICAL_TABLE uint16_t classical_block_ternary[4][512];

/* All in 1/128 disc for the side to move; [..][0] for its own count, [1] for the opponent's. */
CLASSICAL_TABLE int16_t classical_count_weights[65][CLASSICAL_N_COUNTS][2][65];
CLASSICAL_TABLE int16_t classical_parity_weights[65][5];
CLASSICAL_TABLE int16_t classical_edge_weights[CLASSICAL_LINES][CLASSICAL_SHAPE_KNOTS];
CLASSICAL_TABLE int16_t classical_block_weights[CLASSICAL_BLOCKS][CLASSICAL_SHAPE_KNOTS];
CLASSICAL_TABLE int16_t classical_second_weights[CLASSICAL_LINES][CLASSICAL_SHAPE_KNOTS];
CLASSICAL_TABLE int16_t classical_diagonal_weights[CLASSICAL_LINES][CLASSICAL_SHAPE_KNOTS];

#endif
