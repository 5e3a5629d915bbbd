/* match/runner_state.c - implements match/runner_state.h. */
#include "match/runner_state.h"

struct schedule_game runner_plan(const struct runner *r, uint32_t index)
{
    struct schedule_game plan = schedule_game(&r->schedule, index);
    if (!r->config->loser_begins)
        return plan;
    int black = plan.first; /* the loser of the last game; a draw changes sides */
    for (uint32_t i = 0; i < index; i++) {
        int points = tally_black_points(r->slots[i].game);
        if (points != 0)
            black = black == plan.first ? plan.second : plan.first;
    }
    plan.black = black;
    plan.white = black == plan.first ? plan.second : plan.first;
    return plan;
}

struct report runner_report(const struct runner *r)
{
    return (struct report){.config = r->config, .tally = &r->tally,
                           .series = r->has_series ? &r->series : NULL, .state = r->state,
                           .n_games = r->n_games};
}
