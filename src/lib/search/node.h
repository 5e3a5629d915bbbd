/* search/node.h - general nodes of the tree search (hot files only).
 *
 * `depth` counts plies still to search. depth >= empties searches to the end of the game, and its
 * scores are exact. Short of the end the value of a leaf is its static value plus the tempo
 * (eval/errors.h) of the side to move there. Scores are 1/128 disc. */
#ifndef SEARCH_NODE_H
#define SEARCH_NODE_H

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

/* Null window (alpha, alpha + 1). */
int ISA_FN(node_nws)(struct worker *worker, const struct position *position, int depth, int alpha);

/* The same of a node in which there is a move and whose tree is not expected to be small. */
int ISA_FN(node_large)(struct worker *worker, const struct position *position, uint64_t moves,
                       int depth, int alpha);

/* Open window; leaves the line below in worker->pv[height]. */
int ISA_FN(node_pvs)(struct worker *worker, const struct position *position, int depth, int alpha,
                     int beta, int height);

/* Searches a root; see struct root_task. Returns the best score (fail-soft);
 * worker->pv[0] holds the line when the score lies inside the window. */
int ISA_FN(node_root)(struct worker *worker, struct root_task *task);

#endif
