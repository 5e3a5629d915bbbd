/* match/runner_state.c - implements match/runner_state.h. */
#include "match/runner_state.h"

struct schedule_game runner_plan(const struct runner *r, uint32_t index)
{
    struct schedule_game plan = schedule_game(&r->schedule, index);
    if (!r->config->follows_results)
        return plan;
    struct ofl_series series = {.race = r->config->race, .best_of = r->config->best_of};
    int begins = 0; /* 0: plan.first, 1: plan.second */
    for (uint32_t i = 0; i < index; i++) {
        const int black = r->slots[i].game.difference;
        const int difference = begins == 0 ? black : -black;
        ofl_series_add(&series, difference);
        begins = ofl_series_next(&series, r->config->begins, begins, difference);
    }
    plan.black = begins == 0 ? plan.first : plan.second;
    plan.white = begins == 0 ? plan.second : plan.first;
    return plan;
}

struct report runner_report(const struct runner *r)
{
    return (struct report){.config = r->config, .tally = &r->tally,
                           .series = r->has_series ? &r->series : NULL, .state = r->state,
                           .n_games = r->n_games};
}
