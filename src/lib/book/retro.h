/* book/retro.h - moves taken back: the boards from which one move leads to a board.
 *
 * A book stores no links. The parents of a position are found by taking moves back and looking
 * each result up.
 *
 * A parent of `child` is a board whose side to move has a legal move that leads to `child`; if the
 * other side cannot move after it and the mover can, the forced pass is part of that move. So a
 * child has a side to move that can move, or is the end of a game; other boards have no parents.
 * Parents need not be reachable from the start.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_RETRO_H
#define BOOK_RETRO_H

#include <stddef.h>
#include <outflank/board.h>

enum {
    /* Room enough for nearly all boards: of 4,000 random games none had more in its first 52
     * plies, and one in 4,000 later. The mean is 25 at 18 plies and 240 at 50. */
    RETRO_PARENTS = 16384,
    RETRO_TOO_MANY = -1
};

/* Fills `parents` with the parents as canonical boards (ofl_canonical()), each once, in ascending
 * order, player first. Returns their number, or RETRO_TOO_MANY if the moves to take back, counted
 * before symmetric boards are merged, are more than `size`; nothing is filled then. The work is
 * bounded by `size`. */
ptrdiff_t retro_parents(ofl_board child, ofl_board *parents, size_t size);

#endif
