/* study/study_json.c - a study as JSON (tell.h). */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis_json.h"
#include "base/visible.h"
#include "study/tell.h"
#include "text/json_build.h"

const int study_times[STUDY_N_TIMES + 1] = {0, 2, 5, 15, 60, INT_MAX};

static double rounded(double value, double scale) { return round(value * scale) / scale + 0.0; }

static double discs(double value_cd) { return rounded(value_cd / 100, 1000); }

/* {"moves":..., "given":..., "mean":..., "low":..., "high":...}; a share if `scale` is 1. */
static json_t *json_of_mean(const struct study_mean *mean, double scale)
{
    const bool has_error = mean->error >= 0;
    const double low = fmax(mean->mean - mean->error, 0), high = mean->mean + mean->error;
    return json_pack("{s:I, s:f, s:f, s:o, s:o}", "moves", (json_int_t)mean->n, "given",
                     (double)mean->sum / scale, "mean", rounded(mean->mean / scale, 1e4), "low",
                     has_error ? json_real(rounded(low / scale, 1e4)) : json_null(), "high",
                     has_error ? json_real(rounded(high / scale, 1e4)) : json_null());
}

static json_t *json_of_loss(struct study_mean mean) { return json_of_mean(&mean, 100); }

static json_t *json_of_game(const struct study_game *game)
{
    return json_pack("{s:o, s:I, s:o, s:o, s:s}", "file",
                     json_string(visible(game->file ? game->file : "").text), "game",
                     (json_int_t)game->index, "opponent",
                     json_string(visible(game->opponent).text), "date",
                     json_string(visible(game->date).text), "side", review_side_word(game->side));
}

json_t *study_move_to_json(const struct study *study, const struct study_move *move)
{
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    char board[OFL_BOARD_TEXT];
    const struct review_move *m = &move->move;
    const struct crowd crowd = study_crowd_at(move, study->rating);
    json_t *value = json_pack(
        "{s:s, s:i, s:o, s:f, s:o, s:f, s:f, s:b, s:s?, s:b, s:f, s:o, s:o, s:o, s:o}", "position",
        ofl_position_to_text(move->position, board), "number", m->number, "played",
        json_from_move(m->move), "score", discs(m->after_cd), "best", json_from_move(move->best),
        "best_score", discs(m->before_cd), "loss", discs(m->loss_cd), "exact", m->is_exact, "grade",
        m->grade ? review_grade_name(m->grade) : NULL, "sure", !m->is_unsure, "chance_lost",
        rounded(m->chance_before - m->chance_after, 1e5), "line",
        json_from_moves(move->pv, move->pv_length), "played_line",
        json_from_moves(move->next, move->n_next), "why",
        review_sentences_to_json(sentences, study_explain(study, move, sentences)), "source",
        json_of_game(&study->games[move->game]));
    if (m->grade >= REVIEW_MISTAKE) {
        const struct beside beside = beside_of_lines(move->position, move->pv, move->pv_length,
                                                     move->after, move->n_after);
        value = json_with(value, "beside", beside_to_json(&beside));
    }
    return crowd.played > 0
               ? json_with(value, "people", json_pack("{s:i, s:f, s:f}", "rating", study->rating,
                                                      "see", rounded((double)crowd.seen, 1000),
                                                      "play", rounded((double)crowd.played, 1000)))
               : value;
}

static json_t *json_of_moves(const struct study *study, const size_t *at, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        list = json_and(list, study_move_to_json(study, &study->moves[at[i]]));
    return list;
}

static json_t *json_of_opening(const struct study *study, const struct study_opening *opening)
{
    json_t *begins = opening->n_begun
                         ? json_pack("{s:i, s:i}", "games", opening->n_begun, "number",
                                     opening->begins) : json_null();
    json_t *value = json_pack(
        "{s:s?, s:i, s:i, s:i, s:i, s:o, s:o}", "name",
        opening->opening ? opening->opening->name : NULL, "games", opening->n_games, "won",
        opening->won, "drawn", opening->drawn, "lost", opening->lost, "loss",
        json_of_loss(opening->loss), "first_error", begins);
    if (opening->opening)
        value = json_add_opening(value, opening->opening->key);
    if (!opening->n_again)
        return value;
    return json_with(value, "again",
                     json_pack("{s:i, s:o}", "games", opening->n_again, "move",
                               study_move_to_json(study, &study->moves[opening->again])));
}

static json_t *json_of_openings(const struct study *study)
{
    size_t n;
    struct study_opening *openings = study_openings(study, &n);
    json_t *list = openings ? json_array() : NULL;
    for (size_t i = 0; i < n; i++)
        list = json_and(list, json_of_opening(study, &openings[i]));
    free(openings);
    return list;
}

static json_t *json_of_kinds(const struct study *study)
{
    struct study_kind kinds[STUDY_KINDS];
    const int n = study_kinds(study, kinds);
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        list = json_and(list, json_pack("{s:s, s:s, s:i, s:f}", "kind",
                                        study_kind_name(kinds[i].kind), "text",
                                        study_kind_words(kinds[i].kind), "moves", kinds[i].n,
                                        "given", discs((double)kinds[i].given_cd)));
    return list;
}

static json_t *json_of_agains(const struct study *study)
{
    struct study_agains agains;
    json_t *list = study_find_again(study, &agains) ? json_array() : NULL;
    for (size_t i = 0; i < agains.n; i++)
        list = json_and(list, json_pack("{s:I, s:f, s:o}", "times", (json_int_t)agains.list[i].n,
                                        "given", discs((double)agains.list[i].given_cd), "moves",
                                        json_of_moves(study, agains.list[i].at,
                                                      agains.list[i].n)));
    study_agains_free(&agains);
    return list;
}

static json_t *json_of_groups(const struct study *study)
{
    json_t *phases = json_array(), *times = json_array(), *errors = json_array();
    for (int i = 0; i < REVIEW_PHASES; i++)
        phases = json_and(phases, json_of_loss(study_of_phase(study, i)));
    for (int i = 0; i < STUDY_N_TIMES; i++) {
        const struct study_mean mean = study_of_time(study, study_times[i], study_times[i + 1]);
        const bool is_last = i + 1 == STUDY_N_TIMES;
        if (mean.n)
            times = json_and(times, json_pack("{s:i, s:o, s:o}", "from", study_times[i], "to",
                                              is_last ? json_null()
                                                      : json_integer(study_times[i + 1]),
                                              "loss", json_of_loss(mean)));
    }
    for (int least_cd = 400; least_cd <= 1000; least_cd += 600) {
        const struct study_mean mean = study_of_errors(study, least_cd);
        errors = json_and(errors, json_pack("{s:i, s:o}", "discs", least_cd / 100, "rate",
                                            json_of_mean(&mean, 1)));
    }
    return json_pack("{s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o}", "loss",
                     json_of_loss(study_of_all(study)), "phases", phases, "last20",
                     json_of_loss(study_of_phase(study, REVIEW_PHASES)), "sides", "black",
                     json_of_loss(study_of_color(study, OFL_BLACK)), "white",
                     json_of_loss(study_of_color(study, OFL_WHITE)), "times", times, "errors",
                     errors);
}

static json_t *json_of_counts(const struct study *study)
{
    int n[8] = {0};
    for (size_t g = 0; g < study->n_games; g++) {
        const struct study_game *game = &study->games[g];
        n[0] += game->is_over && game->final_cd > 0;
        n[1] += game->is_over && game->final_cd == 0;
        n[2] += game->is_over && game->final_cd < 0;
        n[3] += !game->is_over;
        n[4] += game->is_saved;
        n[5] += game->is_thrown;
    }
    for (size_t i = 0; i < study->n_moves; i++) {
        n[6] += study->moves[i].move.misses_win;
        n[7] += study->moves[i].move.misses_draw;
    }
    return json_pack("{s:I, s:I, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "games",
                     (json_int_t)study->n_games, "twice", (json_int_t)study->n_twice, "won", n[0],
                     "drawn", n[1], "lost", n[2], "unfinished", n[3], "saved_losses", n[4],
                     "thrown_endings", n[5], "missed_wins", n[6], "missed_draws", n[7]);
}

/* {"value":8.3,"low":8.0,"high":8.5}: a small loss is a high strength. */
static json_t *json_of_strength(const struct study *study)
{
    const struct study_mean loss = study_of_all(study);
    if (!loss.n || loss.error < 0)
        return json_null();
    return json_pack("{s:f, s:f, s:f}", "value", rounded(study_strength(loss.mean), 10), "low",
                     rounded(study_strength(loss.mean + loss.error), 10), "high",
                     rounded(study_strength(fmax(loss.mean - loss.error, 0)), 10));
}

static json_t *json_of_rating(const struct study *study)
{
    const struct study_rating found = study_rating(study);
    return found.error < 0 ? json_null()
                           : json_pack("{s:f, s:f, s:b}", "value", rounded(found.rating, 1),
                                       "error", rounded(found.error, 1), "end", found.is_end);
}

json_t *study_to_json(const struct study *study, const struct who *who)
{
    size_t at[STUDY_SHOWN];
    json_t *players = json_array();
    for (size_t i = 0; i < who->n_players; i++)
        players = json_and(players, json_string(visible(who->players[i]).text));
    json_t *value = json_pack("{s:i, s:s, s:o}", "schema", JSON_SCHEMA, "type", "study", "players",
                              players);
    value = json_with_all(value, json_of_counts(study));
    value = json_with_all(value, json_of_groups(study));
    value = json_with_all(value, json_pack(
        "{s:o, s:o, s:o, s:o, s:o}", "strength", json_of_strength(study), "rating",
        json_of_rating(study), "openings", json_of_openings(study), "kinds", json_of_kinds(study),
        "again", json_of_agains(study)));
    value = json_with(value, "worst",
                      json_of_moves(study, at, study_worst(study, STUDY_SHOWN, at)));
    return json_with(value, "instructive",
                     json_of_moves(study, at, study_instructive(study, STUDY_SHOWN, at)));
}
