/* search/schedule.c - which iterations a search makes (schedule.h). */
#include "search/schedule.h"

#include <stdbool.h>

void schedule_level(int level, int *depth, int *solve_empties)
{
    *depth = level < 1 ? 1 : level;
    *solve_empties = level < 1    ? 1
                     : level <= 10 ? 2 * level
                     : level <= 20 ? 10 + level
                                   : 14 + level;
    if (*solve_empties > 60)
        *solve_empties = 60;
}

/* Empties that an exact search solves within `nodes` with a good chance: each empty square
 * more costs about twice as much, and the hard positions of hard-20 take 3.2 million on
 * average, where this asks for 7.7. */
static int solvable_empties(uint64_t nodes)
{
    int n = 12;
    for (uint64_t need = 30000; need <= nodes && n < 40; need *= 2)
        n++;
    return n;
}

enum {
    /* An exact search on a slow or busy machine; today's make 20,000 to 55,000. With 10,000, and
     * 60,000 nodes at 12 empties and 2.2 times as many for each more, the end came two plies
     * later: 55 % for this one (docs/speed.md). */
    NODES_PER_MS = 20000,
    INFINITE_EMPTIES = 24,   /* an endless search leaps to the end from here */
    PASS_EMPTIES = 3,        /* a bold pass costs as much as an exact search of so many fewer */
    FORCED_DEPTH = 4         /* one legal move needs no thought, only a score to show */
};

struct schedule schedule_make(const struct ofl_limits *l, int level, int64_t hard_ms, int n_moves)
{
    struct schedule s = {.max_depth = 64, .solve_empties = 64, .pass_empties = 64};
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
    if (timed && (uint64_t)hard_ms < budget / NODES_PER_MS)
        budget = (uint64_t)hard_ms * NODES_PER_MS;
    int affordable = solvable_empties(budget);
    s.pass_empties = s.solve_empties;
    if (affordable < s.solve_empties)
        s.solve_empties = affordable;
    if (affordable + PASS_EMPTIES < s.pass_empties)
        s.pass_empties = affordable + PASS_EMPTIES;
    if (n_moves == 1 && timed && !l->infinite && s.max_depth > FORCED_DEPTH) {
        s.max_depth = FORCED_DEPTH;
        s.solve_empties = s.solve_empties > 12 ? 12 : s.solve_empties;
        s.pass_empties = s.solve_empties;
    }
    return s;
}

int schedule_leap_depth(int n_empties, bool is_play)
{
    const int depth = n_empties - 8, most = is_play ? 12 : 10;
    return depth < 2 ? 2 : depth > most ? most : depth;
}
