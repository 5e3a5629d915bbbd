/* grow/sweep.h - how far the positions of a book are from its roots, in plies and in discs.
 *
 * The *loss* of a known move is the value of its position less the value it leads to. The *error*
 * of a position is the least sum of losses on a way to it from a root, the losses of both sides;
 * its *cost* the least of plies + omega x losses.
 *
 * Source: T. Lincke, "Strategies for the Automatic Construction of Opening Books" (2000). Costs
 * there are those of the opponent's moves alone; here both sides may leave the best line.
 */
#ifndef GROW_SWEEP_H
#define GROW_SWEEP_H

#include "grow/graph.h"

/* Of a position that is reached. */
struct label {
    int32_t error_cd; /* 1/100 disc */
    int32_t cost_cp;  /* 1/100 ply */
};

struct sweep_position {
    size_t index; /* in the graph */
    const struct book_record *record;
    struct label label;
    const struct book_moves *moves;
    const size_t *children; /* of each move in the list: its index, or GRAPH_NOT_THERE */
};

typedef void (*sweep_visitor)(void *user, const struct sweep_position *position);

/* Where it begins: any boards; they need not be in the graph. */
struct roots {
    const ofl_board *boards;
    size_t n;
};

/* Visits all positions that can be reached from a root, those with many empties first. False with
 * a reason if out of memory. */
bool sweep_run(const struct graph *graph, const struct roots *roots, int omega_cp,
               sweep_visitor visit, void *user, struct reason *reason);

/* The loss of a move from that value to this one; 0 where one of them is not known. */
int32_t sweep_loss(int value_cd, int move_cd);

/* What one more move costs that loses so much. */
int32_t sweep_cost(int omega_cp, int32_t loss_cd);

#endif
