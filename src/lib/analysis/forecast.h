/* analysis/forecast.h - how long an exact search will take.
 *
 * Nodes follow from the empties, by a law fitted to positions of games. Time follows from the rate
 * of nodes that was measured on the machine.
 *
 * Threads: pure functions.
 */
#ifndef ANALYSIS_FORECAST_H
#define ANALYSIS_FORECAST_H

#include <outflank/board.h>

struct forecast {
    double nodes;    /* half of the positions like this one take less; 0: unknown */
    double seconds;  /* the same in time; 0: unknown */
    double factor;   /* two of three positions lie within a factor of this */
};

/* `nodes_per_s` as a search to the end has it; 0: seconds stay unknown. */
struct forecast forecast_make(ofl_board board, double nodes_per_s);

#endif
