/* board/child.h - one move of a board and what it leaves (board/children.h makes them). */
#ifndef BOARD_CHILD_H
#define BOARD_CHILD_H

#include <outflank/board.h>

struct child {
    uint64_t flips;     /* of the move */
    uint64_t replies;   /* legal moves of the other side */
    uint64_t potential; /* its potential moves (moves_potential) */
    uint64_t square;    /* of the move */
};

enum { CHILDREN_MAX = OFL_MAX_MOVES + 2 }; /* two are written at a time */

#endif
