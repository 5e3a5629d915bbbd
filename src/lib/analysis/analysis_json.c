/* analysis/analysis_json.c - implements analysis_json.h. */
#include "analysis/analysis_json.h"

#include <outflank/book.h>
#include <outflank/notation.h>

#include "book/opening_names.h"

json_t *json_from_line(const struct ofl_line *line)
{
    json_t *value = json_pack("{s:o, s:f, s:s, s:i, s:i, s:b, s:b, s:b, s:o}",
                     "move", json_from_move(line->move), "score", line->score / 100.0,
                     "bound", ofl_bound_text(line->bound), "depth", line->depth,
                     "confidence", line->confidence, "solved", line->solved,
                     "wld", line->wld, "exact", line->bound == OFL_BOUND_EXACT, "pv",
                     json_from_moves(line->pv, line->pv_length));
    return line->source ? json_with(value, "source", json_string(ofl_source_text(line->source)))
                        : value;
}

json_t *json_add_opening(json_t *value, ofl_board board)
{
    json_t *names = json_object();
    for (int i = 0; i < OPENING_N_LANGUAGES; i++) {
        const enum opening_language language = (enum opening_language)i;
        const struct opening *opening = opening_of_board(board, language);
        if (opening)
            names = json_with(names, opening_language_code(language), json_string(opening->name));
    }
    if (!names || json_object_size(names))
        return json_with(value, "opening", names);
    json_decref(names);
    return value;
}

/* What an analysis knows of a move beyond its line. */
static json_t *add_to_move(json_t *move, const struct analysis *analysis, int index)
{
    const int square = analysis->result.lines[index].move;
    int low_cd, high_cd;
    analysis_bounds(analysis, index, &low_cd, &high_cd);
    move = json_with(move, "loss", json_real(analysis_loss(analysis, index) / 100.0));
    move = json_with(move, "proven", json_pack("[f, f]", low_cd / 100.0, high_cd / 100.0));
    return square >= OFL_PASS
               ? move : json_add_opening(move, ofl_play(analysis->position.board, square));
}

/* `analysis` is what the result is of, or NULL. */
static json_t *make_result(ofl_position position, const struct ofl_result *result,
                           const struct analysis *analysis)
{
    char board[OFL_BOARD_TEXT];
    json_t *moves = json_array();
    for (int i = 0; i < result->n_lines; i++) {
        json_t *move = json_from_line(&result->lines[i]);
        moves = json_and(moves, analysis ? add_to_move(move, analysis, i) : move);
    }
    json_t *value = json_pack("{s:i, s:s, s:o, s:I, s:I}", "schema", JSON_SCHEMA,
                     "position", ofl_position_to_text(position, board), "moves", moves,
                     "nodes", (json_int_t)result->nodes, "time_ms", (json_int_t)result->time_ms);
    return json_add_opening(value, position.board);
}

json_t *json_from_result(ofl_position position, const struct ofl_result *result)
{
    return make_result(position, result, NULL);
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
    json_t *value = json_with_all(
        make_result(analysis->position, result, analysis),
        json_pack("{s:s, s:i, s:b}", "side",
                  analysis->position.turn == OFL_BLACK ? "black" : "white", "empties",
                  analysis->n_empties, "stopped", result->stopped));
    return !result->n_lines || result->lines[0].bound != OFL_BOUND_EXACT
               ? json_with(value, "forecast", json_from_forecast(&analysis->forecast)) : value;
}
