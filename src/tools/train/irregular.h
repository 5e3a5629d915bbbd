/* train/irregular.h - boards that no regular game brings: handicaps, edited boards, problems.
 *
 * The network knows what its games show it. Games that begin here show it corners given before
 * the first move, few or many discs, edges filled at random. */
#ifndef TRAIN_IRREGULAR_H
#define TRAIN_IRREGULAR_H

#include <outflank/board.h>

#include "base/rng.h"

enum irregular_kind {
    IRREGULAR_HANDICAP,  /* the start with 1 to 4 corners given to one side */
    IRREGULAR_GIVEN,     /* the start with 1 to 8 more discs anywhere */
    IRREGULAR_EDGES,     /* the start with squares of the edge filled at random */
    IRREGULAR_SPARSE,    /* 3 to 12 discs anywhere */
    IRREGULAR_SCATTERED, /* discs on 10 to 56 squares anywhere */
    IRREGULAR_CLUSTER,   /* the same, each beside another one */
    IRREGULAR_EDITED,    /* a random game with 1 to 8 squares changed */
    IRREGULAR_LOPSIDED,  /* a random game; one side turns as many or as few discs as it can */
    IRREGULAR_KINDS
};

/* "handicap", "given" ... */
const char *irregular_name(enum irregular_kind kind);

/* A board of this kind: both sides have discs, the side to move has a legal move. The same `rng`
 * gives the same board. */
ofl_board irregular_board(struct rng *rng, enum irregular_kind kind);

#endif
