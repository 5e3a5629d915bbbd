/* eval/turn.h - the eight symmetries of the board as a group, for equivariant weights.
 *
 * A turn is a number 0..7: bit 2 = exchange rows and columns first, then bit 0 = mirror
 * the columns, bit 1 = mirror the rows. (ofl_symmetry() mirrors first; turn_of_symmetry()
 * translates.) With this order a mirror from the left is an exclusive or of the number,
 * which is what makes it cheap on vectors. */
#ifndef EVAL_TURN_H
#define EVAL_TURN_H

enum { TURNS = 8, TURN_EXCHANGE = 4 };

static inline int turn_swap_mirrors(int mirrors)
{
    return (mirrors & 1) << 1 | (mirrors & 2) >> 1;
}

/* First `second`, then `first` (as functions are written). */
static inline int turn_product(int first, int second)
{
    int mirrors = second & 3;
    if (first & TURN_EXCHANGE)
        mirrors = turn_swap_mirrors(mirrors);
    return ((first & 3) ^ mirrors) | ((first ^ second) & TURN_EXCHANGE);
}

static inline int turn_inverse(int turn)
{
    return turn & TURN_EXCHANGE ? turn_swap_mirrors(turn & 3) | TURN_EXCHANGE : turn;
}

static inline int turn_of_symmetry(int symmetry)
{
    return symmetry & 4 ? turn_swap_mirrors(symmetry & 3) | TURN_EXCHANGE : symmetry;
}

static inline int turn_square(int turn, int square)
{
    if (turn & TURN_EXCHANGE)
        square = square >> 3 | (square & 7) << 3;
    return square ^ (turn & 1 ? 7 : 0) ^ (turn & 2 ? 56 : 0);
}

#endif
