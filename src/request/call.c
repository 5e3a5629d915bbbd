/* request/call.c - see call.h. */
#include "request/call.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/reader.h"
#include "analysis/json.h"

json_t *call_refuse(struct call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reason_set_list(&call->reason, format, arguments);
    va_end(arguments);
    return NULL;
}

json_t *call_refuse_engine(struct call *call)
{
    return call_refuse(call, "%s", ofl_last_error(call->engine));
}

/* Takes `value` over. */
static void send(const struct call *call, enum answer_kind kind, json_t *value)
{
    static const char no_memory[] = "{\"message\":\"out of memory\"}";
    char *text = value ? json_to_text(value) : NULL;
    json_decref(value);
    if (text)
        call->requests->tell(call->requests->user, kind, text);
    else if (kind != ANSWER_PROGRESS)
        call->requests->tell(call->requests->user, ANSWER_ERROR, no_memory);
    free(text);
}

bool call_may_tell(struct call *call)
{
    enum { EVERY_MS = 100 };
    const int64_t now_ms = clock_ms();
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
    json_t *value = json_pack("{s:s}", "message", call->reason.text);
    if (value && call->column)
        json_object_set_new(value, "column", json_integer((json_int_t)call->column));
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

bool call_read_seconds(struct call *call, int64_t *time_ms)
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
    if (reader_read(text, strlen(text), reading, &error))
        return true;
    call_refuse(call, "%s", error.text);
    call->column = error.column;
    return false;
}
