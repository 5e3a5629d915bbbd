/* people/people_look.h - what a person sees of the moves of a position, as numbers.
 *
 * The board is turned so that a move lies in the triangle a1 d1 d4: nine kinds of squares. Of each
 * move there are
 *   rows    one index a shape: squares round the move, edges and corners near it (own, other,
 *           empty), the square where the other side has just played, phase, rating
 *   sights  discs turned, mobility, corners, frontier, parity, and what the static values one and
 *           two plies ahead say of it
 *
 * Units:   values are 1/128 disc for the side to move.
 * Threads: functions touch only their arguments. */
#ifndef PEOPLE_PEOPLE_LOOK_H
#define PEOPLE_PEOPLE_LOOK_H

#include <stdint.h>
#include <outflank/board.h>

struct weights;

enum {
    PEOPLE_SHAPES = 17,
    PEOPLE_SIGHTS = 44,
    PEOPLE_RATED = 42, /* the sight that tells the rating */
    PEOPLE_MOVES = 40, /* positions with more are not judged */
    PEOPLE_VALUES = 2, /* after the move, and after the best reply to it */
    PEOPLE_KINDS = 9
};

/* Which squares a shape has beside each kind of square, and its first row. */
struct people_shapes {
    uint64_t mask[PEOPLE_KINDS][PEOPLE_SHAPES];
    uint32_t first[PEOPLE_KINDS][PEOPLE_SHAPES];
    uint32_t n_rows;
};

struct people_moves {
    int n;
    uint8_t move[PEOPLE_MOVES]; /* in the order of squares */
    int16_t value[PEOPLE_MOVES][PEOPLE_VALUES];
};

/* Of one move. */
struct people_look {
    uint32_t row[PEOPLE_SHAPES];
    float sight[PEOPLE_SIGHTS];
};

void people_shapes_make(struct people_shapes *shapes);

/* The moves of a board with their values; 0 moves if there are none, or too many. */
void people_moves_of(const struct weights *weights, ofl_board board, struct people_moves *moves);

/* Looks at all moves. `last`: the square just played, OFL_NO_MOVE if nobody knows. */
void people_look_at(const struct people_shapes *shapes, ofl_board board, int last, int rating,
                    const struct people_moves *moves, struct people_look *looks);
/* What was seen at the rating `from` becomes what is seen at `to`. */
void people_look_rate(struct people_look *look, int from, int to);

#endif
