/* match/config_check.c - the last look at the settings before a match. */
#include "match/match_config.h"

#include <limits.h>
#include <string.h>

#include "base/cpus.h"
#include "board/variant.h"
#include "match/config_engine.h"

static bool check_series(struct match_config *config, struct reason *reason)
{
    if (config->best_of == 0 && config->race == 0) {
        if (config->colors != SCHEDULE_ALTERNATE || config->follows_results)
            return config_fail(reason, NULL, "-first belongs to a series (-best-of or -race)");
        return true;
    }
    if (config->n_players != 2)
        return config_fail(reason, NULL, "a series has two engines");
    if (config->best_of > 0 && config->race > 0)
        return config_fail(reason, NULL, "-best-of and -race exclude each other");
    if (config->has_sprt || config->rounds > 0 || config->games_per_round > 0)
        return config_fail(reason, NULL,
                           "a series ends by itself: leave out -rounds, -games and -sprt");
    config->is_single = true;
    if (config->follows_results)
        config->concurrency = 1; /* each game waits for the last one's result */
    return true;
}

static bool check_names(struct match_config *config, struct reason *reason)
{
    for (int i = 0; i < config->n_players; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(config->players[i].name, config->players[j].name) == 0)
                return config_fail(reason, NULL, "two engines are called '%.64s'; give them name=",
                                   config->players[i].name);
    return true;
}

/* Of engines only our own knows other games, and no options but these. */
static bool check_variant_engine(const struct player_config *player, struct reason *reason)
{
    if (player->protocol != PLAYER_SELF)
        return config_fail(reason, NULL, "-variant is played by proto=self alone, not by '%.64s'",
                           player->name);
    if (player->limits.level > 0)
        return config_fail(reason, NULL,
                           "-variant knows no level: give depth=, nodes= or a time");
    for (size_t i = 0; i < player->n_options; i++) {
        const char *name = player->options[i].name;
        if (strcmp(name, "hash") != 0 && strcmp(name, "threads") != 0) /* is 1 unless given */
            return config_fail(reason, NULL, "-variant: other games know no option.%.64s", name);
    }
    return true;
}

static bool check_variant(struct match_config *config, struct reason *reason)
{
    const struct ofl_variant variant = config->variant;
    if (variant_is_usual(variant))
        return true;
    if (variant.holes && variant_size(variant) == 8)
        return config_fail(reason, NULL, "-variant: GGF, the record, has no board with such holes");
    if (config->openings_path || config->handicap || config->solve_empties >= 0)
        return config_fail(reason, NULL, "-variant goes without a file of -openings, -handicap and "
                                         "-adjudicate");
    config->balance = 0; /* nothing weighs them */
    for (int i = 0; i < config->n_players; i++)
        if (!check_variant_engine(&config->players[i], reason))
            return false;
    return true;
}

bool config_check(struct match_config *config, struct reason *reason)
{
    if (config->n_players < 2)
        return config_fail(reason, NULL, "a match needs at least two engines (-engine ...)");
    for (int i = 0; i < config->n_players; i++)
        if (!config_check_engine(config, &config->players[i], reason))
            return false;
    if (!check_variant(config, reason) || !check_names(config, reason) ||
        !check_series(config, reason))
        return false;
    if (config->has_sprt && config->n_players != 2)
        return config_fail(reason, NULL, "SPRT compares two engines");
    uint32_t games = config_games(config);
    if (!config->is_single && games % 2 != 0)
        return config_fail(reason, NULL,
                           "each opening is played twice, so the number of games must be even; "
                           "-norepeat plays it once");
    if (config->is_resumed && config->out == NULL)
        return config_fail(reason, NULL, "-resume needs the -out of the match to go on with");
    if (config->concurrency == 0)
        config->concurrency = 1;
    const int n_cpus = cpus_usable(INT_MAX);
    if (config->affinity > n_cpus / config->concurrency)
        return config_fail(reason, NULL, "-affinity: %d games at once need %d processors, found %d",
                           config->concurrency, config->concurrency * config->affinity, n_cpus);
    if (config->report_every == 0)
        config->report_every = 20;
    return true;
}
