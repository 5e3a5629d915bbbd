/* eval/pattern_update.h - pattern ids updated move by move (hot files only), in vectors of the
 * compiler: one source serves every CPU level. */
#ifndef EVAL_PATTERN_UPDATE_H
#define EVAL_PATTERN_UPDATE_H

#include "base/bits.h"
#include "eval/pattern.h"
#include "isa/isa.h"

#if HAVE_AVX512
typedef uint16_t pattern_lanes __attribute__((vector_size(64), aligned(64)));
#elif HAVE_NEON
typedef uint16_t pattern_lanes __attribute__((vector_size(16), aligned(16)));
#else
typedef uint16_t pattern_lanes __attribute__((vector_size(32), aligned(32)));
#endif
enum { PATTERN_VECTORS = PATTERN_LANES * sizeof(uint16_t) / sizeof(pattern_lanes) };

/* `to` = `from` after a disc on `square` turned `flips`. Discs of the colour the ids are kept for
 * (side 0) count nothing, the other's twice what an empty square does: its moves subtract. */
static inline void pattern_update(struct pattern_ids *to, const struct pattern_ids *from,
                                  int square, uint64_t flips, int side)
{
    pattern_lanes sum[PATTERN_VECTORS] UNINITIALIZED;
    UNROLLED
    for (int v = 0; v < PATTERN_VECTORS; v++)
        sum[v] = (pattern_lanes){0};
    for (; flips; flips = bit_drop(flips)) {
        const int flip = bit_first(flips);
        const pattern_lanes *digits = (const pattern_lanes *)pattern_square_digits[flip];
        UNROLLED
        for (int v = 0; v < PATTERN_VECTORS; v++)
            sum[v] += digits[v];
    }
    const pattern_lanes *placed = (const pattern_lanes *)pattern_square_digits[square];
    const pattern_lanes *old = (const pattern_lanes *)from->id;
    pattern_lanes *new = (pattern_lanes *)to->id;
    UNROLLED
    for (int v = 0; v < PATTERN_VECTORS; v++) {
        pattern_lanes change = sum[v] + sum[v] + placed[v];
        new[v] = side ? old[v] + change : old[v] - change;
    }
}

#endif
