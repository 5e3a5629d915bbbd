/* request/forms.c - see forms.h. */
#include "request/forms.h"

#include <stdio.h>
#include <string.h>
#include <outflank/notation.h>

#include "analysis/owners.h"
#include "base/bits.h"
#include "book/opening_names.h"
#include "report/report.h"

json_t *form_of_limits(int64_t time_ms, int64_t nodes, int depth)
{
    json_t *asked = json_object();
    if (time_ms)
        asked = json_with(asked, "seconds", json_real((double)time_ms / 1000));
    if (nodes)
        asked = json_with(asked, "nodes", json_integer((json_int_t)nodes));
    return depth ? json_with(asked, "depth", json_integer(depth)) : asked;
}

json_t *form_limits(const struct analysis_limits *limits)
{
    json_t *value = json_with_all(
        form_of_limits(limits->time_ms, (int64_t)limits->nodes, limits->depth),
        json_pack("{s:i, s:b}", "best", limits->n_best, "exact", limits->wants_exact));
    json_t *moves = limits->moves ? json_array() : NULL;
    for (uint64_t left = limits->moves; left; left = bit_drop(left))
        moves = json_and(moves, json_from_move(bit_first(left)));
    return limits->moves ? json_with(value, "moves", moves) : value;
}

json_t *form_solve_limits(int64_t time_ms, int64_t nodes, bool wld, bool ties, bool all_moves)
{
    return json_with_all(form_of_limits(time_ms, nodes, 0),
                         json_pack("{s:b, s:b, s:b}", "wld", wld, "ties", ties, "all_moves",
                                   all_moves));
}

json_t *form_review_limits(const struct review_settings *settings)
{
    return json_with(form_of_limits(settings->move_ms, (int64_t)settings->nodes, settings->depth),
                     "exact_empties", json_integer(settings->exact_empties));
}

json_t *form_network(uint64_t network)
{
    char name[20] = "classical";
    if (network)
        snprintf(name, sizeof name, "%016llx", (unsigned long long)network);
    return json_string(name);
}

json_t *form_origin(const struct analysis_limits *limits, json_t *settings, uint64_t network)
{
    return json_pack("{s:o, s:o, s:o}", "limits", form_limits(limits), "settings", settings,
                     "network", form_network(network));
}

json_t *form_solved(ofl_position position, const struct ofl_result *result, bool lacks_ties)
{
    json_t *value = json_from_result(position, result);
    if (result->lines[0].bound != OFL_BOUND_EXACT)
        value = json_with(value, "proved", json_pack("[f, f]", result->proved_low / 100.0,
                                                     result->proved_high / 100.0));
    return lacks_ties ? json_with(value, "lacks_ties", json_true()) : value;
}

static json_t *list_squares(uint64_t squares)
{
    uint8_t list[64];
    int n = 0;
    for (; squares; squares = bit_drop(squares))
        list[n++] = (uint8_t)bit_first(squares);
    return json_from_moves(list, n);
}

json_t *form_evaluation(ofl_engine *engine, ofl_position position, int value_cd,
                        const struct ofl_term *terms, size_t n_terms)
{
    char board[OFL_BOARD_TEXT];
    json_t *list = json_array();
    for (size_t i = 0; i < n_terms; i++)
        list = json_and(list, json_pack("{s:s, s:i, s:i, s:f}", "name", terms[i].name, "own",
                                        terms[i].own, "other", terms[i].other, "contribution",
                                        terms[i].contribution / 100.0));
    json_t *value = json_pack("{s:i, s:s, s:f, s:o}", "schema", JSON_SCHEMA, "position",
                              ofl_position_to_text(position, board), "value", value_cd / 100.0,
                              "terms", list);
    const ofl_board other = ofl_swap(position.board);
    value = json_with(value, "stable", json_pack(
        "{s:o, s:o}", "own", list_squares(ofl_stable_discs(position.board)), "other",
        list_squares(ofl_stable_discs(other))));
    int owners[64];
    if (n_terms) {
        owners_expect(engine, position.board, owners);
        list = json_array();
        for (int square = 0; square < 64; square++)
            list = json_and(list, json_real((double)owners[square] / OWNERS_GAMES));
        value = json_with(value, "owners", list);
    }
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
    json_t *games = json_array();
    for (int i = 0; i < answer->n_lines; i++)
        games = json_and(games, json_integer(answer->n_games[i]));
    json_t *value = json_with_all(json_from_result(position, &result),
                                  json_pack("{s:o, s:b, s:b}", "games", games, "complete",
                                            answer->is_complete, "rounded", answer->is_rounded));
    return answer->has_value ? json_with(value, "value", json_real(answer->score / 100.0)) : value;
}

static json_t *form_counts(json_t *value, const struct book_counts *counts)
{
    return json_with_all(value, json_pack("{s:I, s:I, s:I}", "won", (json_int_t)counts->wins,
                                          "drawn", (json_int_t)counts->draws, "lost",
                                          (json_int_t)counts->losses));
}

static json_t *form_bands(const struct rated_counts *rated)
{
    json_t *list = json_array();
    for (int i = 0; i < RATED_BANDS; i++) {
        const struct book_counts *counts = &rated->of[i];
        const int from = i ? RATED_LEAST + RATED_STEP * (i - 1) : 0;
        json_t *to = i + 1 < RATED_BANDS ? json_integer(RATED_LEAST + RATED_STEP * i - 1)
                                         : json_null();
        if (counts->wins || counts->draws || counts->losses)
            list = json_and(list, form_counts(json_pack("{s:i, s:O}", "from", from, "to", to),
                                              counts));
        json_decref(to);
    }
    return list;
}

json_t *form_played(const struct book_played *played, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        const struct book_view_games *games = &played[i].games;
        const struct book_counts counts = book_played_results(&played[i]);
        json_t *one = json_pack("{s:o, s:I, s:b}", "move", json_from_move(played[i].move), "games",
                                (json_int_t)games->n, "rounded", (int)games->is_rounded);
        if (games->has_results)
            one = json_with(form_counts(one, &counts), "bands", form_bands(&games->rated));
        list = json_and(list, one);
    }
    return list;
}

json_t *form_perft(int depth, const char *rule, uint64_t leaves, double seconds)
{
    return json_pack("{s:i, s:i, s:s, s:I, s:f}", "schema", JSON_SCHEMA, "depth", depth, "rule",
                     rule, "leaves", (json_int_t)leaves, "seconds", seconds);
}

json_t *form_comparison(const struct comparison *found)
{
    char board[OFL_BOARD_TEXT];
    return json_pack(
        "{s:i, s:s, s:s, s:o, s:o, s:o, s:f, s:o}", "schema", JSON_SCHEMA, "type", "explain",
        "position", ofl_position_to_text(found->position, board), "move",
        json_from_move(found->move), "better", json_from_line(&found->best), "worse",
        found->has_second ? json_from_line(&found->second) : json_null(), "loss",
        compare_loss(found) / 100.0, "sentences",
        review_sentences_to_json(found->sentences, found->n_sentences));
}
