/* request/forms.c - see forms.h. */
#include "request/forms.h"

#include <stdio.h>
#include <string.h>
#include <outflank/notation.h>

#include "opening/names.h"

json_t *form_limits(const struct analysis_limits *limits)
{
    json_t *asked = json_object();
    json_object_set_new(asked, "best", json_integer(limits->n_best));
    if (limits->time_ms)
        json_object_set_new(asked, "seconds", json_real((double)limits->time_ms / 1000));
    if (limits->nodes)
        json_object_set_new(asked, "nodes", json_integer((json_int_t)limits->nodes));
    if (limits->depth)
        json_object_set_new(asked, "depth", json_integer(limits->depth));
    json_object_set_new(asked, "exact", json_boolean(limits->wants_exact));
    return asked;
}

json_t *form_network(uint64_t network)
{
    char name[20] = "classical";
    if (network)
        snprintf(name, sizeof name, "%016llx", (unsigned long long)network);
    return json_string(name);
}

json_t *form_solved(ofl_position position, const struct ofl_result *result, bool lacks_ties)
{
    json_t *value = json_from_result(position, result);
    const struct ofl_line *best = &result->lines[0];
    bool is_made = value != NULL;
    if (is_made && !(best->solved && best->bound == OFL_BOUND_EXACT))
        is_made = json_object_set_new(value, "proved", json_pack("[f, f]",
                      result->proved_low / 100.0, result->proved_high / 100.0)) == 0;
    if (is_made && lacks_ties)
        is_made = json_object_set_new(value, "lacks_ties", json_true()) == 0;
    if (is_made)
        return value;
    json_decref(value);
    return NULL;
}

json_t *form_evaluation(ofl_position position, int value_cd, const struct ofl_term *terms,
                        size_t n_terms)
{
    char board[OFL_BOARD_TEXT];
    json_t *list = json_array();
    for (size_t i = 0; list && i < n_terms; i++)
        if (json_array_append_new(
                list, json_pack("{s:s, s:i, s:i, s:f}", "name", terms[i].name, "own", terms[i].own,
                                "other", terms[i].other, "contribution",
                                terms[i].contribution / 100.0)) != 0) {
            json_decref(list);
            list = NULL;
        }
    json_t *value = json_pack("{s:i, s:s, s:f, s:o}", "schema", JSON_SCHEMA, "position",
                              ofl_position_to_text(position, board), "value", value_cd / 100.0,
                              "terms", list);
    return json_add_opening(value, position.board);
}

json_t *form_opening(const struct ofl_game *game, enum opening_language language, bool *is_named)
{
    int ply = 0;
    const struct opening *opening = opening_of_game(game, language, &ply);
    *is_named = opening != NULL;
    if (!opening)
        return NULL;
    struct ofl_game line = *game;
    char moves[2 * OFL_MAX_PLIES + 1];
    while (line.n_played > ply)
        ofl_game_undo(&line);
    ofl_game_to_transcript(&line, false, moves);
    return json_pack("{s:i, s:s, s:s, s:s, s:i, s:s, s:s}", "schema", JSON_SCHEMA, "language",
                     opening_language_code(language), "name", opening->name, "played", moves,
                     "plies", ply, "moves", opening->moves, "sources", opening->sources);
}

json_t *form_book(ofl_position position, const struct ofl_book_answer *answer)
{
    struct ofl_result result = {.n_lines = answer->n_lines};
    memcpy(result.lines, answer->lines, sizeof result.lines);
    json_t *value = json_from_result(position, &result), *games = json_array();
    bool is_made = value && games;
    for (int i = 0; i < answer->n_lines && is_made; i++)
        is_made = json_array_append_new(games, json_integer(answer->n_games[i])) == 0;
    if (!is_made || json_object_set(value, "games", games) != 0 ||
        json_object_set_new(value, "complete", json_boolean(answer->is_complete)) != 0 ||
        (answer->has_value &&
         json_object_set_new(value, "value", json_real(answer->score / 100.0)) != 0)) {
        json_decref(value);
        value = NULL;
    }
    json_decref(games);
    return value;
}

static json_t *form_sentences(const struct comparison *found)
{
    json_t *list = json_array();
    for (int i = 0; list && i < found->n_sentences; i++) {
        const struct explain_sentence *s = &found->sentences[i];
        char square[8];
        json_t *value = json_pack("{s:s, s:s, s:o, s:i, s:i}", "kind", explain_kind_name(s->kind),
                                  "text", s->text, "square",
                                  s->square == OFL_NO_MOVE
                                      ? json_null()
                                      : json_string(ofl_move_to_text(s->square, false, square)),
                                  "worse", s->here, "better", s->there);
        if (json_array_append_new(list, value) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

json_t *form_comparison(const struct comparison *found)
{
    char board[OFL_BOARD_TEXT], move[8];
    return json_pack(
        "{s:i, s:s, s:s, s:s, s:o, s:o, s:f, s:o}", "schema", JSON_SCHEMA, "type", "explain",
        "position", ofl_position_to_text(found->position, board), "move",
        ofl_move_to_text(found->move, false, move), "better", json_from_line(&found->best), "worse",
        found->n_moves == 1 ? json_null() : json_from_line(&found->second), "loss",
        compare_loss(found) / 100.0, "sentences", form_sentences(found));
}
