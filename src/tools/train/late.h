/* train/late.h - exact scores of late positions, to label games with. */
#ifndef TRAIN_LATE_H
#define TRAIN_LATE_H

#include <outflank/board.h>

/* The score of best play (tournament rule) for the side to move, if it lies
 * between alpha and beta, else a bound. Fit for up to about 14 empty squares. */
int late_search(ofl_board board, int alpha, int beta);

#endif
