/* eval/classical_terms.h - what the classical evaluation sees on a board.
 *
 * The one place where its terms are counted, for the evaluation (classical.c), its
 * explanation (explain.c) and the fit of the weights (train/).
 * Invariant: the terms of symmetric boards differ only in the order of their shapes.
 * Origins of the terms: docs/sources.md. */
#ifndef EVAL_CLASSICAL_TERMS_H
#define EVAL_CLASSICAL_TERMS_H

#include <stdint.h>
#include <outflank/board.h>
#include "base/bits.h"
#include "board/squares.h"
#include "eval/classical_tables.h"

/* Bitboards that the board module finds; [0] side to move, [1] opponent. */
struct classical_sets {
    uint64_t moves[2];     /* legal moves */
    uint64_t potential[2]; /* empty squares next to a disc of the other side */
    uint64_t stable[2];    /* discs proved stable */
    uint64_t border;       /* squares next to an empty square */
};

struct classical_terms {
    int count[CLASSICAL_N_COUNTS][2]; /* [0] side to move, [1] opponent */
    int empties, odd_quadrants;       /* 4x4 quadrants with an odd number of empties */
    int edge[4], block[4], second[4], diagonal[2]; /* ternary: 0 empty, 1 own, 2 other's */
};

/* X squares (b2 b7 g2 g7) whose corner is empty. */
static inline uint64_t classical_x_squares(uint64_t empty_corners)
{
    return (empty_corners << 9 | empty_corners << 7 | empty_corners >> 7 | empty_corners >> 9) &
           UINT64_C(0x0042000000004200);
}

/* C squares (the edge squares next to a corner) whose corner is empty. */
static inline uint64_t classical_c_squares(uint64_t empty_corners)
{
    const uint64_t column_a = UINT64_C(0x0101010101010101);
    return (empty_corners & column_a) << 1 | (empty_corners & column_a << 7) >> 1 |
           empty_corners << 8 | empty_corners >> 8;
}

static inline unsigned classical_column(uint64_t b, int column)
{
    return (unsigned)((b >> column & UINT64_C(0x0101010101010101)) *
                      UINT64_C(0x0102040810204080) >> 56);
}

/* The 3x3 squares whose lowest is at `shift`, as nine bits: the highest row first. */
static inline unsigned classical_block(uint64_t b, int shift)
{
    return (unsigned)((b >> shift & UINT64_C(0x070707)) * UINT64_C(0x400801) >> 16) & 511;
}

/* The diagonal of `mask`, by columns. */
static inline unsigned classical_diagonal(uint64_t b, uint64_t mask)
{
    return (unsigned)((b & mask) * UINT64_C(0x0101010101010101) >> 56);
}

static inline int classical_line(uint64_t own, uint64_t other)
{
    return classical_ternary[own & 255] + 2 * classical_ternary[other & 255];
}

static inline void classical_shapes(struct classical_terms *t, uint64_t own, uint64_t other)
{
    static const int shifts[4] = {0, 5, 40, 45};
    const uint64_t falling = UINT64_C(0x8040201008040201), rising = UINT64_C(0x0102040810204080);
    t->edge[0] = classical_line(own, other);
    t->edge[1] = classical_line(own >> 56, other >> 56);
    t->edge[2] = classical_line(classical_column(own, 0), classical_column(other, 0));
    t->edge[3] = classical_line(classical_column(own, 7), classical_column(other, 7));
    t->second[0] = classical_line(own >> 8, other >> 8);
    t->second[1] = classical_line(own >> 48, other >> 48);
    t->second[2] = classical_line(classical_column(own, 1), classical_column(other, 1));
    t->second[3] = classical_line(classical_column(own, 6), classical_column(other, 6));
    t->diagonal[0] = classical_line(classical_diagonal(own, falling),
                                    classical_diagonal(other, falling));
    t->diagonal[1] = classical_line(classical_diagonal(own, rising),
                                    classical_diagonal(other, rising));
    for (int i = 0; i < 4; i++)
        t->block[i] = classical_block_ternary[i][classical_block(own, shifts[i])] +
                      2 * classical_block_ternary[i][classical_block(other, shifts[i])];
}

static inline struct classical_terms classical_terms_of(ofl_board board,
                                                        const struct classical_sets *sets)
{
    const uint64_t side[2] = {board.player, board.opponent};
    const uint64_t empty = ~(board.player | board.opponent);
    const uint64_t empty_corners = empty & SQUARES_CORNERS;
    const uint64_t x = classical_x_squares(empty_corners), c = classical_c_squares(empty_corners);
    struct classical_terms t;
    for (int i = 0; i < 2; i++) {
        t.count[CLASSICAL_MOBILITY][i] = bit_count(sets->moves[i]);
        t.count[CLASSICAL_POTENTIAL][i] = bit_count(sets->potential[i]);
        t.count[CLASSICAL_CORNER_MOVES][i] = bit_count(sets->moves[i] & SQUARES_CORNERS);
        t.count[CLASSICAL_FRONTIER][i] = bit_count(side[i] & sets->border);
        t.count[CLASSICAL_STABLE][i] = bit_count(sets->stable[i]);
        t.count[CLASSICAL_CORNERS][i] = bit_count(side[i] & SQUARES_CORNERS);
        t.count[CLASSICAL_X][i] = bit_count(side[i] & x);
        t.count[CLASSICAL_C][i] = bit_count(side[i] & c);
        t.count[CLASSICAL_DISCS][i] = bit_count(side[i]);
    }
    t.empties = bit_count(empty);
    t.odd_quadrants = bit_count(squares_odd_quadrant_bits(empty));
    classical_shapes(&t, board.player, board.opponent);
    return t;
}

/* The shapes of one kind, in 1/128 disc * CLASSICAL_SHAPE_STEP. */
static inline int classical_shape_sum(const int16_t (*weights)[CLASSICAL_SHAPE_KNOTS],
                                      const int *shape, int n_shapes, int empties)
{
    const int limit = (CLASSICAL_SHAPE_KNOTS - 1) * CLASSICAL_SHAPE_STEP - 1;
    const int e = empties < limit ? empties : limit;
    const int knot = e / CLASSICAL_SHAPE_STEP, after = e % CLASSICAL_SHAPE_STEP;
    int low = 0, high = 0;
    for (int i = 0; i < n_shapes; i++) {
        low += weights[shape[i]][knot];
        high += weights[shape[i]][knot + 1];
    }
    return low * (CLASSICAL_SHAPE_STEP - after) + high * after;
}

/* The two sides' parts of a counted term, in 1/128 disc. */
static inline int classical_count_sum(const struct classical_terms *t, int term)
{
    const int16_t (*weights)[65] = classical_count_weights[t->empties][term];
    return weights[0][t->count[term][0]] + weights[1][t->count[term][1]];
}

/* The whole, of parts in 1/128 disc * CLASSICAL_SHAPE_STEP, to 1/128 disc; not bounded. */
static inline int classical_round(int sum)
{
    return (sum + CLASSICAL_SHAPE_STEP / 2) >> CLASSICAL_SHAPE_STEP_BITS;
}

#endif
