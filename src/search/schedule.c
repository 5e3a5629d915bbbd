/* search/schedule.c - which iterations a search makes (schedule.h). */
#include "search/schedule.h"

#include <assert.h>
#include <stdbool.h>

#include "search/params.h"

enum { N_SQUARES = 64 }; /* more plies and empties than any board has */

void schedule_level(int level, int *depth, int *solve_empties)
{
    enum { START_EMPTIES = 60 };
    *depth = level < 1 ? 1 : level;
    *solve_empties = level < 1                    ? 1
                     : level <= LEVEL_TWICE_UP_TO ? 2 * level
                     : level <= LEVEL_SOME_UP_TO  ? LEVEL_SOME_EMPTIES + level
                                                  : LEVEL_MORE_EMPTIES + level;
    if (*solve_empties > START_EMPTIES)
        *solve_empties = START_EMPTIES;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Empties that an exact search solves within `nodes` with a good chance. */
static int solvable_empties(uint64_t nodes)
{
    int n = SOLVE_EMPTIES;
    for (uint64_t need = (uint64_t)SOLVE_NODES;
         need <= nodes && n < SOLVE_EMPTIES_MOST; need *= (uint64_t)SOLVE_GROWTH)
        n++;
    return n;
}

struct schedule schedule_make(const struct ofl_limits *l, int level, int64_t hard_ms, int n_moves)
{
    struct schedule s = {.max_depth = N_SQUARES, .solve_empties = N_SQUARES,
                         .pass_empties = N_SQUARES};
    if (l->goal != OFL_GOAL_PLAY)
        return s;
    int level_depth, level_solve;
    schedule_level(level, &level_depth, &level_solve);
    bool timed = hard_ms < INT64_MAX;
    if (l->depth || (!l->nodes && !l->infinite && !timed)) {
        s.max_depth = l->depth ? l->depth : level_depth;
        s.solve_empties = l->strict_depth ? l->depth : level_solve;
        if (s.solve_empties < s.max_depth)
            s.solve_empties = s.max_depth;
    } else if (l->infinite) {
        s.solve_empties = INFINITE_EMPTIES;
    }
    uint64_t budget = l->nodes ? l->nodes : UINT64_MAX;
    if (timed && (uint64_t)hard_ms < budget / (uint64_t)SOLVE_NODES_PER_MS)
        budget = (uint64_t)hard_ms * (uint64_t)SOLVE_NODES_PER_MS;
    int affordable = solvable_empties(budget);
    s.pass_empties = least(s.solve_empties, affordable + PASS_MORE_EMPTIES);
    s.solve_empties = least(s.solve_empties, affordable);
    if (n_moves == 1 && timed && !l->infinite && s.max_depth > FORCED_DEPTH) {
        s.max_depth = FORCED_DEPTH;
        s.solve_empties = least(s.solve_empties, FORCED_EMPTIES);
        s.pass_empties = s.solve_empties;
    }
    assert(s.max_depth >= 1 && s.solve_empties >= 0 && s.pass_empties >= s.solve_empties);
    return s;
}

int schedule_leap_depth(int n_empties, bool is_play)
{
    const int depth = least(n_empties - LEAP_EMPTIES,
                            is_play ? LEAP_DEPTH_PLAY : LEAP_DEPTH_SOLVE);
    return depth > LEAP_DEPTH_LEAST ? depth : LEAP_DEPTH_LEAST;
}
