/* analysis/forecast.c - implements forecast.h. */
#include "analysis/forecast.h"

#include <math.h>

/* Fitted to log2 of the nodes; FACTOR is 2 to the power of the deviation of what is left. */
static const double AT_14_EMPTIES = 15.15, PER_EMPTY = 0.90, FACTOR = 2.3;

double forecast_nodes(ofl_board board)
{
    if (ofl_is_over(board))
        return 1;
    return exp2(AT_14_EMPTIES + PER_EMPTY * (ofl_count_empties(board) - 14));
}

struct forecast forecast_make(ofl_board board, double nodes_per_s)
{
    const double nodes = forecast_nodes(board);
    return (struct forecast){.nodes = nodes, .factor = FACTOR,
                             .seconds = nodes_per_s > 0 ? nodes / nodes_per_s : 0};
}
