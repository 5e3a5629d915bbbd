/* train/student_boards.h - boards as the nodes of a solve meet them, with what the network says.
 *
 * In a null-window tree one side plays whatever there is and the other refutes it. So from a
 * recorded position one side moves at random, the other by E1 with a little noise, until a node
 * whose moves the student orders is reached with the refuting side to move; all its children are
 * taken. */
#ifndef TRAIN_STUDENT_BOARDS_H
#define TRAIN_STUDENT_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/rng.h"
#include "eval/weights.h"

struct student_sample {
    ofl_board board;    /* STUDENT_EMPTIES_LEAST..MOST empty squares */
    int16_t value;      /* what the network says, for the side to move, 1/128 disc */
    uint8_t own, other; /* legal moves of both sides, below STUDENT_MOBILITY */
};

struct student_list {
    struct student_sample *list; /* owned */
    size_t n;
};

/* Recorded positions of so many empty squares are fit to begin with. */
enum { STUDENT_FROM_LEAST = 17, STUDENT_FROM_MOST = 30 };

/* Adds the children found from one board (none if the game ends before). False if out of
 * memory. */
bool student_play(const struct weights *weights, ofl_board from, struct rng *rng,
                  struct student_list *list);
void student_shuffle(struct student_list *list, struct rng *rng);

#endif
