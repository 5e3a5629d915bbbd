/* eval/student.h - a small network that learned from the large one what to search first.
 *
 * In a search to the end most values of E1 are wanted for the order of moves only, at nodes of
 * 13 to 15 empties. The student is taught E1's values of such children (train/student_boards.h)
 * and costs two thirds of it in a tree: one row of 16 bytes for every configuration of a pattern,
 * the same wherever the pattern lies, so the value is the same for all eight symmetric boards. One
 * layer follows. All integers, no saturation: every CPU level gives the same value.
 *
 *   S: int16, STUDENT_SUM_UNIT to 1; start of the number of empties + own and other moves + rows
 *   a = (4 clamp(S, 0, 1023)^2 + 2^14) >> 15              0..STUDENT_ACTIVE
 *   y = clamp((b + sum w a + 64) >> 7, 0, STUDENT_ACTIVE)
 *   value = (bias + sum v y + sum skip S + 512) >> 10     1/128 disc
 *
 * Source: Hinton, Vinyals and Dean, "Distilling the Knowledge in a Neural Network" (2015). What
 * it is worth: docs/lab/endgame.md.
 *
 * Its block in a part file (eval/parts.h), little endian:
 *   0  8  magic "OFLSTUD1"
 *   8  8  bytes of the whole block
 *  16     struct student_dense as it is on a little-endian machine
 *         a bitmap of STUDENT_BITMAP bytes, one bit for every packed configuration, and the rows
 *         whose bit is set, 16 int8 of -63..63
 *  end 8  checksum of what stands before it (base/checksum.h)
 *
 * Threads: read only once it is loaded. */
#ifndef EVAL_STUDENT_H
#define EVAL_STUDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "eval/pattern.h"

enum {
    STUDENT_EMPTIES_LEAST = 12, /* of the boards it values */
    STUDENT_EMPTIES_MOST = 14,
    STUDENT_STAGES = STUDENT_EMPTIES_MOST - STUDENT_EMPTIES_LEAST + 1,
    STUDENT_LANES = 16,
    STUDENT_ROW_SHIFT = 4,      /* a byte a lane */
    STUDENT_HIDDEN = 8,
    STUDENT_MOBILITY = 40,
    STUDENT_SUM_UNIT = 1024,
    STUDENT_ACTIVE = 128,
    STUDENT_WEIGHT_UNIT = 128,
    STUDENT_OUT_UNIT = 128 * 1024, /* v y and skip S: one disc */
    STUDENT_ROW_ZERO = 64,         /* two bytes still add up to a byte */
    STUDENT_ROW_MOST = 63,
    STUDENT_MAX_WEIGHT = 127,
    STUDENT_MAX_HIDDEN_BIAS = 1 << 20,
    STUDENT_MAX_OUT = 65535,
    STUDENT_MAX_SKIP = 768,
    STUDENT_MAX_START = 4096,      /* keeps S within int16 */
    STUDENT_MAX_BIAS = 1 << 28,
    STUDENT_BITMAP = (PATTERN_N_PACKED + 63) / 64 * 8
};

#define STUDENT_MAGIC "OFLSTUD1"

/* All but the rows; no padding. Pairs of lanes stand together, as products of words want them. */
struct student_dense {
    int16_t w[STUDENT_LANES / 2][STUDENT_HIDDEN][2];
    int32_t b[STUDENT_HIDDEN], v[STUDENT_HIDDEN];
    int16_t skip[STUDENT_LANES];
    int16_t start[STUDENT_STAGES][STUDENT_LANES];
    int16_t own[STUDENT_MOBILITY][STUDENT_LANES], other[STUDENT_MOBILITY][STUDENT_LANES];
    int32_t bias[STUDENT_STAGES], zero;
};

struct student {
    _Alignas(64) struct student_dense dense; /* starts less the zeros of all rows */
    _Alignas(64) uint8_t rows[PATTERN_N_CONFIGS][STUDENT_LANES];
};

/* A board to be valued, of STUDENT_EMPTIES_LEAST..MOST empty squares. */
struct student_input {
    const struct pattern_ids *ids;
    int side;             /* 0: the ids are kept for the colour to move */
    uint64_t own, other;  /* legal moves of the side to move and of the other */
};

/* The length that a block says it has; 0 if no block of a student begins here. */
size_t student_block_size(const uint8_t *bytes, size_t size);
/* From a block; NULL with a reason if it is damaged or there is no memory. */
struct student *student_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason);
void student_free(struct student *student);

#ifdef ISA
#include "isa/isa.h"

/* The values of n boards with as many empty squares each, 1/128 disc, for their side to move. */
void ISA_FN(student_values)(const struct student *student, int n_empties,
                            const struct student_input *in, int n, int *values);
#endif

#endif
