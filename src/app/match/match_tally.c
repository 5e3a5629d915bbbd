/* match/match_tally.c - implements match/match_tally.h. */
#include "match/match_tally.h"

#include <assert.h>
#include <stdlib.h>

bool tally_init(struct tally *tally, const struct schedule *schedule)
{
    uint32_t n = schedule_n_encounters(schedule);
    *tally = (struct tally){.schedule = schedule};
    tally->encounters = calloc(n, sizeof *tally->encounters);
    tally->players = calloc((size_t)schedule->n_players, sizeof *tally->players);
    if (tally->encounters == NULL || tally->players == NULL) {
        tally_finish(tally);
        return false;
    }
    for (uint32_t i = 0; i < n; i++)
        tally->encounters[i].first_points = -1;
    return true;
}

void tally_finish(struct tally *tally)
{
    free(tally->encounters);
    free(tally->players);
    tally->encounters = NULL;
    tally->players = NULL;
}

/* A game in half points of its black player: 2, 1 or 0. */
static int tally_black_points(struct tally_game game)
{
    return game.difference > 0 ? 2 : game.difference < 0 ? 0 : 1;
}

void tally_add(struct tally *tally, const struct schedule_game *plan, struct tally_game game)
{
    const int n_players = tally->schedule->n_players;
    assert(plan->encounter < schedule_n_encounters(tally->schedule));
    assert(plan->first >= 0 && plan->first < n_players && plan->second >= 0 &&
           plan->second < n_players && plan->first != plan->second);
    assert((plan->black == plan->first && plan->white == plan->second) ||
           (plan->black == plan->second && plan->white == plan->first));
    assert(game.difference >= -64 && game.difference <= 64);
    (void)n_players;
    struct tally_encounter *e = &tally->encounters[plan->encounter];
    struct tally_player *first = &tally->players[plan->first];
    struct tally_player *second = &tally->players[plan->second];
    bool is_black = plan->black == plan->first;
    int points = is_black ? tally_black_points(game) : 2 - tally_black_points(game);
    int difference = is_black ? game.difference : -game.difference;

    stats_add_game(&e->games, points, difference);
    stats_add_game(&first->games, points, difference);
    stats_add_game(&second->games, 2 - points, -difference);
    stats_add_game(&(is_black ? first : second)->as_black, tally_black_points(game),
                   game.difference);
    if (game.loser >= 0)
        tally->players[game.loser == OFL_BLACK ? plan->black : plan->white].faults[game.end]++;
    if (tally->schedule->is_paired && e->first_points < 0) {
        e->first_points = points;
        e->first_difference = difference;
    } else if (tally->schedule->is_paired) {
        int sum = e->first_difference + difference;
        stats_add_pair(&e->pairs, e->first_points + points, sum);
        stats_add_pair(&first->pairs, e->first_points + points, sum);
        stats_add_pair(&second->pairs, 4 - e->first_points - points, -sum);
        e->first_points = -1;
    }
    tally->n_games++;
}

uint32_t tally_count_faults(const struct tally *tally)
{
    uint32_t n = 0;
    for (int i = 0; i < tally->schedule->n_players; i++)
        for (int end = END_TIME; end < N_PLAY_ENDS; end++)
            n += tally->players[i].faults[end];
    return n;
}
