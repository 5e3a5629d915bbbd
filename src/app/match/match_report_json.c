/* match/match_report_json.c - the summary of a match as JSON (docs/match.md). */
#include <math.h>

#include "text/json_build.h"
#include "base/visible.h"
#include "match/match_report.h"

/* JSON has no infinity: null. */
static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *games_to_json(const struct stats_games *games, const struct stats_pairs *pairs)
{
    struct stats_estimate e = stats_estimate(games, pairs);
    double discs, discs_error;
    stats_discs(games, pairs, &discs, &discs_error);
    const uint64_t *c = pairs->count;
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:[I, I, I, I, I]}",
        "games", (json_int_t)stats_count_games(games), "wins", (json_int_t)games->wins, "draws",
        (json_int_t)games->draws, "losses", (json_int_t)games->losses, "score", number(e.score),
        "score_error", number(e.score_error), "elo", number(e.elo), "elo_low", number(e.elo_low),
        "elo_high", number(e.elo_high), "los", number(e.los), "discs", number(discs),
        "discs_error", number(discs_error), "pairs", (json_int_t)c[0], (json_int_t)c[1],
        (json_int_t)c[2], (json_int_t)c[3], (json_int_t)c[4]);
}

static json_t *players_to_json(const struct report *r)
{
    json_t *list = json_array();
    for (int i = 0; list != NULL && i < r->config->n_players; i++) {
        const struct tally_player *p = &r->tally->players[i];
        json_t *player = games_to_json(&p->games, &p->pairs), *faults = json_object();
        char limits[96];
        match_limits_to_text(&r->config->players[i].limits, limits, sizeof limits);
        for (int end = END_RESIGNED; end < N_PLAY_ENDS; end++)
            faults = json_with(faults, play_end_text((enum play_end)end),
                               json_integer(p->faults[end]));
        list = json_and(list, json_with_all(player, json_pack(
            "{s:s, s:s, s:o}", "name", r->config->players[i].name, "limits", limits, "lost_by",
            faults)));
    }
    return list;
}

static json_t *encounters_to_json(const struct report *r)
{
    const struct schedule *s = r->tally->schedule;
    json_t *list = json_array();
    for (uint32_t i = 0; list != NULL && i < schedule_n_encounters(s); i++) {
        struct schedule_game plan = schedule_game(s, s->is_paired ? 2 * i : i);
        const struct tally_encounter *e = &r->tally->encounters[i];
        list = json_and(list, json_with_all(
            games_to_json(&e->games, &e->pairs),
            json_pack("{s:s, s:s}", "first", r->config->players[plan.first].name, "second",
                      r->config->players[plan.second].name)));
    }
    return list;
}

static json_t *sprt_to_json(const struct report *r)
{
    const struct stats_sprt *s = &r->config->sprt;
    const char *decision = r->state == REPORT_SPRT_H1   ? "H1"
                           : r->state == REPORT_SPRT_H0 ? "H0"
                                                        : "open";
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:s, s:s}", "elo0", s->elo0, "elo1",
                     s->elo1, "alpha", s->alpha, "beta", s->beta, "llr", report_llr(r), "lower",
                     stats_sprt_lower(s), "upper", stats_sprt_upper(s), "decision", decision,
                     "model", s->is_normalized ? "normalized" : "logistic", "count",
                     s->is_of_games ? "games" : "pairs");
}

json_t *report_game_to_json(const struct match_config *config, const struct schedule_game *plan,
                            struct tally_game game, const char *detail)
{
    static const char *const sides[] = {[OFL_BLACK] = "black", [OFL_WHITE] = "white"};
    return json_pack("{s:i, s:s, s:I, s:I, s:o, s:o, s:i, s:s, s:s?, s:o}", "schema",
                     JSON_SCHEMA, "type",
                     "match_game", "game", (json_int_t)plan->index + 1, "opening",
                     (json_int_t)plan->opening + 1, "black",
                     json_string(visible(config->players[plan->black].name).text), "white",
                     json_string(visible(config->players[plan->white].name).text), "difference",
                     (int)game.difference, "end", play_end_text((enum play_end)game.end), "loser",
                     game.loser < 0 ? NULL : sides[game.loser], "detail",
                     json_string(visible(detail).text));
}

/* A number, or a text where readers of JSON may take no integer of that size exactly. */
static json_t *seed_to_json(uint64_t seed)
{
    return seed >> 53 ? json_sprintf("%llu", (unsigned long long)seed)
                      : json_integer((json_int_t)seed);
}

json_t *report_to_json(const struct report *r)
{
    static const char *const states[] = {
        [REPORT_RUNNING] = "running",     [REPORT_ALL_PLAYED] = "all played",
        [REPORT_SPRT_H0] = "decided",     [REPORT_SPRT_H1] = "decided",
        [REPORT_SERIES] = "decided",      [REPORT_INTERRUPTED] = "interrupted",
        [REPORT_FAILED] = "failed",
    };
    json_t *json = json_pack(
        "{s:i, s:s, s:s, s:I, s:I, s:o, s:o, s:o}", "schema", JSON_SCHEMA, "type", "match", "state",
        states[r->state], "games", (json_int_t)r->tally->n_games, "planned",
        (json_int_t)r->n_games, "seed", seed_to_json(r->config->seed), "players",
        players_to_json(r), "encounters", encounters_to_json(r));
    if (r->config->has_sprt)
        json = json_with(json, "sprt", sprt_to_json(r));
    if (r->series != NULL)
        json = json_with(json, "series",
                         json_pack("{s:i, s:i, s:[i, i], s:[i, i], s:i}", "best_of",
                                   r->series->best_of, "race", r->series->race, "wins",
                                   r->series->wins[0], r->series->wins[1], "points",
                                   r->series->points[0], r->series->points[1], "draws",
                                   r->series->draws));
    return json;
}
