/* match/runner_worker.c - implements match/runner_worker.h.
 *
 * A worker keeps its players from game to game, and stops those that the next
 * game does not need, so that idle engines hold no memory.
 */
#include "match/runner_worker.h"

#include <stdlib.h>

#include "base/cpus.h"

static void end_player(struct runner *r, struct player **place)
{
    pthread_mutex_lock(&r->lock);
    struct player *player = *place;
    *place = NULL;
    pthread_mutex_unlock(&r->lock);
    player_destroy(player);
}

/* The two players of a game, made if need be; the others are stopped. */
static bool choose_players(struct runner *r, struct runner_worker *w,
                           const struct schedule_game *plan, struct player *players[2])
{
    const int wanted[2] = {plan->black, plan->white};
    for (int i = 0; i < r->config->n_players; i++) {
        if (i != wanted[0] && i != wanted[1]) {
            end_player(r, &w->players[i]);
        } else if (w->players[i] == NULL) {
            struct player *made = player_create(&r->config->players[i], &r->cancel);
            if (made == NULL)
                return false;
            pthread_mutex_lock(&r->lock);
            w->players[i] = made;
            if (r->is_stopping) /* the order to stop may have come just before */
                player_interrupt(made);
            pthread_mutex_unlock(&r->lock);
        }
    }
    for (int color = 0; color < 2; color++)
        players[color] = w->players[wanted[color]];
    return true;
}

/* The engine that weighs openings and solves; deterministic. */
static bool need_engine(struct runner *r, struct runner_worker *w)
{
    const struct match_config *c = r->config;
    bool is_needed = c->solve_empties >= 0 ||
                     (r->openings.n == 0 && r->openings.random_plies > 0 &&
                      r->openings.balance > 0);
    if (!is_needed || w->engine != NULL)
        return true;
    ofl_engine *engine = ofl_engine_create();
    if (engine == NULL)
        return false;
    pthread_mutex_lock(&r->lock);
    w->engine = engine;
    if (r->is_stopping)
        ofl_stop(engine);
    pthread_mutex_unlock(&r->lock);
    ofl_set_option(engine, "threads", "1");
    ofl_set_option(engine, "hash", "16");
    return c->rule == OFL_SCORE_TOURNAMENT ||
           ofl_set_option(engine, "score-rule", "raw") == OFL_OK;
}

/* Plays one game. */
static int play_job(void *user, int worker, struct job *job, struct reason *reason)
{
    struct runner *r = user;
    struct runner_worker *w = &r->workers[worker];
    struct runner_game *game = (struct runner_game *)job;
    const struct schedule_game *plan = &game->plan;
    struct player *players[2];
    const struct player_config *configs[2] = {&r->config->players[plan->black],
                                              &r->config->players[plan->white]};
    struct play_settings settings = {.rule = r->config->rule,
                                     .variant = r->config->variant,
                                     .solve_empties = r->config->solve_empties,
                                     .agree_moves = r->config->agree_moves,
                                     .agree_discs = r->config->agree_discs,
                                     .place = r->config->event};
    struct play_opening opening;
    const int n_cpus = r->config->affinity;
    if (n_cpus && !w->is_kept && !(w->is_kept = cpus_keep_to(worker * n_cpus, n_cpus))) {
        reason_set(reason, "-affinity: this system keeps no game to its processors");
        return -1;
    }
    if (!need_engine(r, w) || !choose_players(r, w, plan, players)) {
        reason_set(reason, "not enough memory for a game");
        return -1;
    }
    for (int color = 0; color < 2; color++) {
        const uint64_t games = schedule_seed(r->config->seed, 2); /* 0, 1: order and openings */
        const uint64_t seed = schedule_seed(games, 2 * (uint64_t)plan->index + (uint64_t)color);
        settings.seeds[color] = 1 + seed % INT32_MAX;
    }
    openings_get(&r->openings, plan->opening, w->engine, &opening);
    if (w->engine != NULL)
        ofl_new_game(w->engine);
    return play_game(players, configs, &opening, &settings, w->engine, &game->result) &&
           !cancel_is_raised(&r->cancel);
}

static void stop_games(void *user)
{
    struct runner *r = user;
    cancel_raise(&r->cancel);
    pthread_mutex_lock(&r->lock);
    r->is_stopping = true;
    for (int i = 0; i < r->config->concurrency; i++) {
        if (r->workers[i].engine != NULL)
            ofl_stop(r->workers[i].engine);
        for (int j = 0; j < r->config->n_players; j++)
            if (r->workers[i].players[j] != NULL)
                player_interrupt(r->workers[i].players[j]);
    }
    pthread_mutex_unlock(&r->lock);
}

static void leave(void *user, int worker)
{
    struct runner *r = user;
    struct runner_worker *w = &r->workers[worker];
    for (int i = 0; i < r->config->n_players; i++)
        end_player(r, &w->players[i]);
    pthread_mutex_lock(&r->lock);
    ofl_engine *engine = w->engine;
    w->engine = NULL;
    pthread_mutex_unlock(&r->lock);
    ofl_engine_destroy(engine);
}

bool runner_begin_jobs(struct runner *r, struct reason *reason)
{
    const int n = r->config->concurrency;
    const struct jobs_plan plan = {.n_workers = n, .n_most = RUNNER_GAMES_EACH * n, .run = play_job,
                                   .stop = stop_games, .leave = leave, .user = r};
    bool is_good = (r->workers = calloc((size_t)n, sizeof *r->workers)) != NULL;
    for (int i = 0; i < n && is_good; i++) {
        r->workers[i].players = calloc((size_t)r->config->n_players, sizeof(struct player *));
        is_good = r->workers[i].players != NULL;
    }
    if (!is_good)
        return reason_set(reason, "out of memory");
    r->jobs = jobs_begin(&plan, reason);
    return r->jobs != NULL;
}

void runner_free_jobs(struct runner *r)
{
    jobs_free(r->jobs);
    for (int i = 0; r->workers != NULL && i < r->config->concurrency; i++)
        free(r->workers[i].players);
    free(r->workers);
}

/* A start position that is not the usual one must be possible for the player. */
static const struct play_opening *unusual_opening(const struct openings *o)
{
    ofl_position usual = ofl_position_start();
    for (uint32_t i = 0; i < o->n; i++)
        if (o->list[i].start.board.player != usual.board.player ||
            o->list[i].start.board.opponent != usual.board.opponent ||
            o->list[i].start.turn != usual.turn)
            return &o->list[i];
    return NULL;
}

bool runner_check_players(struct runner *r, struct reason *reason)
{
    const struct play_opening *unusual = unusual_opening(&r->openings);
    bool is_good = true;
    for (int i = 0; i < r->config->n_players && is_good; i++) {
        const struct player_config *config = &r->config->players[i];
        struct player *player = player_create(config, &r->cancel);
        if (player == NULL) {
            return reason_set(reason, "not enough memory for %s", config->name);
        }
        enum player_status status = player_start(player);
        if (status == PLAYER_OK && unusual != NULL) {
            struct player_clocks clocks = {.limits = {&config->limits, &config->limits}};
            struct ofl_game game;
            ofl_game_init(&game, unusual->start);
            status = player_new_game(player, &game, &clocks);
        }
        /* Other faults lose games; these would lose all of them for no reason. */
        is_good = status != PLAYER_MISSING && status != PLAYER_REFUSED;
        if (!is_good)
            reason_set(reason, "%s cannot play: %s", config->name, player_detail(player));
        player_destroy(player);
    }
    return is_good;
}
