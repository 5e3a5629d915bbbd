/* eval/classical_pack.h - shapes that share one weight, for the fit and gen_classical.c.
 *
 * A line read from either end is the same shape; so is a corner block seen from
 * either of its two edges. Exchanging the sides changes the sign of a weight; a
 * shape that is its own opposite weighs nothing. What is left is numbered in the
 * order of the smallest ternary number of each class. */
#ifndef EVAL_CLASSICAL_PACK_H
#define EVAL_CLASSICAL_PACK_H

#include <stdint.h>
#include "eval/classical_tables.h"

enum { CLASSICAL_LINE_CLASSES = 1640, CLASSICAL_BLOCK_CLASSES = 5096 };

/* The first counts have weights of their own for either side (whose turn it is
 * matters to them); of the others the opponent's count weighs the opposite. Columns
 * of fitted weights: own and opponent's of the first, then the others. */
enum {
    CLASSICAL_TWO_SIDED = CLASSICAL_FRONTIER + 1,
    CLASSICAL_COUNT_COLUMNS = CLASSICAL_N_COUNTS + CLASSICAL_TWO_SIDED
};

static inline int classical_column_of(int term, int side)
{
    return term < CLASSICAL_TWO_SIDED ? 2 * term + side : term + CLASSICAL_TWO_SIDED;
}

static inline int classical_sign_of(int term, int side)
{
    return side && term >= CLASSICAL_TWO_SIDED ? -1 : 1;
}

struct classical_class {
    int16_t number; /* -1: weighs nothing */
    int16_t sign;   /* 1 or -1 */
};

static inline int classical_digits(int index, int n, int digits[9])
{
    for (int i = 0; i < n; i++, index /= 3)
        digits[i] = index % 3;
    return n;
}

/* The shape seen from the other end, its sides exchanged or not. */
static inline int classical_image(int index, int n_squares, int mirrored, int swapped)
{
    int digits[9], image = 0;
    classical_digits(index, n_squares, digits);
    for (int i = n_squares - 1; i >= 0; i--) {
        int from = i;
        if (mirrored)
            from = n_squares == 9 ? i % 3 * 3 + i / 3 : n_squares - 1 - i;
        image = image * 3 + (swapped ? (3 - digits[from]) % 3 : digits[from]);
    }
    return image;
}

/* Fills classes[0 .. 3^n_squares - 1]; returns the number of classes. */
static inline int classical_classes(int n_squares, struct classical_class *classes)
{
    const int n = n_squares == 9 ? CLASSICAL_BLOCKS : CLASSICAL_LINES;
    int n_classes = 0;
    for (int i = 0; i < n; i++) {
        const int mirror = classical_image(i, n_squares, 1, 0);
        const int swap = classical_image(i, n_squares, 0, 1);
        const int both = classical_image(i, n_squares, 1, 1);
        const int same = mirror < i ? mirror : i, opposite = swap < both ? swap : both;
        if (swap == i || both == i)
            classes[i] = (struct classical_class){-1, 1};
        else if (same < i || opposite < i)
            classes[i] = same < opposite
                             ? classes[same]
                             : (struct classical_class){classes[opposite].number,
                                                        (int16_t)-classes[opposite].sign};
        else
            classes[i] = (struct classical_class){(int16_t)n_classes++, 1};
    }
    return n_classes;
}

#endif
