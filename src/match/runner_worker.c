/* match/runner_worker.c - implements match/runner_worker.h.
 *
 * A worker keeps its players from game to game, and stops those that the next
 * game does not need, so that idle engines hold no memory.
 */
#include "match/runner_worker.h"

#include <stdio.h>
#include <stdlib.h>


/* Hands out the next game that is not done. False: there is none, or stop. */
static bool take_game(struct runner *r, struct schedule_game *plan)
{
    bool is_taken = false;
    pthread_mutex_lock(&r->lock);
    while (r->next < r->n_games && r->slots[r->next].is_done)
        r->next++;
    while (r->config->follows_results && !r->is_stopping && r->n_counted < r->next)
        pthread_cond_wait(&r->changed, &r->lock);
    if (!r->is_stopping && r->next < r->n_games) {
        *plan = runner_plan(r, r->next++);
        is_taken = true;
    }
    pthread_mutex_unlock(&r->lock);
    return is_taken;
}

/* The two players of a game, made if need be; the others are stopped. */
static bool choose_players(struct runner_worker *w, const struct schedule_game *plan,
                           struct player *players[2])
{
    struct runner *r = w->runner;
    const int wanted[2] = {plan->black, plan->white};
    for (int i = 0; i < r->config->n_players; i++) {
        struct player *idle = NULL;
        if (i != wanted[0] && i != wanted[1]) {
            pthread_mutex_lock(&r->lock);
            idle = w->players[i];
            w->players[i] = NULL;
            pthread_mutex_unlock(&r->lock);
            player_destroy(idle);
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
static bool need_engine(struct runner_worker *w)
{
    const struct match_config *c = w->runner->config;
    bool is_needed = c->solve_empties >= 0 ||
                     (w->runner->openings.n == 0 && w->runner->openings.random_plies > 0 &&
                      w->runner->openings.balance > 0);
    if (!is_needed || w->engine != NULL)
        return true;
    ofl_engine *engine = ofl_engine_create();
    if (engine == NULL)
        return false;
    pthread_mutex_lock(&w->runner->lock);
    w->engine = engine;
    if (w->runner->is_stopping)
        ofl_stop(engine);
    pthread_mutex_unlock(&w->runner->lock);
    ofl_set_option(w->engine, "threads", "1");
    ofl_set_option(w->engine, "hash", "16");
    return c->rule == OFL_SCORE_TOURNAMENT ||
           ofl_set_option(w->engine, "score-rule", "raw") == OFL_OK;
}

static void hand_in(struct runner *r, struct runner_finished *finished)
{
    finished->next = NULL;
    pthread_mutex_lock(&r->lock);
    *r->last = finished;
    r->last = &finished->next;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* Plays one game. NULL: all is well; else why the worker cannot go on ("" when
 * the match was cancelled). */
static const char *play_one(struct runner_worker *w, const struct schedule_game *plan)
{
    struct runner *r = w->runner;
    struct player *players[2];
    const struct player_config *configs[2] = {&r->config->players[plan->black],
                                              &r->config->players[plan->white]};
    struct play_settings settings = {.rule = r->config->rule,
                                     .solve_empties = r->config->solve_empties,
                                     .place = r->config->event};
    struct play_opening opening;
    struct runner_finished *finished = malloc(sizeof *finished);
    if (finished == NULL || !need_engine(w) || !choose_players(w, plan, players)) {
        free(finished);
        return "not enough memory for a game";
    }
    for (int color = 0; color < 2; color++) {
        const uint64_t game = schedule_seed(r->config->seed, 2); /* 0 and 1: order and openings */
        const uint64_t seed = schedule_seed(game, 2 * (uint64_t)plan->index + (uint64_t)color);
        settings.seeds[color] = 1 + seed % INT32_MAX;
    }
    openings_get(&r->openings, plan->opening, w->engine, &opening);
    finished->plan = *plan;
    if (w->engine != NULL)
        ofl_new_game(w->engine);
    if (!play_game(players, configs, &opening, &settings, w->engine, &finished->result) ||
        cancel_is_raised(&r->cancel)) {
        free(finished);
        return "";
    }
    hand_in(r, finished);
    return NULL;
}

static void *run_worker(void *argument)
{
    struct runner_worker *w = argument;
    struct runner *r = w->runner;
    struct schedule_game plan;
    const char *problem = NULL;
    while (problem == NULL && take_game(r, &plan))
        problem = play_one(w, &plan);
    for (int i = 0; i < r->config->n_players; i++) {
        pthread_mutex_lock(&r->lock);
        struct player *player = w->players[i];
        w->players[i] = NULL;
        pthread_mutex_unlock(&r->lock);
        player_destroy(player);
    }
    pthread_mutex_lock(&r->lock);
    ofl_engine *engine = w->engine;
    w->engine = NULL;
    pthread_mutex_unlock(&r->lock);
    ofl_engine_destroy(engine);
    pthread_mutex_lock(&r->lock);
    if (problem != NULL && *problem != '\0')
        r->problem = problem;
    r->n_running--;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

bool runner_start_workers(struct runner *r, struct reason *reason)
{
    int n = r->config->concurrency;
    r->workers = calloc((size_t)n, sizeof *r->workers);
    for (int i = 0; r->workers != NULL && i < n; i++) {
        struct runner_worker *w = &r->workers[i];
        w->runner = r;
        w->players = calloc((size_t)r->config->n_players, sizeof *w->players);
        pthread_mutex_lock(&r->lock);
        bool is_started =
            w->players != NULL && pthread_create(&w->thread, NULL, run_worker, w) == 0;
        r->n_running += is_started;
        pthread_mutex_unlock(&r->lock);
        if (!is_started) {
            free(w->players);
            w->players = NULL;
            break;
        }
    }
    if (r->workers != NULL && r->workers[0].players != NULL)
        return true; /* fewer than asked for play the same games */
    return reason_set(reason, "cannot start a thread to play");
}

void runner_stop_workers(struct runner *r)
{
    cancel_raise(&r->cancel);
    pthread_mutex_lock(&r->lock);
    r->is_stopping = true;
    for (int i = 0; r->workers != NULL && i < r->config->concurrency; i++) {
        if (r->workers[i].engine != NULL)
            ofl_stop(r->workers[i].engine);
        for (int j = 0; r->workers[i].players != NULL && j < r->config->n_players; j++)
            if (r->workers[i].players[j] != NULL)
                player_interrupt(r->workers[i].players[j]);
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    for (int i = 0; r->workers != NULL && i < r->config->concurrency; i++) {
        if (r->workers[i].players == NULL)
            continue;
        pthread_join(r->workers[i].thread, NULL);
        free(r->workers[i].players);
    }
    free(r->workers);
    r->workers = NULL;
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
