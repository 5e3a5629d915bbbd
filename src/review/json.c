/* review/json.c - a reviewed game as JSON (schema 1, docs/review.md). */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/visible.h"
#include "analysis/json.h"
#include "review/report.h"

/* Discs, two decimals at most. */
static double discs(int64_t value_cd) { return (double)value_cd / 100.0; }

/* Three decimals say all that a chance knows. Adding 0 makes -0 a 0. */
static double rounded(double value, double scale) { return round(value * scale) / scale + 0.0; }

static json_t *move_name(int move)
{
    char text[8];
    return json_string(ofl_move_to_text(move, false, text));
}

static json_t *line_of(const struct review_point *point)
{
    json_t *line = json_array();
    for (int i = 0; line && i < point->pv_length; i++)
        if (json_array_append_new(line, move_name(point->pv[i])) != 0) {
            json_decref(line);
            return NULL;
        }
    return line;
}

/* [{"kind":"corner-given","text":"..."}], as many as hold. */
static json_t *json_of_reasons(const struct review *review, const struct review_move *move)
{
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    const int n = review_explain(review, move, sentences);
    json_t *reasons = json_array();
    for (int i = 0; reasons && i < n; i++)
        if (json_array_append_new(reasons, json_pack("{s:s, s:s}", "kind",
                                                     explain_kind_name(sentences[i].kind), "text",
                                                     sentences[i].text)) != 0) {
            json_decref(reasons);
            return NULL;
        }
    return reasons;
}

static json_t *json_of_move(const struct review *review, const struct review_move *move)
{
    const struct review_point *before = &review->points[move->ply];
    char board[OFL_BOARD_TEXT];
    const double lost = move->chance_before - move->chance_after;
    const int black_cd = move->side == OFL_BLACK ? move->before_cd : -move->before_cd;
    json_t *value = json_pack(
        "{s:i, s:i, s:s, s:o, s:f, s:b, s:o, s:f, s:b, s:f, s:f, s:f, s:b, s:i, s:i, s:f, s:s, "
        "s:o}",
        "ply", move->ply, "number", move->number, "side", review_side_word(move->side), "played",
        move_name(move->move), "score", discs(move->after_cd), "score_exact",
        (before + 1)->is_exact, "best", move_name(before->best), "best_score",
        discs(move->before_cd), "best_exact", before->is_exact, "loss", discs(move->loss_cd),
        "chance", rounded(move->chance_after, 1000), "chance_lost", rounded(lost, 1000), "exact",
        move->is_exact, "depth", before->depth, "confidence", before->confidence, "black",
        discs(black_cd), "position", ofl_position_to_text(before->position, board), "line",
        line_of(before));
    json_t *grade = json_pack("{s:s?, s:b, s:b, s:b, s:b, s:b, s:o}", "grade",
                              move->grade ? review_grade_name(move->grade) : NULL, "sure",
                              !move->is_unsure, "forced", move->is_forced, "let_off",
                              move->is_let_off, "missed_win", move->misses_win, "missed_draw",
                              move->misses_draw, "why", json_of_reasons(review, move));
    if (value && grade && json_object_update(value, grade) == 0) {
        json_decref(grade);
        return value;
    }
    json_decref(grade);
    json_decref(value);
    return NULL;
}

static json_t *json_of_moves(const struct review *review)
{
    json_t *moves = json_array();
    for (int i = 0; moves && i < review->n_moves; i++)
        if (json_array_append_new(moves, json_of_move(review, &review->moves[i])) != 0) {
            json_decref(moves);
            return NULL;
        }
    return moves;
}

static json_t *json_of_share(const struct review_share *share)
{
    return json_pack("{s:i, s:f, s:o}", "moves", share->n, "given", discs(share->given_cd),
                     "accuracy", share->n ? json_real(rounded(share->accuracy, 10)) : json_null());
}

static json_t *json_of_side(const struct review_side *side)
{
    const struct review_share *phase = side->phase;
    return json_pack("{s:i, s:f, s:f, s:f, s:{s:i, s:i, s:i}, s:i, s:i, s:[o, o, o], s:o}",
                     "moves", side->n_moves, "given", discs(side->all.given_cd), "mean",
                     side->all.n ? rounded(discs(side->all.given_cd) / side->all.n, 1000) : 0.0,
                     "accuracy", rounded(side->all.accuracy, 10), "counts", "inaccuracy",
                     side->n_grades[REVIEW_INACCURACY], "mistake", side->n_grades[REVIEW_MISTAKE],
                     "blunder", side->n_grades[REVIEW_BLUNDER], "missed_wins", side->n_missed_wins,
                     "missed_draws", side->n_missed_draws, "phases", json_of_share(&phase[0]),
                     json_of_share(&phase[1]), json_of_share(&phase[2]), "last20",
                     json_of_share(&side->last));
}

static json_t *json_of_name(const char *name)
{
    return json_string(visible(name).text);
}

static json_t *json_of_settings(const struct review_settings *settings)
{
    return json_pack("{s:i, s:i, s:I, s:I}", "depth", settings->depth, "exact_empties",
                     settings->exact_empties, "nodes", (json_int_t)settings->nodes, "time_ms",
                     (json_int_t)settings->move_ms);
}

json_t *review_to_json(const struct review *review, const struct review_origin *origin)
{
    char moves[2 * OFL_MAX_PLIES + 1], start[OFL_BOARD_TEXT], end[OFL_BOARD_TEXT];
    const struct review_point *last = &review->points[review->n_points - 1];
    const int turning = review->turning;
    ofl_game_to_transcript(&review->game, false, moves);
    json_t *value = json_pack(
        "{s:i, s:s, s:o, s:I, s:o, s:o, s:o, s:s, s:s, s:s, s:f, s:f, s:b, s:b, s:o, s:o, s:o, "
        "s:{s:o, s:o}}",
        "schema", JSON_SCHEMA, "type", "review", "file", json_of_name(origin->file), "game",
        (json_int_t)origin->index, "black", json_of_name(review->game.black), "white",
        json_of_name(review->game.white), "date", json_of_name(review->game.date), "from",
        ofl_position_to_text(review->game.start, start), "moves", moves, "to",
        ofl_position_to_text(last->position, end), "start", discs(review->start_cd), "final",
        discs(review->final_cd), "over", review->is_over, "complete", review->is_complete,
        "settings", json_of_settings(&review->settings), "turning_point",
        turning >= 0 ? json_integer(review->moves[turning].ply) : json_null(), "plies",
        json_of_moves(review), "summary", "black", json_of_side(&review->sides[OFL_BLACK]),
        "white", json_of_side(&review->sides[OFL_WHITE]));
    if (value && review->opening &&
        json_object_set_new(value, "opening",
                            json_pack("{s:s, s:i}", "en", review->opening->name, "plies",
                                      review->opening_plies)) != 0) {
        json_decref(value);
        return NULL;
    }
    return value;
}
