/* match/match_schedule.c - implements match/match_schedule.h. */
#include "match/match_schedule.h"

#include <assert.h>
#include <stdlib.h>

#include "base/rng.h"

static const uint64_t max_games = 4000000;

uint32_t schedule_n_encounters(const struct schedule *s)
{
    uint32_t n = (uint32_t)s->n_players;
    return s->format == SCHEDULE_GAUNTLET ? n - 1 : n * (n - 1) / 2;
}

static uint32_t games_per_round(const struct schedule *s)
{
    return schedule_n_encounters(s) * (s->is_paired ? 2 : 1);
}

uint32_t schedule_n_games(const struct schedule *s) { return s->n_rounds * games_per_round(s); }

bool schedule_init(struct schedule *s, struct reason *reason)
{
    s->order = NULL;
    if (s->n_players < 2 || s->n_players > 1000) {
        return reason_set(reason, "a match needs 2 to 1000 engines");
    }
    if (s->n_rounds < 1 || (uint64_t)s->n_rounds * games_per_round(s) > max_games) {
        return reason_set(reason, "a match has between 1 and 4000000 games");
    }
    if (s->n_openings == 0)
        return true;
    s->order = malloc(s->n_openings * sizeof *s->order);
    if (s->order == NULL) {
        return reason_set(reason, "not enough memory for the order of the openings");
    }
    struct rng rng = rng_seeded(s->seed);
    for (uint32_t i = 0; i < s->n_openings; i++) {
        uint32_t j = i; /* Fisher-Yates, inside out; 64 bits: lists may be long */
        if (s->is_shuffled)
            j = (uint32_t)(rng_next(&rng) % (i + 1));
        s->order[i] = s->order[j];
        s->order[j] = i;
    }
    return true;
}

void schedule_finish(struct schedule *s)
{
    free(s->order);
    s->order = NULL;
}

struct schedule_game schedule_game(const struct schedule *s, uint32_t index)
{
    assert(index < schedule_n_games(s));
    uint32_t per_round = games_per_round(s), per_encounter = s->is_paired ? 2 : 1;
    struct schedule_game g = {.index = index, .round = index / per_round};
    g.encounter = index % per_round / per_encounter;
    g.opening = s->order ? s->order[g.round % s->n_openings] : g.round;
    if (s->format == SCHEDULE_GAUNTLET) {
        g.second = (int)g.encounter + 1;
    } else {
        uint32_t left = g.encounter;
        while (left >= (uint32_t)(s->n_players - 1 - g.first))
            left -= (uint32_t)(s->n_players - 1 - g.first++);
        g.second = g.first + 1 + (int)left;
    }
    bool swapped = s->is_paired                            ? index % 2
                   : s->colors == SCHEDULE_ALTERNATE       ? g.round % 2
                                                           : s->colors == SCHEDULE_SECOND_BLACK;
    g.black = swapped ? g.second : g.first;
    g.white = swapped ? g.first : g.second;
    return g;
}

uint64_t schedule_seed(uint64_t seed, uint64_t index)
{
    struct rng rng = rng_seeded(seed ^ (index * UINT64_C(0xD1342543DE82EF95)));
    rng_next(&rng);
    return rng_next(&rng);
}
