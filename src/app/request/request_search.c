/* request/request_search.c - requests that search a position, and the state of the engine. */
#include <inttypes.h>
#include <stdio.h>
#include <outflank/book.h>

#include "analysis/analysis.h"
#include "analysis/ties.h"
#include "engine/calls.h"
#include "engine/like_people.h"
#include "request/actions.h"
#include "request/forms.h"

static const char USUAL_LEVEL[] = "10";

/* ---- analyze ---- */

struct analyzing {
    struct call *call;
    const struct analysis_limits *limits;
};

static json_t *json_of_analysis(const struct analyzing *work, const struct analysis *now)
{
    return json_with_all(json_from_analysis(now),
                         form_origin(work->limits, json_object(),
                                     engine_network(work->call->engine)));
}

static void tell_analysis(void *user, const struct analysis *now)
{
    const struct analyzing *work = user;
    if (now->result.n_lines && call_may_tell(work->call))
        call_tell(work->call, json_of_analysis(work, now));
}

json_t *action_analyze(struct call *call)
{
    enum { DEFAULT_MS = 2000, FIRST_ROUND_MS = 1000 };
    struct reading reading;
    struct analysis analysis;
    int64_t best = OFL_MAX_MOVES, time_ms = 0, nodes = 0, depth = 0;
    const bool is_infinite = call_flag(call, "infinite"), wants_exact = call_flag(call, "exact");
    if (!call_read_game(call, &reading) || !call_read_int(call, "best", 1, OFL_MAX_MOVES, &best) ||
        !call_read_limits(call, &time_ms, &nodes, &depth))
        return NULL;
    const bool has_limit = time_ms || nodes || depth;
    if (wants_exact && depth)
        return call_refuse(call, "exact and depth exclude each other: an exact score needs all "
                                 "plies");
    if (is_infinite && has_limit)
        return call_refuse(call, "infinite and a limit exclude each other");
    if (!has_limit && !wants_exact)
        time_ms = DEFAULT_MS;
    uint64_t moves = 0;
    const json_t *asked = json_object_get(call->asked, "moves");
    analysis_begin(&analysis, reading.game.position);
    struct reason reason = {.text = "expected a text as b5,f4"};
    if (asked && !(json_is_string(asked) &&
                   analysis_read_moves(json_string_value(asked), &moves, &reason) &&
                   analysis_want(&analysis, moves, &reason)))
        return call_refuse(call, "moves: %s", reason.text);
    const struct analysis_limits limits = {.time_ms = is_infinite ? 0 : time_ms,
                                           .nodes = (uint64_t)nodes, .depth = (int)depth,
                                           .n_best = (int)best, .wants_exact = wants_exact,
                                           .moves = moves};
    struct analyzing work = {call, &limits};
    call_set_limits(call, form_limits(&limits));
    struct analysis_limits round = limits;
    round.time_ms = is_infinite ? FIRST_ROUND_MS : time_ms;
    const int error = (is_infinite ? analysis_run_on : analysis_run)(
        call->engine, &round, call->requests->tells ? tell_analysis : NULL, &work, &analysis);
    call_judge(call, analysis_is_complete(&analysis, limits.n_best),
               is_infinite ? "stopped" : call_why(call, analysis.result.nodes));
    return error ? call_refuse_engine(call) : json_of_analysis(&work, &analysis);
}

/* ---- lines that come in while a search runs ---- */

struct watched {
    struct call *call;
    ofl_position position;
    struct ofl_result now;
    json_t *(*form)(const struct watched *watched, const struct ofl_result *result);
};

static void note(void *user, const struct ofl_info *info)
{
    struct watched *watched = user;
    struct ofl_result *now = &watched->now;
    now->lines[info->rank] = info->line;
    now->n_lines = info->rank < now->n_lines ? now->n_lines : info->rank + 1;
    now->nodes = info->nodes;
    now->time_ms = info->time_ms;
    if (call_may_tell(watched->call))
        call_tell(watched->call, watched->form(watched, now));
}

static void watch(struct watched *watched, struct call *call, ofl_position position)
{
    watched->call = call;
    watched->position = position;
    watched->now = (struct ofl_result){.stopped = true, .proved_low = -6400, .proved_high = 6400};
    ofl_on_info(call->engine, note, watched);
}

/* ---- solve ---- */

static json_t *form_solve(const struct watched *watched, const struct ofl_result *result)
{
    json_t *value = form_solved(watched->position, result, false);
    return result->stopped ? json_with(value, "stopped", json_true()) : value;
}

static int search_more(void *user, ofl_board board, const struct ofl_limits *limits,
                       struct ofl_result *result)
{
    struct call *call = user;
    return ofl_search(call->engine, board, limits, result);
}

static bool must_end(void *user)
{
    struct call *call = user;
    return atomic_load(&call->requests->is_stopped);
}

json_t *action_solve(struct call *call)
{
    struct reading reading;
    struct watched watched = {.form = form_solve};
    struct ofl_result result;
    int64_t time_ms = 0, nodes = 0, depth = 0;
    const bool wld = call_flag(call, "wld"), ties = call_flag(call, "ties");
    const bool all = call_flag(call, "all_moves");
    if (!call_read_game(call, &reading) || !call_read_limits(call, &time_ms, &nodes, &depth))
        return NULL;
    if (wld && (ties || all))
        return call_refuse(call, "wld asks for less than all_moves and ties: it stands alone");
    call_set_limits(call, form_solve_limits(time_ms, nodes, wld, ties, all));
    const struct ofl_limits limits = {.goal = wld ? OFL_GOAL_WLD : OFL_GOAL_EXACT,
                                      .multi_pv = all ? OFL_MAX_MOVES : 1, .move_ms = time_ms,
                                      .nodes = (uint64_t)nodes};
    watch(&watched, call, reading.game.position);
    const int error = ofl_search(call->engine, reading.game.position.board, &limits, &result);
    ofl_on_info(call->engine, NULL, NULL);
    if (error)
        return call_refuse_engine(call);
    const bool is_exact = result.lines[0].bound == OFL_BOUND_EXACT;
    const struct ties_search how = {search_more, must_end, call, limits};
    const bool lacks_ties = ties && is_exact && !all &&
                            !ties_find(&how, reading.game.position.board, &result);
    call_judge(call, is_exact && !lacks_ties &&
                         (!all || call_lines_are_exact(result.lines, result.n_lines)),
               wld && !result.stopped ? "wld" : call_why(call, result.nodes));
    json_t *value = form_solved(reading.game.position, &result, lacks_ties);
    return result.stopped && !is_exact ? json_with(value, "stopped", json_true()) : value;
}

/* ---- play ---- */

static json_t *form_play(const struct watched *watched, const struct ofl_result *result)
{
    return json_with_all(json_from_result(watched->position, result),
                         json_pack("{s:s, s:o, s:s, s:b}", "type", "play", "move",
                                   json_from_move(result->lines[0].move), "side",
                                   watched->position.turn == OFL_BLACK ? "black" : "white",
                                   "stopped", result->stopped));
}

/* Sets an option of the engine to a number of the request, or to what it begins with. */
static bool set_number(struct call *call, const char *key, const char *usual)
{
    const json_t *found = json_object_get(call->asked, key);
    char text[32];
    if (found && !json_is_number(found)) {
        call_refuse(call, "%s: expected a number", key);
        return false;
    }
    if (json_is_integer(found))
        snprintf(text, sizeof text, "%" PRId64, (int64_t)json_integer_value(found));
    else if (found)
        snprintf(text, sizeof text, "%.2f", json_real_value(found));
    if (ofl_set_option(call->engine, key, found ? text : usual) == OFL_OK)
        return true;
    call_refuse_engine(call);
    return false;
}

/* What a request sets for itself: other requests search as the program. */
enum { N_OF_PLAY = 7 };
static const char *const of_play[N_OF_PLAY] = {"loss", "strength", "level", "seed", "variety",
                                               "style", "rating"};
struct kept { char values[N_OF_PLAY][32]; };

static void keep(ofl_engine *engine, struct kept *kept)
{
    for (int i = 0; i < N_OF_PLAY; i++)
        snprintf(kept->values[i], sizeof kept->values[i], "%s", ofl_get_option(engine, of_play[i]));
}

static void set_back(ofl_engine *engine, const struct kept *kept)
{
    for (int i = 0; i < N_OF_PLAY; i++)
        ofl_set_option(engine, of_play[i], kept->values[i]);
}

/* With a rating people play; it sets strength and loss aside. */
static bool set_rating(struct call *call)
{
    if (!json_object_get(call->asked, "rating"))
        return true;
    return set_number(call, "rating", "") &&
           ofl_set_option(call->engine, "style", "people") == OFL_OK;
}

/* How the move is to be played. The last of strength and loss holds. */
static bool set_play(struct call *call)
{
    return set_number(call, "loss", "0") && set_number(call, "strength", "off") &&
           (!json_object_get(call->asked, "loss") || json_object_get(call->asked, "strength") ||
            set_number(call, "loss", "0")) &&
           set_number(call, "level", USUAL_LEVEL) && set_number(call, "seed", "0") &&
           set_number(call, "variety", "0") && set_rating(call);
}

/* No whole number of milliseconds is lost. */
static bool is_time(const json_t *value, double least_ms)
{
    const double most_ms = 1e15, ms = json_number_value(value);
    return json_is_number(value) && ms >= least_ms && ms <= most_ms;
}

static bool read_clock(struct call *call, struct ofl_limits *limits)
{
    const json_t *clock = json_object_get(call->asked, "clock");
    const json_t *left = json_object_get(clock, "clock_ms");
    const json_t *increment = json_object_get(clock, "increment_ms");
    if (!clock)
        return true;
    if (!is_time(left, -1e15) || (increment && !is_time(increment, 0))) {
        call_refuse(call, "clock: expected clock_ms, and increment_ms from 0 if there is one");
        return false;
    }
    limits->has_clock = true;
    limits->clock_ms = (int64_t)json_number_value(left);
    limits->increment_ms = (int64_t)json_number_value(increment);
    return true;
}

static json_t *play(struct call *call)
{
    struct reading reading;
    struct watched watched = {.form = form_play};
    struct ofl_limits limits = {0};
    struct ofl_result result;
    int64_t nodes = 0, depth = 0;
    const bool asks_book = !json_is_false(json_object_get(call->asked, "book"));
    if (!call_read_game(call, &reading) || !set_play(call) || !read_clock(call, &limits) ||
        !call_read_limits(call, &limits.move_ms, &nodes, &depth))
        return NULL;
    limits.nodes = (uint64_t)nodes;
    limits.depth = (int)depth;
    call_set_limits(call, form_of_limits(limits.move_ms, nodes, limits.depth));
    watch(&watched, call, reading.game.position);
    const int error =
        asks_book || ofl_loss(call->engine) || json_object_get(call->asked, "rating")
            ? ofl_choose(call->engine, &reading.game, &limits, &result)
            : ofl_search(call->engine, reading.game.position.board, &limits, &result);
    ofl_on_info(call->engine, NULL, NULL);
    if (error)
        return call_refuse_engine(call);
    call_judge(call, result.lines[0].bound == OFL_BOUND_EXACT,
               result.lines[0].source ? "book" : limits.has_clock ? "seconds"
                                               : call_why(call, result.nodes));
    return form_play(&watched, &result);
}

json_t *action_play(struct call *call)
{
    struct kept kept;
    keep(call->engine, &kept);
    json_t *value = play(call);
    set_back(call->engine, &kept);
    return value;
}

/* ---- the engine ---- */

json_t *action_hello(struct call *call)
{
    enum { STRENGTHS = 20 };
    ofl_engine *engine = call->engine;
    const uint64_t network = engine_network(engine);
    json_t *strengths = json_array();
    const int64_t hash = engine_option_number(engine, "hash");
    const int64_t threads = engine_option_number(engine, "threads");
    for (int i = 1; i <= STRENGTHS; i++)
        strengths = json_and(strengths, json_real(ofl_strength_loss(i) / 100.0));
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:o, s:b, s:I, s:I, s:o}", "schema", JSON_SCHEMA,
                     "type", "state", "version", ofl_version(), "cpu", ofl_cpu_level(),
                     "evaluation", network ? "trained" : "classical", "network",
                     form_network(network), "book", ofl_engine_book(engine) != NULL, "threads",
                     (json_int_t)threads, "hash", (json_int_t)hash, "strengths", strengths);
}

json_t *action_set(struct call *call)
{
    static const char *const options[] = {"hash", "threads", "weights", "book"};
    const char *level = json_string_value(json_object_get(call->asked, "cpu"));
    if (json_object_get(call->asked, "cpu") && (!level || ofl_cpu_select(level) != OFL_OK)) {
        call_refuse(call, "cpu: expected a level that runs here, as generic or %s",
                    ofl_cpu_level());
        return NULL;
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const json_t *found = json_object_get(call->asked, options[i]);
        const char *text = json_string_value(found);
        if (!found)
            continue;
        if (text ? ofl_set_option(call->engine, options[i], text) != OFL_OK
                 : !set_number(call, options[i], ""))
            return text ? call_refuse_engine(call) : NULL;
    }
    const json_t *people = json_object_get(call->asked, "people");
    if (people && like_people_take(call->engine, (const uint8_t *)call->data,
                                   call->data_length) != OFL_OK)
        return call_refuse(call, "people: %s", ofl_last_error(call->engine));
    return action_hello(call);
}

json_t *action_new_game(struct call *call)
{
    ofl_new_game(call->engine);
    return action_hello(call);
}
