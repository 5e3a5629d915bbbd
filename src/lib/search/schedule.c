/* search/schedule.c - which iterations a search makes (schedule.h). */
#include "search/schedule.h"

#include <assert.h>
#include <stdbool.h>

#include "search/params.h"

enum { N_SQUARES = 64 }; /* more plies and empties than any board has */

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

/* The levels of play: from so many empties the end is searched, at each confidence. Between two
 * rows the numbers rise evenly, rounded down. The stages of a level cost about the same, and a
 * level at most three times the one before (bench/levels.py). Up to 13 empties nothing prunes
 * selectively. */
static const struct {
    int level, empties[N_SELECTIVITIES];
} level_rows[] = {
    /*    73  87  95  98  99 100 % */
    { 0, { 6,  6,  6,  6,  6,  6}},
    { 9, {15, 15, 15, 15, 15, 15}},
    {10, {18, 17, 16, 16, 16, 16}},
    {20, {29, 24, 23, 22, 21, 20}},
    {30, {38, 35, 32, 30, 29, 27}},
    {60, {60, 60, 60, 60, 60, 60}},
};

enum { N_LEVEL_ROWS = sizeof level_rows / sizeof *level_rows };

int schedule_level_empties(int level, int selectivity)
{
    assert(level >= 0 && level <= level_rows[N_LEVEL_ROWS - 1].level);
    assert(selectivity >= 0 && selectivity < N_SELECTIVITIES);
    int i = 0;
    while (i < N_LEVEL_ROWS - 2 && level_rows[i + 1].level <= level)
        i++;
    const int from = level_rows[i].empties[selectivity];
    const int to = level_rows[i + 1].empties[selectivity];
    return from + (to - from) * (level - level_rows[i].level) /
                      (level_rows[i + 1].level - level_rows[i].level);
}

int schedule_level_depth(int level) { return level < 1 ? 1 : level; }

/* How surely the end is searched with so many empties at a level; -1 if it is not. */
static int level_selectivity(int level, int n_empties)
{
    int selectivity = SELECTIVITY_NONE;
    while (selectivity >= 0 && n_empties > schedule_level_empties(level, selectivity))
        selectivity--;
    return selectivity;
}

/* To the depth asked for or the level's. A depth beyond the level counts as a level, since whoever
 * asks for 20 plies wants no bolder end than level 20 has. */
static struct schedule by_depth(const struct ofl_limits *l, int level, int n_empties)
{
    struct schedule s = {.max_depth = l->depth ? l->depth : schedule_level_depth(level),
                         .instead_of_87 = SELECTIVITY_87,
                         .end_selectivity = SELECTIVITY_NONE};
    if (l->depth && l->strict_depth) {
        s.end_empties = l->depth;
        return s;
    }
    const int selectivity = level_selectivity(l->depth > level ? l->depth : level, n_empties);
    if (selectivity >= 0) {
        s.end_selectivity = selectivity;
        s.end_empties = s.max_depth = n_empties;
    }
    return s;
}

struct schedule schedule_make(const struct ofl_limits *l, int level, int n_empties,
                              int64_t hard_ms, int n_moves)
{
    struct schedule s = {.max_depth = N_SQUARES, .end_empties = N_SQUARES,
                         .instead_of_87 = SELECTIVITY_87,
                         .end_selectivity = SELECTIVITY_NONE};
    if (l->goal != OFL_GOAL_PLAY)
        return s;
    const bool timed = hard_ms < INT64_MAX;
    if (l->depth || (!l->nodes && !l->infinite && !timed))
        s = by_depth(l, level, n_empties);
    else if (l->infinite && !timed)
        s.end_empties = INFINITE_EMPTIES;
    uint64_t budget = l->nodes ? l->nodes : UINT64_MAX;
    if (timed && (uint64_t)hard_ms < budget / (uint64_t)SOLVE_NODES_PER_MS)
        budget = (uint64_t)hard_ms * (uint64_t)SOLVE_NODES_PER_MS;
    if (budget < UINT64_MAX && budget >= (uint64_t)SURER_NODES && n_empties <= SURER_EMPTIES)
        s.instead_of_87 = SELECTIVITY_95;
    const int affordable = solvable_empties(budget);
    s.end_empties = least(s.end_empties, affordable + PASS_MORE_EMPTIES);
    if (n_moves == 1 && timed && !l->infinite && s.max_depth > FORCED_DEPTH) {
        s.max_depth = FORCED_DEPTH;
        s.end_empties = least(s.end_empties, least(affordable, FORCED_EMPTIES));
    }
    assert(s.max_depth >= 1 && s.end_empties >= 0 && s.end_selectivity >= 0);
    return s;
}

int schedule_leap_depth(int n_empties, bool is_play)
{
    const int depth = is_play ? least(n_empties - LEAP_EMPTIES_PLAY, LEAP_DEPTH_PLAY)
                              : least(n_empties - LEAP_EMPTIES_SOLVE, LEAP_DEPTH_SOLVE);
    return depth > LEAP_DEPTH_LEAST ? depth : LEAP_DEPTH_LEAST;
}
