/* request/request_game.c - requests about games: reviews, one player's games together, and why a
 * move is worse. */
#include <stdlib.h>
#include <string.h>

#include "text/games.h"
#include "engine/limits.h"
#include "request/actions.h"
#include "request/forms.h"
#include "report/beside.h"
#include "report/crowd.h"
#include "report/report.h"
#include "study/tell.h"
#include "text/json_build.h"
#include "text/result.h"

/* As "outflank review" and "outflank explain" have them. */
static bool read_settings(struct call *call, struct review_settings *settings)
{
    int64_t ms = 0, nodes = 0, empties = REVIEW_EXACT_EMPTIES, depth = 0;
    if (!call_read_limits(call, &ms, &nodes, &depth) ||
        !call_read_int(call, "exact_empties", 0, LIMITS_MOST_PLIES, &empties))
        return false;
    *settings = review_complete((struct review_settings){
        .depth = (int)depth, .exact_empties = (int)empties, .move_ms = ms,
        .nodes = (uint64_t)nodes}, call->engine);
    call_set_limits(call, form_review_limits(settings));
    return true;
}

/* ---- review ---- */

struct reviewing {
    struct call *call;
    struct review_origin origin;
    struct review *now; /* a copy that is judged as far as it is known */
};

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    const struct call *call = ((struct reviewing *)user)->call;
    const int code = atomic_load(&call->requests->is_stopped)
                         ? OFL_OK : ofl_search(call->engine, board, limits, result);
    *is_stopped = atomic_load(&call->requests->is_stopped);
    return code;
}

static bool tell(void *user, const struct review *review, int ply)
{
    struct reviewing *work = user;
    if (call_may_tell(work->call)) {
        *work->now = *review;
        review_judge(work->now);
        call_tell(work->call, review_to_json(work->now, &work->origin));
    }
    return true;
}

static bool review_is_exact(const struct review *review)
{
    for (int i = 0; i < review->n_points; i++)
        if (!review->points[i].is_exact)
            return false;
    return true;
}

static json_t *review_game(struct call *call, const struct ofl_game *game, int64_t number,
                           int64_t people)
{
    struct reviewing work = {.call = call, .origin = {NULL, number, 1}};
    const struct review_searcher searcher = {.search = search, .tell = tell, .user = &work};
    struct review_settings settings;
    if (!read_settings(call, &settings))
        return NULL;
    struct review *review = malloc(sizeof *review);
    work.now = malloc(sizeof *work.now);
    json_t *value = NULL;
    call->answer.has_position = true;
    call->answer.position = game->start;
    if (review && work.now) {
        review_begin(review, game, &settings);
        int code = review_search(review, &searcher);
        review_judge(review);
        if (code == OFL_OK && people)
            code = crowd_tell(review, call->engine, (int)people);
        if (code != OFL_OK) {
            call_refuse_engine(call);
        } else {
            call_judge(call, review_is_exact(review), call_why(call, 0));
            value = review_to_json(review, &work.origin);
        }
    }
    free(review);
    free(work.now);
    return value;
}

static struct games *games_of(const struct call *call)
{
    const char *text = call->data ? call->data : call_text(call, "text");
    return games_open_text(text, call->data ? call->data_length : strlen(text));
}

json_t *action_review(struct call *call)
{
    int64_t number = 1, people = 0;
    struct reading reading;
    struct ofl_text_error error = {.line = 0};
    if (!call_read_int(call, "game", 1, INT64_C(1) << 31, &number) ||
        !call_read_int(call, "people", 1000, 2200, &people))
        return NULL;
    if (!call->data && !call_text(call, "text"))
        return call_refuse(call, "text: expected a game");
    struct games *games = games_of(call);
    int found = games ? 1 : 0;
    for (int64_t i = 0; found && i < number; i++)
        found = games_next(games, &reading, &error);
    const bool is_there = games != NULL;
    games_close(games);
    if (found > 0)
        return review_game(call, &reading.game, number, people);
    call->column = found < 0 ? error.column : 0;
    return !is_there ? NULL
           : found < 0 ? call_refuse(call, "line %zu: %s", error.line, error.text)
                       : call_refuse(call, "expected game %lld, found fewer", (long long)number);
}

/* ---- study ---- */

enum { MOST_LESSONS = 100 };

struct studying {
    struct reviewing work;
    struct review_settings settings;
    struct who who;
    struct study study;
    int64_t n_found;         /* games that are his */
    struct review review;    /* at work, and what people do there */
    struct study_crowd crowd;
};

static bool read_players(struct call *call, struct who *who)
{
    const json_t *players = json_object_get(call->asked, "players"), *name;
    size_t i;
    who->players = calloc(json_array_size(players) + 1, sizeof *who->players);
    if (!who->players)
        return false;
    json_array_foreach(players, i, name)
        if (json_is_string(name))
            who->players[who->n_players++] = json_string_value(name);
    return (who->n_players && who->n_players == json_array_size(players)) ||
           call_refuse(call, "players: expected a list of names");
}

/* The sides of the next game of his; 0: there is none. */
static int next_of_his(const struct who *who, struct games *games, struct reading *reading)
{
    int found, sides = 0;
    while (!sides && (found = games_next(games, reading, NULL)) != 0)
        sides = found > 0 ? who_sides(who, &reading->game) : 0;
    return sides;
}

/* Of the games so far. */
static json_t *study_now(struct studying *all)
{
    size_t at[MOST_LESSONS];
    json_t *lessons = json_array();
    study_end(&all->study, 0);
    const size_t n = study_lessons(&all->study, MOST_LESSONS, at);
    for (size_t i = 0; i < n; i++)
        lessons = json_and(lessons, study_move_to_json(&all->study, &all->study.moves[at[i]]));
    return json_with(json_with(study_to_json(&all->study, &all->who), "found",
                               json_integer((json_int_t)all->n_found)), "lessons", lessons);
}

/* False after a failure. */
static bool study_game(struct studying *all, const struct reading *reading, int64_t number,
                       int sides)
{
    struct call *call = all->work.call;
    const struct review_origin origin = {NULL, number, 1};
    const struct result end = result_of(reading);
    review_begin(&all->review, &reading->game, &all->settings);
    if (review_search(&all->review, &(struct review_searcher){.search = search,
                                                              .user = &all->work}) != OFL_OK)
        return call_refuse_engine(call);
    if (call_is_stopped(call))
        return true;
    review_judge(&all->review);
    const bool has_crowd = study_ask(&all->review, sides, call->engine, &all->crowd);
    if (!study_add(&all->study, &all->review, &origin, &end, sides,
                   has_crowd ? &all->crowd : NULL))
        return false;
    if (call_may_tell(call))
        call_tell(call, study_now(all));
    return true;
}

static json_t *study_all(struct studying *all)
{
    struct call *call = all->work.call;
    struct reading reading;
    struct games *games = games_of(call);
    bool is_good = games != NULL;
    while (games && next_of_his(&all->who, games, &reading))
        all->n_found++;
    games_close(games);
    if (games && !all->n_found)
        return call_refuse(call, "players: none of them played one of the games");
    games = games_of(call);
    is_good = is_good && games;
    for (int sides; is_good && !call_is_stopped(call) &&
                    (sides = next_of_his(&all->who, games, &reading)) != 0;)
        is_good = study_game(all, &reading, (int64_t)games_number(games), sides);
    games_close(games);
    return is_good ? study_now(all) : NULL;
}

json_t *action_study(struct call *call)
{
    int64_t drawn = 0;
    json_t *value = NULL;
    if (!call->data && !call_text(call, "text"))
        return call_refuse(call, "text: expected games");
    struct studying *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->work.call = call;
    all->who.color = -1;
    if (call_read_int(call, "drawn", 0, LIMITS_MOST_PLIES, &drawn) &&
        read_settings(call, &all->settings) && read_players(call, &all->who)) {
        all->study.n_drawn = (int)drawn;
        value = study_all(all);
    }
    if (value)
        call_judge(call, false, call_why(call, 0));
    study_free(&all->study);
    free(all->who.players);
    free(all);
    return value;
}

/* ---- explain ---- */

json_t *action_explain(struct call *call)
{
    struct reading reading;
    struct review_settings settings;
    const char *move = call_text(call, "move");
    if (!call_read_game(call, &reading) || !read_settings(call, &settings))
        return NULL;
    struct comparison found = {.position = reading.game.position};
    found.move = move ? ofl_move_from_text(move, strlen(move)) : OFL_NO_MOVE;
    const char *reason = compare_refusal(found.position, found.move);
    if (reason)
        return call_refuse(call, "move: %s", reason);
    if (compare_moves(call->engine, &settings, &found) != OFL_OK)
        return call_refuse_engine(call);
    if (call_is_stopped(call))
        return call_refuse(call, "stopped before both moves were searched");
    call_judge(call, found.best.bound == OFL_BOUND_EXACT &&
                         (!found.has_second || found.second.bound == OFL_BOUND_EXACT),
               call_why(call, 0));
    const struct beside beside = beside_of(&found);
    json_t *value = form_comparison(&found);
    return call_flag(call, "beside") ? json_with(value, "beside", beside_to_json(&beside)) : value;
}
