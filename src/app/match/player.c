/* match/player.c - implements match/player.h but for what the protocols do. */
#include "match/player.h"

#include <stdlib.h>
#include <string.h>

#include "match/player_kinds.h"
#include "variant/variant_search.h"

struct player *player_create(const struct player_config *config, struct cancel *cancel)
{
    static const struct player_ops *const ops[] = {
        [PLAYER_SELF] = &player_self_ops,
        [PLAYER_GTP] = &player_gtp_ops,
        [PLAYER_NBOARD] = &player_nboard_ops,
        [PLAYER_EDAX] = &player_edax_ops,
        [PLAYER_CASSIO] = &player_cassio_ops,
        [PLAYER_UCI] = &player_uci_ops,
    };
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->config = config;
    player->cancel = cancel;
    player->ops = ops[config->protocol];
    if (config->protocol == PLAYER_SELF) { /* made here: player_interrupt() needs it */
        player->engine = ofl_engine_create();
        if (player->engine == NULL) {
            free(player);
            return NULL;
        }
    }
    return player;
}

void player_destroy(struct player *player)
{
    if (player == NULL)
        return;
    player_stop(player, QUIT_GRACE_MS);
    ofl_engine_destroy(player->engine);
    variant_searcher_destroy(player->searcher);
    free(player);
}

const char *player_detail(const struct player *player) { return player->detail.text; }

static void end_process(struct player *player, int grace_ms)
{
    const char *quit = player->ops->quit;
    if (quit && player->process.child.id != 0 && grace_ms > 0)
        process_send(&player->process, quit, strlen(quit));
    if (quit)
        process_finish(&player->process, grace_ms);
}

enum player_status player_start(struct player *player)
{
    if (player->is_running)
        return PLAYER_OK;
    enum player_status status = player->ops->start(player);
    if (status != PLAYER_OK)
        end_process(player, 0);
    player->is_running = status == PLAYER_OK;
    return status;
}

void player_set_seed(struct player *player, uint64_t seed) { player->seed = seed; }

enum player_status player_new_game(struct player *player, const struct ofl_game *game,
                                   const struct player_clocks *clocks)
{
    return player->ops->new_game(player, game, clocks);
}

enum player_status player_put_move(struct player *player, const struct ofl_game *game,
                                   bool is_own)
{
    return player->ops->put_move(player, game, is_own);
}

enum player_status player_choose(struct player *player, const struct ofl_game *game,
                                 const struct player_clocks *clocks, int64_t deadline_us,
                                 struct player_answer *answer)
{
    *answer = (struct player_answer){.move = OFL_NO_MOVE};
    return player->ops->choose(player, game, clocks, deadline_us, answer);
}

void player_stop(struct player *player, int grace_ms)
{
    if (player->is_running)
        end_process(player, grace_ms);
    player->is_running = false;
}

void player_interrupt(struct player *player)
{
    if (player->engine != NULL)
        ofl_stop(player->engine);
}
