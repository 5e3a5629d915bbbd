/* protocol/json.c - implements json.h. */
#include "protocol/json.h"

#include <outflank/book.h>
#include <outflank/notation.h>

#include "opening/names.h"

static const char *bound_name(enum ofl_bound bound)
{
    return bound == OFL_BOUND_EXACT ? "exact" : bound == OFL_BOUND_LOWER ? "lower" : "upper";
}

static json_t *move_name(int move)
{
    char text[8];
    return json_string(ofl_move_to_text(move, false, text));
}

json_t *json_from_line(const struct ofl_line *line)
{
    json_t *pv = json_array();
    for (int i = 0; pv && i < line->pv_length; i++)
        if (json_array_append_new(pv, move_name(line->pv[i])) != 0) {
            json_decref(pv);
            return NULL;
        }
    /* json_pack takes over what it is given, also when it fails. */
    json_t *value = json_pack("{s:o, s:f, s:s, s:i, s:i, s:b, s:b, s:o}",
                     "move", move_name(line->move), "score", line->score / 100.0,
                     "bound", bound_name(line->bound), "depth", line->depth,
                     "confidence", line->confidence, "solved", line->solved,
                     "wld", line->wld, "pv", pv);
    if (value && line->source &&
        json_object_set_new(value, "source", json_string(ofl_source_text(line->source))) != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
}

json_t *json_add_opening(json_t *value, ofl_board board)
{
    json_t *names = json_object();
    bool is_made = value && names;
    for (int i = 0; i < OPENING_N_LANGUAGES && is_made; i++) {
        const enum opening_language language = (enum opening_language)i;
        const struct opening *opening = opening_of_board(board, language);
        is_made = !opening || json_object_set_new(names, opening_language_code(language),
                                                  json_string(opening->name)) == 0;
    }
    if (is_made && json_object_size(names))
        is_made = json_object_set(value, "opening", names) == 0;
    json_decref(names);
    if (is_made)
        return value;
    json_decref(value);
    return NULL;
}

json_t *json_from_result(ofl_position position, const struct ofl_result *result)
{
    char board[OFL_BOARD_TEXT];
    json_t *moves = json_array();
    for (int i = 0; moves && i < result->n_lines; i++)
        if (json_array_append_new(moves, json_from_line(&result->lines[i])) != 0) {
            json_decref(moves);
            return NULL;
        }
    json_t *value = json_pack("{s:i, s:s, s:o, s:I, s:I}", "schema", (int)JSON_SCHEMA,
                     "position", ofl_position_to_text(position, board), "moves", moves,
                     "nodes", (json_int_t)result->nodes, "time_ms", (json_int_t)result->time_ms);
    return json_add_opening(value, position.board);
}

char *json_to_text(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII |
                                 JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
}
