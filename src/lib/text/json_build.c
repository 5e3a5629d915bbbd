/* text/json_build.c - see json_build.h. */
#include "text/json_build.h"

#include <outflank/notation.h>

/* `value`, or nothing if something failed. */
static json_t *or_nothing(json_t *value, int error)
{
    if (!error)
        return value;
    json_decref(value);
    return NULL;
}

json_t *json_with(json_t *object, const char *key, json_t *value)
{
    return or_nothing(object, json_object_set_new(object, key, value));
}

json_t *json_with_all(json_t *object, json_t *more)
{
    const int error = json_object_update(object, more);
    json_decref(more);
    return or_nothing(object, error);
}

json_t *json_and(json_t *array, json_t *item)
{
    return or_nothing(array, json_array_append_new(array, item));
}

json_t *json_from_move(int move)
{
    char text[8];
    return json_string(ofl_move_to_text(move, false, text));
}

json_t *json_from_moves(const uint8_t *moves, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        list = json_and(list, json_from_move(moves[i]));
    return list;
}

char *json_to_text(json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY |
                                               JSON_REAL_PRECISION(12)) : NULL;
    json_decref(value);
    return text;
}
