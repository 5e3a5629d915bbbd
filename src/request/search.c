/* request/search.c - requests that search a position, and the state of the engine. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <outflank/book.h>

#include "analysis/analysis.h"
#include "analysis/ties.h"
#include "base/number.h"
#include "engine/state.h"
#include "request/actions.h"
#include "request/forms.h"

enum { MOST_DEPTH = 60 };

static const char *side_word(enum ofl_color side) { return side == OFL_BLACK ? "black" : "white"; }

/* "seconds", "nodes" and "depth", as far as the action takes them. */
static bool read_limits(struct call *call, int64_t *time_ms, int64_t *nodes, int64_t *depth)
{
    const int64_t most_nodes = INT64_C(1) << 53;
    return call_read_seconds(call, time_ms) && call_read_int(call, "nodes", 1, most_nodes, nodes) &&
           call_read_int(call, "depth", 1, MOST_DEPTH, depth);
}

/* ---- analyze ---- */

struct analyzing {
    struct call *call;
    const struct analysis_limits *limits;
};

static json_t *json_of_analysis(const struct analyzing *work, const struct analysis *now)
{
    json_t *value = json_from_analysis(now);
    json_t *origin = json_pack("{s:o, s:{}, s:o}", "limits", form_limits(work->limits), "settings",
                               "network", form_network(engine_network(work->call->engine)));
    if (value && (!origin || json_object_update(value, origin) != 0)) {
        json_decref(value);
        value = NULL;
    }
    json_decref(origin);
    return value;
}

static void tell_analysis(void *user, const struct analysis *now)
{
    const struct analyzing *work = user;
    if (now->result.n_lines && call_may_tell(work->call))
        call_tell(work->call, json_of_analysis(work, now));
}

/* Rounds, each twice as long as the one before, on the same table; what is known stays. */
static int analyze_on(struct analyzing *work, struct analysis *analysis)
{
    enum { FIRST_ROUND_MS = 1000, LONGEST_ROUND_MS = 1 << 28 };
    struct analysis_limits limits = *work->limits;
    limits.time_ms = FIRST_ROUND_MS;
    int error;
    do {
        error = analysis_run(work->call->engine, &limits, tell_analysis, work, analysis);
        if (limits.time_ms < LONGEST_ROUND_MS)
            limits.time_ms *= 2;
    } while (!error && !atomic_load(&work->call->requests->is_stopped) &&
             !analysis_is_complete(analysis, limits.n_best));
    return error;
}

json_t *action_analyze(struct call *call)
{
    enum { DEFAULT_MS = 2000 };
    struct reading reading;
    struct analysis analysis;
    int64_t best = OFL_MAX_MOVES, time_ms = 0, nodes = 0, depth = 0;
    const bool is_infinite = call_flag(call, "infinite"), wants_exact = call_flag(call, "exact");
    if (!call_read_game(call, &reading) || !call_read_int(call, "best", 1, OFL_MAX_MOVES, &best) ||
        !read_limits(call, &time_ms, &nodes, &depth))
        return NULL;
    const bool has_limit = time_ms || nodes || depth;
    if (wants_exact && depth)
        return call_refuse(call, "exact and depth exclude each other: an exact score needs all "
                                 "plies");
    if (is_infinite && has_limit)
        return call_refuse(call, "infinite and a limit exclude each other");
    if (!has_limit && !wants_exact)
        time_ms = DEFAULT_MS;
    const struct analysis_limits limits = {.time_ms = is_infinite ? 0 : time_ms,
                                           .nodes = (uint64_t)nodes, .depth = (int)depth,
                                           .n_best = (int)best, .wants_exact = wants_exact};
    struct analyzing work = {call, &limits};
    analysis_begin(&analysis, reading.game.position);
    const int error = is_infinite ? analyze_on(&work, &analysis)
                                  : analysis_run(call->engine, &limits, tell_analysis, &work,
                                                 &analysis);
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
    if (value && result->stopped && json_object_set_new(value, "stopped", json_true()) != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
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
    if (!call_read_game(call, &reading) || !read_limits(call, &time_ms, &nodes, &depth))
        return NULL;
    if (wld && (ties || all))
        return call_refuse(call, "wld asks for less than all_moves and ties: it stands alone");
    const struct ofl_limits limits = {.goal = wld ? OFL_GOAL_WLD : OFL_GOAL_EXACT,
                                      .multi_pv = all ? OFL_MAX_MOVES : 1, .move_ms = time_ms,
                                      .nodes = (uint64_t)nodes};
    watch(&watched, call, reading.game.position);
    const int error = ofl_search(call->engine, reading.game.position.board, &limits, &result);
    ofl_on_info(call->engine, NULL, NULL);
    if (error)
        return call_refuse_engine(call);
    const bool is_exact = result.lines[0].solved && result.lines[0].bound == OFL_BOUND_EXACT;
    const struct ties_search how = {search_more, must_end, call, limits};
    const bool lacks_ties = ties && is_exact && !all &&
                            !ties_find(&how, reading.game.position.board, &result);
    json_t *value = form_solved(reading.game.position, &result, lacks_ties);
    if (value && result.stopped && !is_exact)
        json_object_set_new(value, "stopped", json_true());
    return value;
}

/* ---- play ---- */

static json_t *form_play(const struct watched *watched, const struct ofl_result *result)
{
    char move[8];
    json_t *value = json_from_result(watched->position, result);
    json_t *more = json_pack("{s:s, s:s, s:s, s:b}", "type", "play", "move",
                             ofl_move_to_text(result->lines[0].move, false, move), "side",
                             side_word(watched->position.turn), "stopped", result->stopped);
    if (value && (!more || json_object_update(value, more) != 0)) {
        json_decref(value);
        value = NULL;
    }
    json_decref(more);
    return value;
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

/* How the move is to be played. The last of strength and loss holds. */
static bool set_play(struct call *call)
{
    return set_number(call, "loss", "0") && set_number(call, "strength", "off") &&
           (!json_object_get(call->asked, "loss") || json_object_get(call->asked, "strength") ||
            set_number(call, "loss", "0")) &&
           set_number(call, "level", "10") && set_number(call, "seed", "0") &&
           set_number(call, "variety", "0");
}

static bool read_clock(struct call *call, struct ofl_limits *limits)
{
    const json_t *clock = json_object_get(call->asked, "clock");
    const json_t *left = json_object_get(clock, "clock_ms");
    const json_t *increment = json_object_get(clock, "increment_ms");
    if (!clock)
        return true;
    if (!json_is_number(left) || (increment && !json_is_number(increment))) {
        call_refuse(call, "clock: expected clock_ms, and increment_ms if there is one");
        return false;
    }
    limits->has_clock = true;
    limits->clock_ms = (int64_t)json_number_value(left);
    limits->increment_ms = (int64_t)json_number_value(increment);
    return true;
}

json_t *action_play(struct call *call)
{
    struct reading reading;
    struct watched watched = {.form = form_play};
    struct ofl_limits limits = {0};
    struct ofl_result result;
    int64_t nodes = 0, depth = 0;
    const bool asks_book = !json_is_false(json_object_get(call->asked, "book"));
    if (!call_read_game(call, &reading) || !set_play(call) || !read_clock(call, &limits) ||
        !read_limits(call, &limits.move_ms, &nodes, &depth))
        return NULL;
    limits.nodes = (uint64_t)nodes;
    limits.depth = (int)depth;
    watch(&watched, call, reading.game.position);
    const int error =
        asks_book || ofl_loss(call->engine)
            ? ofl_choose(call->engine, &reading.game, &limits, &result)
            : ofl_search(call->engine, reading.game.position.board, &limits, &result);
    ofl_on_info(call->engine, NULL, NULL);
    return error ? call_refuse_engine(call) : form_play(&watched, &result);
}

/* ---- the engine ---- */

static int64_t option_number(ofl_engine *engine, const char *name)
{
    int64_t number = 0;
    number_read_int(ofl_get_option(engine, name), NUMBER_TO_NUL, 0, INT64_MAX, &number, NULL);
    return number;
}

json_t *action_hello(struct call *call)
{
    enum { STRENGTHS = 20 };
    ofl_engine *engine = call->engine;
    const uint64_t network = engine_network(engine);
    json_t *strengths = json_array();
    const int64_t hash = option_number(engine, "hash");
    const int64_t threads = option_number(engine, "threads");
    for (int i = 1; strengths && i <= STRENGTHS; i++)
        json_array_append_new(strengths, json_real(ofl_strength_loss(i) / 100.0));
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
    return action_hello(call);
}

json_t *action_new_game(struct call *call)
{
    ofl_new_game(call->engine);
    return action_hello(call);
}
