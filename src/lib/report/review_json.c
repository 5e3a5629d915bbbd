/* report/review_json.c - a reviewed game as JSON (docs/review.md). */
#include <inttypes.h>
#include <math.h>

#include "base/visible.h"
#include "book/opening_names.h"
#include "text/json_build.h"
#include "report/beside.h"
#include "report/report.h"

/* Discs, two decimals at most. */
static double discs(int64_t value_cd) { return (double)value_cd / 100.0; }

/* Adding 0 makes -0 a 0. */
static double rounded(double value, double scale) { return round(value * scale) / scale + 0.0; }

json_t *review_sentences_to_json(const struct explain_sentence *sentences, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        const struct explain_sentence *s = &sentences[i];
        json_t *one = json_pack(
            "{s:s, s:s, s:o, s:i, s:i}", "kind", explain_kind_name(s->kind), "text", s->text,
            "square", s->square == OFL_NO_MOVE ? json_null() : json_from_move(s->square),
            "worse", s->here, "better", s->there);
        list = json_and(list, s->rating ? json_with(one, "rating", json_integer(s->rating)) : one);
    }
    return list;
}

static json_t *json_of_reasons(const struct review *review, const struct review_move *move)
{
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    return review_sentences_to_json(sentences, review_explain(review, move, sentences));
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
        json_from_move(move->move), "score", discs(move->after_cd), "score_exact",
        (before + 1)->is_exact, "best", json_from_move(before->best), "best_score",
        discs(move->before_cd), "best_exact", before->is_exact, "loss", discs(move->loss_cd),
        "chance", move->chance_after, "chance_lost", rounded(lost, 1e5), "exact",
        move->is_exact, "depth", before->depth, "confidence", before->confidence, "black",
        discs(black_cd), "position", ofl_position_to_text(before->position, board), "line",
        json_from_moves(before->pv, before->pv_length));
    json_t *grade = json_pack("{s:s?, s:b, s:b, s:b, s:b, s:b, s:o}", "grade",
                              move->grade ? review_grade_name(move->grade) : NULL, "sure",
                              !move->is_unsure, "forced", move->is_forced, "let_off",
                              move->is_let_off, "missed_win", move->misses_win, "missed_draw",
                              move->misses_draw, "why", json_of_reasons(review, move));
    value = json_with_all(value, grade);
    if (move->grade < REVIEW_MISTAKE)
        return value;
    const struct beside beside = beside_of_move(review, move);
    return json_with(value, "beside", beside_to_json(&beside));
}

static json_t *json_of_moves(const struct review *review)
{
    json_t *moves = json_array();
    for (int i = 0; i < review->n_moves; i++)
        moves = json_and(moves, json_of_move(review, &review->moves[i]));
    return moves;
}

static json_t *json_of_share(const struct review_share *share)
{
    return json_pack("{s:i, s:f, s:o}", "moves", share->n, "given", discs(share->given_cd),
                     "accuracy", share->n ? json_real(share->accuracy) : json_null());
}

static json_t *json_of_side(const struct review_side *side)
{
    const struct review_share *phase = side->phase;
    return json_pack("{s:i, s:f, s:f, s:f, s:{s:i, s:i, s:i}, s:i, s:i, s:[o, o, o], s:o}",
                     "moves", side->n_moves, "given", discs(side->all.given_cd), "mean",
                     side->all.n ? rounded(discs(side->all.given_cd) / side->all.n, 1000) : 0.0,
                     "accuracy", side->all.accuracy, "counts", "inaccuracy",
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

/* The English name with its plies; the names in other languages beside it. */
static json_t *json_of_opening(const struct review *review)
{
    json_t *value = json_pack("{s:s, s:i}", "en", review->opening->name, "plies",
                              review->opening_plies);
    for (int i = 0; i < OPENING_N_LANGUAGES; i++) {
        const enum opening_language language = (enum opening_language)i;
        const struct opening *opening = opening_of_game(&review->game, language, NULL);
        if (opening && language != OPENING_EN)
            value = json_with(value, opening_language_code(language), json_string(opening->name));
    }
    return value;
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
        "schema", JSON_SCHEMA, "type", "review", "file",
        json_of_name(origin->file ? origin->file : ""),
        "game",
        (json_int_t)origin->index, "black", json_of_name(review->game.black), "white",
        json_of_name(review->game.white), "date", json_of_name(review->game.date), "from",
        ofl_position_to_text(review->game.start, start), "moves", moves, "to",
        ofl_position_to_text(last->position, end), "start", discs(review->start_cd), "final",
        discs(review->final_cd), "over", review->is_over, "complete", review->is_complete,
        "settings", json_of_settings(&review->settings), "turning_point",
        turning >= 0 ? json_integer(review->moves[turning].ply) : json_null(), "plies",
        json_of_moves(review), "summary", "black", json_of_side(&review->sides[OFL_BLACK]),
        "white", json_of_side(&review->sides[OFL_WHITE]));
    return review->opening ? json_with(value, "opening", json_of_opening(review)) : value;
}
