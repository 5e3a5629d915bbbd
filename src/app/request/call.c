/* request/call.c - see call.h. */
#include "request/call.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "text/reader.h"
#include "engine/limits.h"
#include "text/json_build.h"

json_t *call_refuse(struct call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reason_set_list(&call->reason, format, arguments);
    call->is_refused = true;
    va_end(arguments);
    return NULL;
}

json_t *call_refuse_engine(struct call *call)
{
    return call_refuse(call, "%s", ofl_last_error(call->engine));
}

/* Takes `value` over. */
static void send(struct call *call, enum answer_kind kind, json_t *value)
{
    char *text = json_to_text(value);
    if (text || kind != ANSWER_PROGRESS) {
        call->answer.kind = text ? kind : ANSWER_ERROR;
        call->answer.json = text ? text : "{\"message\":\"out of memory\"}";
        call->answer.limits = call->limits;
        call->requests->tell(call->requests->user, &call->answer);
    }
    free(text);
}

void call_set_limits(struct call *call, json_t *limits)
{
    json_decref(call->limits);
    call->limits = limits;
}

void call_judge(struct call *call, bool is_exact, const char *why)
{
    call->answer.why = is_exact ? NULL : why;
}

bool call_lines_are_exact(const struct ofl_line *lines, int n)
{
    for (int i = 0; i < n; i++)
        if (lines[i].bound != OFL_BOUND_EXACT)
            return false;
    return n > 0;
}

const char *call_why(const struct call *call, uint64_t nodes)
{
    const json_t *most = json_object_get(call->limits, "nodes");
    const bool has_time = json_object_get(call->limits, "seconds") != NULL;
    return json_object_get(call->limits, "depth") ? "depth"
           : most && (!has_time || nodes >= (uint64_t)json_integer_value(most)) ? "nodes"
           : has_time ? "seconds" : "level";
}

bool call_is_stopped(const struct call *call) { return atomic_load(&call->requests->is_stopped); }

bool call_may_tell(struct call *call)
{
    enum { EVERY_MS = 100 };
    const int64_t now_ms = clock_ms();
    if (!call->requests->tells)
        return false;
    if (now_ms - call->told_ms < EVERY_MS)
        return false;
    call->told_ms = now_ms;
    return true;
}

void call_tell(struct call *call, json_t *value)
{
    if (value)
        send(call, ANSWER_PROGRESS, value);
}

void call_end(struct call *call, json_t *result)
{
    if (result) {
        send(call, ANSWER_RESULT, result);
        return;
    }
    call->answer.has_failed = !call->is_refused;
    json_t *value = json_pack("{s:s}", "message", call->reason.text);
    if (call->column)
        value = json_with(value, "column", json_integer((json_int_t)call->column));
    send(call, ANSWER_ERROR, value);
}

/* ---- what is asked ---- */

bool call_read_int(struct call *call, const char *key, int64_t min, int64_t max, int64_t *value)
{
    const json_t *found = json_object_get(call->asked, key);
    const double number = json_number_value(found);
    if (!found)
        return true;
    if (!json_is_number(found) || number != floor(number) || number < (double)min ||
        number > (double)max) {
        call_refuse(call, "%s: expected a whole number from %lld to %lld", key, (long long)min,
                    (long long)max);
        return false;
    }
    *value = json_is_integer(found) ? (int64_t)json_integer_value(found) : (int64_t)number;
    return true;
}

static bool read_seconds(struct call *call, int64_t *time_ms)
{
    enum { MOST = 1000000, MS = 1000 };
    const json_t *found = json_object_get(call->asked, "seconds");
    const double ms = json_number_value(found) * MS;
    if (!found)
        return true;
    if (!json_is_number(found) || !(ms >= 1) || !(ms <= (double)MOST * MS)) {
        call_refuse(call, "seconds: expected a number from 0.001 to %d", MOST);
        return false;
    }
    *time_ms = (int64_t)ms;
    return true;
}

bool call_read_limits(struct call *call, int64_t *time_ms, int64_t *nodes, int64_t *depth)
{
    const int64_t most_nodes = INT64_C(1) << 53;
    return read_seconds(call, time_ms) && call_read_int(call, "nodes", 1, most_nodes, nodes) &&
           call_read_int(call, "depth", 1, LIMITS_MOST_PLIES, depth);
}

bool call_flag(const struct call *call, const char *key)
{
    return json_is_true(json_object_get(call->asked, key));
}

const char *call_text(const struct call *call, const char *key)
{
    return json_string_value(json_object_get(call->asked, key));
}

bool call_read_game(struct call *call, struct reading *reading)
{
    const char *text = call_text(call, "text");
    struct ofl_text_error error;
    if (!text) {
        call_refuse(call, "text: expected a position or a game");
        return false;
    }
    if (reader_read(text, strlen(text), reading, &error)) {
        call->answer.has_position = true;
        call->answer.position = reading->game.position;
        return true;
    }
    call_refuse(call, "%s", error.text);
    call->column = error.column;
    return false;
}
