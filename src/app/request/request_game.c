/* request/request_game.c - requests about games: reviews, and why a move is worse. */
#include <stdlib.h>
#include <string.h>

#include "text/games.h"
#include "engine/limits.h"
#include "request/actions.h"
#include "request/forms.h"
#include "report/beside.h"
#include "report/crowd.h"
#include "report/report.h"
#include "text/json_build.h"

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

json_t *action_review(struct call *call)
{
    int64_t number = 1, people = 0;
    struct reading reading;
    struct ofl_text_error error = {.line = 0};
    const char *text = call->data ? call->data : call_text(call, "text");
    if (!call_read_int(call, "game", 1, INT64_C(1) << 31, &number) ||
        !call_read_int(call, "people", 1000, 2200, &people))
        return NULL;
    if (!text)
        return call_refuse(call, "text: expected a game");
    struct games *games =
        games_open_text(text, call->data ? call->data_length : strlen(text));
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
