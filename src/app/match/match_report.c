/* match/match_report.c - implements match/match_report.h: lines, paragraphs and tables. */
#include "match/match_report.h"

#include <math.h>
#include <stdlib.h>

#include "base/visible.h"

double report_llr(const struct report *r)
{
    if (!r->config->has_sprt)
        return 0;
    const struct tally_encounter *e = &r->tally->encounters[0];
    return stats_sprt_llr(&r->config->sprt, &e->games, &e->pairs);
}

static const char *elo_text(double elo, char out[16])
{
    if (isinf(elo))
        snprintf(out, 16, elo > 0 ? "+inf" : "-inf");
    else
        snprintf(out, 16, "%+.1f", elo);
    return out;
}

static double points(const struct stats_games *games)
{
    return (double)games->wins + (double)games->draws / 2;
}

void report_game(FILE *stream, const struct match_config *config,
                 const struct schedule_game *plan, struct tally_game game, const char *detail)
{
    fprintf(stream, "game %u: %s - %s %+d (opening %u", plan->index + 1,
            config->players[plan->black].name, config->players[plan->white].name,
            game.difference, plan->opening + 1);
    if (game.end != END_PLAYED && game.loser < 0)
        fprintf(stream, ", %s", play_end_text((enum play_end)game.end));
    fprintf(stream, ")");
    if (game.loser >= 0)
        fprintf(stream, " %s lost by %s: %s",
                config->players[game.loser == OFL_BLACK ? plan->black : plan->white].name,
                play_end_text((enum play_end)game.end), detail);
    fprintf(stream, "\n");
}

static void write_sprt(FILE *stream, const struct report *r)
{
    const struct stats_sprt *s = &r->config->sprt;
    fprintf(stream, "  SPRT%s elo0 %g elo1 %g alpha %g beta %g: LLR %+.2f (%+.2f .. %+.2f)\n",
            s->is_normalized ? " normalized" : "", s->elo0, s->elo1, s->alpha, s->beta,
            report_llr(r), stats_sprt_lower(s), stats_sprt_upper(s));
}

static void write_series(FILE *stream, const struct report *r)
{
    const struct ofl_series *s = r->series;
    fprintf(stream, "  series: games %d - %d, %d drawn; winning points %d - %d\n", s->wins[0],
            s->wins[1], s->draws, s->points[0], s->points[1]);
}

/* Games lost by what the player did; nothing if there are none. */
static void write_faults(FILE *stream, const struct report *r)
{
    for (int i = 0; i < r->config->n_players; i++) {
        const uint32_t *faults = r->tally->players[i].faults;
        bool is_first = true;
        for (int end = END_RESIGNED; end < N_PLAY_ENDS; end++) {
            if (faults[end] == 0)
                continue;
            if (is_first)
                fprintf(stream, "  %s lost games by", r->config->players[i].name);
            fprintf(stream, "%s %s %u", is_first ? "" : ",", play_end_text((enum play_end)end),
                    faults[end]);
            is_first = false;
        }
        if (!is_first)
            fprintf(stream, "\n");
    }
}

static void write_two(FILE *stream, const struct report *r)
{
    const struct tally_encounter *e = &r->tally->encounters[0];
    const struct stats_games *g = &e->games, *black = &r->tally->players[0].as_black;
    struct stats_estimate estimate = stats_estimate(g, &e->pairs);
    double discs, discs_error;
    char elo[16], low[16], high[16], error_text[16] = "?";
    stats_discs(g, &e->pairs, &discs, &discs_error);
    if (isfinite(discs_error))
        snprintf(error_text, sizeof error_text, "%.2f", discs_error);
    fprintf(stream, "%s v %s: +%llu =%llu -%llu of %llu games, score %.2f %%, discs %+.2f +- %s\n",
            r->config->players[0].name, r->config->players[1].name,
            (unsigned long long)g->wins, (unsigned long long)g->draws,
            (unsigned long long)g->losses, (unsigned long long)stats_count_games(g),
            100 * estimate.score, discs, error_text);
    fprintf(stream, "  as black +%llu =%llu -%llu, as white +%llu =%llu -%llu\n",
            (unsigned long long)black->wins, (unsigned long long)black->draws,
            (unsigned long long)black->losses, (unsigned long long)(g->wins - black->wins),
            (unsigned long long)(g->draws - black->draws),
            (unsigned long long)(g->losses - black->losses));
    fprintf(stream, "  Elo %s, 95 %% %s .. %s, LOS %.1f %%", elo_text(estimate.elo, elo),
            elo_text(estimate.elo_low, low), elo_text(estimate.elo_high, high),
            100 * estimate.los);
    if (stats_count_pairs(&e->pairs) > 0)
        fprintf(stream, ", pairs [%llu %llu %llu %llu %llu]",
                (unsigned long long)e->pairs.count[0], (unsigned long long)e->pairs.count[1],
                (unsigned long long)e->pairs.count[2], (unsigned long long)e->pairs.count[3],
                (unsigned long long)e->pairs.count[4]);
    fprintf(stream, "\n");
    if (r->config->has_sprt)
        write_sprt(stream, r);
    if (r->series != NULL)
        write_series(stream, r);
}

/* Players by score share, best first; equal ones in the order of the list. */
static void rank_players(const struct report *r, int *order)
{
    int n = r->config->n_players;
    for (int i = 0; i < n; i++) {
        int at = i;
        const struct stats_games *mine = &r->tally->players[i].games;
        double share = stats_count_games(mine) ? points(mine) / (double)stats_count_games(mine) : 0;
        for (; at > 0; at--) {
            const struct stats_games *above = &r->tally->players[order[at - 1]].games;
            double other =
                stats_count_games(above) ? points(above) / (double)stats_count_games(above) : 0;
            if (other >= share)
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static int name_width(const struct match_config *config)
{
    size_t width = 4;
    for (int i = 0; i < config->n_players; i++)
        if (visible_width(config->players[i].name) > width)
            width = visible_width(config->players[i].name);
    return (int)width;
}

/* Points of player i against player j, or -1 if they do not meet. */
static double cross_points(const struct report *r, int i, int j)
{
    const struct schedule *s = r->tally->schedule;
    int first = i < j ? i : j, second = i < j ? j : i;
    if (first == second || (s->format == SCHEDULE_GAUNTLET && first != 0))
        return -1;
    uint32_t e = (uint32_t)second - 1;
    if (s->format != SCHEDULE_GAUNTLET)
        e = (uint32_t)(first * (2 * s->n_players - first - 1) / 2 + second - first - 1);
    const struct stats_games *g = &r->tally->encounters[e].games;
    return i == first ? points(g) : (double)stats_count_games(g) - points(g);
}

static void write_table(FILE *stream, const struct report *r)
{
    int n = r->config->n_players, width = name_width(r->config);
    int *order = malloc((size_t)n * sizeof *order);
    if (order == NULL)
        return;
    rank_players(r, order);
    fprintf(stream, "%4s %-*s %8s %8s %7s %7s %6s %6s %6s %8s", "rank", width, "name", "Elo",
            "+-", "points", "games", "win", "draw", "loss", "discs");
    for (int i = 0; i < n && n <= 16; i++)
        fprintf(stream, " %6d", i + 1);
    fprintf(stream, "\n");
    for (int i = 0; i < n; i++) {
        const struct tally_player *p = &r->tally->players[order[i]];
        struct stats_estimate e = stats_estimate(&p->games, &p->pairs);
        double discs, discs_error;
        char elo[16], margin[16];
        stats_discs(&p->games, &p->pairs, &discs, &discs_error);
        const char *name = r->config->players[order[i]].name;
        fprintf(stream, "%4d %s%*s %8s %8s %7.1f %7llu %6llu %6llu %6llu %+8.2f", i + 1, name,
                width - (int)visible_width(name), "", elo_text(e.elo, elo),
                elo_text(stats_elo_margin(&e), margin) + 1, points(&p->games),
                (unsigned long long)stats_count_games(&p->games),
                (unsigned long long)p->games.wins, (unsigned long long)p->games.draws,
                (unsigned long long)p->games.losses, discs);
        for (int j = 0; j < n && n <= 16; j++) {
            double cross = cross_points(r, order[i], order[j]);
            if (cross < 0)
                fprintf(stream, " %6s", "-");
            else
                fprintf(stream, " %6.1f", cross);
        }
        fprintf(stream, "\n");
    }
    free(order);
}

void report_standing(FILE *stream, const struct report *r)
{
    if (r->config->n_players == 2)
        write_two(stream, r);
    else
        write_table(stream, r);
    write_faults(stream, r);
}

static void write_series_end(FILE *stream, const struct report *r)
{
    const struct ofl_series *s = r->series;
    bool by_race = r->config->race > 0;
    int a = by_race ? s->points[0] : s->wins[0], b = by_race ? s->points[1] : s->wins[1];
    if (a == b)
        fprintf(stream, "the series ends level\n");
    else
        fprintf(stream, "%s wins the series\n", r->config->players[a > b ? 0 : 1].name);
}

void report_end(FILE *stream, const struct report *r)
{
    report_standing(stream, r);
    switch (r->state) {
    case REPORT_SPRT_H0:
        fprintf(stream, "SPRT: H0 accepted (elo <= %g) after %u games\n", r->config->sprt.elo0,
                r->tally->n_games);
        break;
    case REPORT_SPRT_H1:
        fprintf(stream, "SPRT: H1 accepted (elo >= %g) after %u games\n", r->config->sprt.elo1,
                r->tally->n_games);
        break;
    case REPORT_SERIES:
        write_series_end(stream, r);
        break;
    case REPORT_ALL_PLAYED:
        fprintf(stream, r->config->has_sprt ? "all games played; SPRT has not decided\n"
                                            : "all games played\n");
        break;
    case REPORT_INTERRUPTED:
        fprintf(stream, "interrupted after %u of %u games%s\n", r->tally->n_games, r->n_games,
                r->config->out ? "; go on with -resume" : "");
        break;
    case REPORT_RUNNING:
    case REPORT_FAILED:
        break;
    }
}

void report_line(const struct report *r, char *out, size_t size)
{
    int length = snprintf(out, size, "%u/%u games", r->tally->n_games, r->n_games);
    if (r->config->n_players != 2 || length < 0 || (size_t)length >= size)
        return;
    const struct tally_encounter *e = &r->tally->encounters[0];
    struct stats_estimate estimate = stats_estimate(&e->games, &e->pairs);
    char elo[16], margin[16];
    length += snprintf(out + length, size - (size_t)length, ", +%llu =%llu -%llu, Elo %s +- %s",
                       (unsigned long long)e->games.wins, (unsigned long long)e->games.draws,
                       (unsigned long long)e->games.losses, elo_text(estimate.elo, elo),
                       elo_text(stats_elo_margin(&estimate), margin) + 1);
    if (r->config->has_sprt && (size_t)length < size)
        snprintf(out + length, size - (size_t)length, ", LLR %+.2f", report_llr(r));
}
