/* analysis/json.c - implements json.h. */
#include "analysis/json.h"

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
    json_t *value = json_pack("{s:o, s:f, s:s, s:i, s:i, s:b, s:b, s:b, s:o}",
                     "move", move_name(line->move), "score", line->score / 100.0,
                     "bound", bound_name(line->bound), "depth", line->depth,
                     "confidence", line->confidence, "solved", line->solved,
                     "wld", line->wld, "exact", analysis_is_exact(line), "pv", pv);
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

/* What an analysis knows of a move beyond its line. */
static bool add_to_move(json_t *move, const struct analysis *analysis, int index)
{
    const int square = analysis->result.lines[index].move;
    if (!move || json_object_set_new(move, "loss",
                                     json_real(analysis_loss(analysis, index) / 100.0)) != 0)
        return false;
    if (square >= OFL_PASS)
        return true;
    /* Of two references one is given back if there is no memory. */
    json_incref(move);
    json_t *named = json_add_opening(move, ofl_play(analysis->position.board, square));
    if (!named)
        return false;
    json_decref(named);
    return true;
}

/* Seconds are null before anything was measured. */
static json_t *json_from_forecast(const struct forecast *forecast)
{
    return json_pack("{s:f, s:o, s:f}", "nodes", forecast->nodes, "seconds",
                     forecast->seconds > 0 ? json_real(forecast->seconds) : json_null(),
                     "factor", forecast->factor);
}

json_t *json_from_analysis(const struct analysis *analysis)
{
    const struct ofl_result *result = &analysis->result;
    json_t *value = json_from_result(analysis->position, result);
    json_t *moves = json_object_get(value, "moves");
    bool is_made = value != NULL;
    for (int i = 0; is_made && i < result->n_lines; i++)
        is_made = add_to_move(json_array_get(moves, (size_t)i), analysis, i);
    is_made = is_made &&
              json_object_set_new(value, "side", json_string(analysis->position.turn == OFL_BLACK
                                                                 ? "black" : "white")) == 0 &&
              json_object_set_new(value, "empties", json_integer(analysis->n_empties)) == 0 &&
              json_object_set_new(value, "stopped", json_boolean(result->stopped)) == 0;
    if (is_made && !(result->n_lines && analysis_is_exact(&result->lines[0])))
        is_made = json_object_set_new(value, "forecast",
                                      json_from_forecast(&analysis->forecast)) == 0;
    if (is_made)
        return value;
    json_decref(value);
    return NULL;
}

char *json_to_text(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII |
                                 JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
}
