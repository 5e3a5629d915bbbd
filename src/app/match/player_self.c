/* match/player_self.c - our own engine as a player, without a protocol between.
 *
 * Before each game the engine forgets the last one; with a limit of nodes or
 * depth and one thread its moves therefore depend on the game alone.
 */
#include <outflank/book.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "board/variant.h"
#include "engine/calls.h"
#include "match/player_kinds.h"
#include "variant/variant_search.h"

static enum player_status set_option(struct player *player, const char *name, const char *value)
{
    if (ofl_set_option(player->engine, name, value) == OFL_OK)
        return PLAYER_OK;
    player_say(player, "option %s=%s: %s", name, value, ofl_last_error(player->engine));
    return PLAYER_REFUSED;
}

static enum player_status self_start(struct player *player)
{
    const struct player_config *config = player->config;
    for (size_t i = 0; i < config->n_options; i++) {
        enum player_status status =
            set_option(player, config->options[i].name, config->options[i].value);
        if (status != PLAYER_OK)
            return status;
    }
    if (config->limits.level > 0) {
        char level[16];
        snprintf(level, sizeof level, "%d", config->limits.level);
        return set_option(player, "level", level);
    }
    return PLAYER_OK;
}

static enum player_status self_new_game(struct player *player, const struct ofl_game *game,
                                        const struct player_clocks *clocks)
{
    const struct player_config *config = player->config;
    char seed[24];
    ofl_new_game(player->engine);
    variant_searcher_destroy(player->searcher);
    player->searcher = NULL;
    for (size_t i = 0; i < config->n_options; i++)
        if (strcmp(config->options[i].name, "seed") == 0)
            return PLAYER_OK;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)player->seed);
    return set_option(player, "seed", seed);
}

static enum player_status self_put_move(struct player *player, const struct ofl_game *game,
                                        bool is_own)
{
    return PLAYER_OK;
}

static struct ofl_limits limits_now(const struct match_limits *limits,
                                    const struct match_clock *clock)
{
    struct ofl_limits out = {
        .nodes = limits->nodes,
        .depth = limits->depth,
        .move_ms = limits->move_ms,
        .has_clock = limits->has_clock,
    };
    if (limits->has_clock) {
        out.clock_ms = clock->left_us / 1000;
        out.increment_ms = limits->increment_ms;
        out.byoyomi_ms = limits->byoyomi_ms;
        out.byoyomi_moves = clock->in_byoyomi ? clock->period_moves : limits->byoyomi_moves;
        out.in_byoyomi = clock->in_byoyomi;
    }
    return out;
}

static bool is_cancelled(void *user)
{
    const struct player *player = user;
    return player->cancel != NULL && cancel_is_raised(player->cancel);
}

static int choose_in_variant(struct player *player, const struct ofl_game *game,
                             const struct ofl_limits *limits, struct ofl_result *result)
{
    if (!player->searcher)
        player->searcher =
            variant_searcher_create(engine_option_number(player->engine, "hash"));
    if (!player->searcher)
        return OFL_ERR_NOMEM;
    variant_searcher_ask(player->searcher, is_cancelled, player);
    variant_search(player->searcher, game->variant, game->position.board, limits, result);
    return OFL_OK;
}

static enum player_status self_choose(struct player *player, const struct ofl_game *game,
                                      const struct player_clocks *clocks, int64_t deadline_us,
                                      struct player_answer *answer)
{
    (void)deadline_us; /* it keeps its limits itself; the runner measures it */
    enum ofl_color color = game->position.turn;
    struct ofl_limits limits = limits_now(clocks->limits[color], &clocks->clock[color]);
    struct ofl_result result;
    int64_t start_us = clock_us();
    int rc = variant_is_usual(game->variant)
                 ? ofl_choose(player->engine, game, &limits, &result)
                 : choose_in_variant(player, game, &limits, &result);
    answer->elapsed_us = clock_us() - start_us;
    if (player->cancel != NULL && cancel_is_raised(player->cancel)) {
        player_say(player, "cancelled");
        return PLAYER_CANCELLED;
    }
    const char *problem = ofl_book_take_problem(player->engine);
    if (*problem)
        fprintf(stderr, "outflank: %s\n", problem);
    if (rc != OFL_OK) {
        player_say(player, "search failed: %s", ofl_last_error(player->engine));
        return PLAYER_CRASHED;
    }
    answer->move = result.lines[0].move;
    answer->has_eval = true;
    answer->eval = result.lines[0].score / 100.0;
    answer->depth = result.lines[0].depth;
    answer->nodes = result.nodes;
    return PLAYER_OK;
}

const struct player_ops player_self_ops = {
    self_start, self_new_game, self_put_move, self_choose, NULL,
};
