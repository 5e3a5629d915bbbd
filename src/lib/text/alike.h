/* text/alike.h - moves that are one move, for they lead to the same board but for a symmetry.
 *
 * Threads: a pure function. */
#ifndef TEXT_ALIKE_H
#define TEXT_ALIKE_H

#include <outflank/board.h>

/* The legal squares that are like `move`, a legal one: itself among them. A pass: none. */
uint64_t moves_alike(ofl_board board, int move);

#endif
