/* grow/plan.h - what a book should search next.
 *
 * PLAN_GROW is drop-out expansion for both sides, with the costs of grow/sweep.h. Each position
 * offers at most one task:
 * - It has no value: a search of the moves that are not known.
 * - Its best move outside the book (the deviation) has evidence: a search of the position after
 *   it. Priority: cost + 1 + omega x loss of that move.
 * - The deviation is wanted: a search of the moves outside. What is left cannot score more than
 *   the evidence that was used up, so that score stands for the unknown one. The search comes
 *   when it could matter, and not before.
 * PLAN_ENHANCE searches again what the book's values rest on and what the effort would better:
 * evidence whose move is outside the book and which is shallower, or of an older network. Evidence
 * of a person stays, and so does another program's that is as deep as asked.
 * PLAN_FILL adds positions that lead back into the book: those between two of its positions.
 *
 * The lowest priority comes first. Nothing is planned beyond the limits.
 */
#ifndef GROW_PLAN_H
#define GROW_PLAN_H

#include "grow/sweep.h"
#include "grow/task.h"

enum plan_kind { PLAN_GROW, PLAN_ENHANCE, PLAN_FILL };

enum { PLAN_NO_ERROR_LIMIT = INT32_MAX };

struct plan_limits {
    int32_t error_cd;  /* most error of a line with its new move */
    int least_empties; /* positions with fewer empty squares are not added */
    int omega_cp;      /* what a loss of one disc costs, in 1/100 ply */
};

struct plan_request {
    enum plan_kind kind;
    struct roots roots;
    struct plan_limits limits;
    struct task_effort effort;
    uint32_t network; /* that will answer; of PLAN_ENHANCE */
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

/* Plans all tasks for a book. The caller frees the plan. False with a reason if out of memory. */
bool plan_make(struct plan *plan, const struct graph *graph, const struct plan_request *request,
               struct reason *reason);
void plan_free(struct plan *plan);

#endif
