/* eval/classical_fill.h - fills the tables of eval/classical_tables.h, for gen_classical.c and for
 * pages (eval/tables_at_start.c). */
#ifndef EVAL_CLASSICAL_FILL_H
#define EVAL_CLASSICAL_FILL_H

#include "eval/classical_file.h"

/* Written by gen_classical.c, for pages: struct classical_fitted. */
extern const int16_t classical_fitted_weights[CLASSICAL_N_WEIGHTS];

/* Room for each of the tables. */
struct classical_room {
    uint16_t *ternary, (*block_ternary)[512];
    int16_t (*counts)[CLASSICAL_N_COUNTS][2][65], (*parity)[5];
    int16_t (*edges)[CLASSICAL_SHAPE_KNOTS], (*blocks)[CLASSICAL_SHAPE_KNOTS];
    int16_t (*seconds)[CLASSICAL_SHAPE_KNOTS], (*diagonals)[CLASSICAL_SHAPE_KNOTS];
};

void classical_fill(const struct classical_room *room, const struct classical_fitted *fitted);

#endif
