/* eval/classical_file.h - the fitted weights of the classical evaluation and their file.
 *
 * outflank-fit-classical writes the file, gen_classical.c unpacks it at build time. Little endian:
 *   0  8  magic "OFLCLAS1"
 *   8  8  number of weights, CLASSICAL_N_WEIGHTS
 *  16  8  games the weights were fitted to
 *  24  8  positions of those games
 *  32     weights, int16 of -CLASSICAL_WEIGHT_MOST..CLASSICAL_WEIGHT_MOST, in 1/128 disc, in the
 *         order of struct classical_fitted
 *  end 8  checksum of all that stands before it (base/checksum.h) */
#ifndef EVAL_CLASSICAL_FILE_H
#define EVAL_CLASSICAL_FILE_H

#include <stddef.h>
#include <stdint.h>
#include "eval/classical_pack.h"

/* One weight a knot (classical_tables.h); rows as classical_pack.h numbers them. */
struct classical_fitted {
    int16_t counts[CLASSICAL_COUNT_COLUMNS][65][CLASSICAL_COUNT_KNOTS];
    int16_t parity[5][CLASSICAL_COUNT_KNOTS];
    int16_t edges[CLASSICAL_LINE_CLASSES][CLASSICAL_SHAPE_KNOTS];
    int16_t blocks[CLASSICAL_BLOCK_CLASSES][CLASSICAL_SHAPE_KNOTS];
    int16_t seconds[CLASSICAL_LINE_CLASSES][CLASSICAL_SHAPE_KNOTS];
    int16_t diagonals[CLASSICAL_LINE_CLASSES][CLASSICAL_SHAPE_KNOTS];
};

enum {
    CLASSICAL_N_WEIGHTS = sizeof(struct classical_fitted) / sizeof(int16_t),
    CLASSICAL_WEIGHT_MOST = 64 * 128, /* no weight is worth more than the board */
    CLASSICAL_FILE_HEADER = 32,
    CLASSICAL_FILE_BYTES = CLASSICAL_FILE_HEADER + 2 * CLASSICAL_N_WEIGHTS + 8
};

/* What the weights were fitted to. */
struct classical_origin { uint64_t n_games, n_positions; };

/* Checks every byte. NULL if `fitted` is filled, else what is wrong, as a sentence. */
const char *classical_file_read(const uint8_t *bytes, size_t size,
                                struct classical_fitted *fitted);

void classical_file_write(const struct classical_fitted *fitted,
                          const struct classical_origin *origin,
                          uint8_t bytes[CLASSICAL_FILE_BYTES]);

#endif
