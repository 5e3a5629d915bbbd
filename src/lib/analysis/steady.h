/* analysis/steady.h - an exact solve by several engines whose result does not depend on timing.
 *
 * Each engine has one thread and a table of its own. Down the line of first moves one engine finds
 * the score of the first move; the other moves are dealt out by their order, and each engine asks
 * in one search whether one of its share has more. What an engine is asked depends on answers
 * alone, and all answers are awaited: so scores, moves, lines and nodes repeat exactly. What that
 * costs and gains: docs/lab/threads.md.
 *
 * Threads: one at a time; engines may be stopped from any.
 */
#ifndef ANALYSIS_STEADY_H
#define ANALYSIS_STEADY_H

#include <outflank/engine.h>

enum { STEADY_MOST = 64 };

struct steady {
    ofl_engine *engines[STEADY_MOST];
    int n;
};

/* The exact score of the best move, and its line, as ofl_search() finds it; nodes are those of all
 * engines. OFL_OK or an error of engines[0] or another. */
int steady_solve(const struct steady *steady, ofl_board board, struct ofl_result *result);

#endif
