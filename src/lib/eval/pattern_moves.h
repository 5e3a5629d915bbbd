/* eval/pattern_moves.h - what the legal moves of both sides add to configurations.
 *
 * Vectors of the compiler, for the trainer and the levels below AVX-512, for which pattern_rows.h
 * has a form of its own. The reference is pattern_configs_of(). */
#ifndef EVAL_PATTERN_MOVES_H
#define EVAL_PATTERN_MOVES_H

#include <string.h>
#include "eval/pattern.h"

/* Adds to `configs`, those of the lanes that know moves; by two sets of four squares at a time. */
static inline void pattern_add_moves(uint64_t own, uint64_t other,
                                     uint16_t configs[static PATTERN_MOVE_LANES])
{
    typedef uint16_t lanes __attribute__((vector_size(2 * PATTERN_MOVE_LANES)));
    lanes sum;
    memcpy(&sum, configs, sizeof sum);
    for (int i = 0; i < 16; i++)
        sum += *(const lanes *)pattern_move_digits[i][other >> 4 * i & 15] -
               *(const lanes *)pattern_move_digits[i][own >> 4 * i & 15];
    memcpy(configs, &sum, sizeof sum);
}

#endif
