/* expand/plan.h - what a book should search next: drop-out expansion for both sides.
 *
 * The *loss* of a known move is the value of its position less the value it leads to. The *error*
 * of a position is the least sum of losses on a way to it from a root, the losses of both sides;
 * its *cost* the least of plies + omega x losses. Each position offers at most one task:
 *
 * - It has no value: a search of the moves that are not known.
 * - Its best move outside the book (the deviation) has evidence: a search of the position after
 *   it. Priority: cost + 1 + omega x loss of that move.
 * - The deviation is wanted: a search of the moves outside. What is left cannot score more than
 *   the evidence that was used up, so that score stands for the unknown one. The search comes
 *   when it could matter, and not before.
 *
 * The lowest priority comes first. Nothing is planned beyond the limits.
 *
 * Source: T. Lincke, "Strategies for the Automatic Construction of Opening Books" (2000). Costs
 * there are those of the opponent's moves alone; here both sides may leave the best line.
 */
#ifndef EXPAND_PLAN_H
#define EXPAND_PLAN_H

#include "expand/graph.h"
#include "expand/task.h"

enum { PLAN_NO_ERROR_LIMIT = INT32_MAX };

struct plan_limits {
    int32_t error_cd;  /* most error of a line with its new move */
    int least_empties; /* positions with fewer empty squares are not added */
    int omega_cp;      /* what a loss of one disc costs, in 1/100 ply */
};

struct plan_entry {
    struct task task;
    int32_t priority_cp; /* 1/100 ply */
};

/* All zero: an empty plan. */
struct plan {
    struct plan_entry *entries; /* by priority; among equals by board, then squares */
    size_t n;
    size_t n_reached; /* positions that can be reached from a root */
};

/* Plans all tasks for the book from the roots, which may be any boards and need not be in the
 * book. The caller frees the plan. False with a reason if out of memory. */
bool plan_make(struct plan *plan, const struct graph *graph, const ofl_board *roots,
               size_t n_roots, const struct plan_limits *limits,
               const struct task_effort *effort, struct reason *reason);
void plan_free(struct plan *plan);

#endif
