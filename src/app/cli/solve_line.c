/* cli/solve_line.c - see solve_line.h. */
#include "cli/solve_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <outflank/game.h>

#include "cli/verdict.h"
#include "engine/calls.h"
#include "request/forms.h"

static int discs(int score_cd) { return score_cd / 100; }

/* Its score is known exactly; else there are bounds (--wld, --window, a limit). */
static bool is_exact(const struct ofl_result *result)
{
    return result->lines[0].bound == OFL_BOUND_EXACT;
}

bool solve_is_answered(const struct found *found) { return found->analysis.result.lines[0].solved; }

/* ---- search ---- */

/* Moves that the file calls best, where the search found another. */
static void solve_claims(const struct ties_search *how, const struct ofl_obf *obf,
                         struct ofl_result *result)
{
    for (int k = 0; k < obf->n_scores; k++) {
        int move = obf->scores[k].move;
        if (obf->scores[k].score * 100 == result->lines[0].score && move < 64 &&
            !verdict_find_line(result, move))
            ties_add(how, obf->position.board, UINT64_C(1) << move, result);
    }
}

static int draw_of(const struct found *found)
{
    return ofl_draw_score(found->komi, found->obf->position.turn);
}

/* "won", "drawn" or "lost" for the side to move, with the komi; NULL if that is not known. */
static const char *outcome_of(const struct found *found)
{
    const struct ofl_result *result = &found->analysis.result;
    const int draw_cd = draw_of(found);
    return result->proved_low > draw_cd    ? "won"
           : result->proved_high < draw_cd ? "lost"
           : result->proved_low == draw_cd && result->proved_high == draw_cd ? "drawn" : NULL;
}

int solve_position(const struct ties_search *how, bool wants_ties, double komi, struct found *found)
{
    const ofl_board board = found->obf->position.board;
    struct ofl_result *result = &found->analysis.result;
    struct ofl_limits limits = how->limits;
    found->komi = komi;
    if (komi != 0) {
        limits.goal = OFL_GOAL_EXACT;
        limits.has_window = true;
        limits.low = limits.high = draw_of(found);
    }
    const int error = how->search(how->user, board, &limits, result);
    if (error || !is_exact(result) || how->limits.multi_pv > 1)
        return error;
    if (!wants_ties) {
        solve_claims(how, found->obf, result);
        return OFL_OK;
    }
    found->has_ties = ties_find(how, board, result);
    found->lacks_ties = !found->has_ties;
    return OFL_OK;
}

/* ---- text ---- */

enum { SCORE_TEXT = 32 };

/* Has line i the exact score of the best one? */
static bool is_as_good(const struct ofl_result *result, int i)
{
    return result->lines[i].bound == OFL_BOUND_EXACT &&
           result->lines[i].score == result->lines[0].score;
}

/* +6, or what is known of it: >=+2, <=-4, +1..+64. */
static void score_to_text(const struct ofl_result *result, char text[SCORE_TEXT])
{
    int low = discs(result->proved_low), high = discs(result->proved_high);
    if (is_exact(result))
        snprintf(text, SCORE_TEXT, "%+d", discs(result->lines[0].score));
    else if (high >= 64 && low > -64)
        snprintf(text, SCORE_TEXT, ">=%+d", low);
    else if (low <= -64 && high < 64)
        snprintf(text, SCORE_TEXT, "<=%+d", high);
    else
        snprintf(text, SCORE_TEXT, "%+d..%+d", low, high);
}

void solve_add_text(struct strbuf *text, const struct found *found, bool shows_all)
{
    static const char *const bound_signs[] = {
        [OFL_BOUND_ESTIMATE] = "", [OFL_BOUND_LOWER] = ">=", [OFL_BOUND_UPPER] = "<=",
        [OFL_BOUND_EXACT] = ""};
    const struct ofl_result *result = &found->analysis.result;
    char move[8], score[SCORE_TEXT];
    score_to_text(result, score);
    strbuf_addf(text, "%3s  ", score);
    int width = 0;
    for (int i = 0; i < result->n_lines && (i == 0 || is_as_good(result, i)); i++) {
        strbuf_addf(text, "%s%s", i ? "," : "",
                    ofl_move_to_text(result->lines[i].move, false, move));
        width += (int)strlen(move) + (i > 0);
    }
    strbuf_addf(text, "%*s %13" PRIu64 " nodes %5" PRId64 ".%03d s  pv",
                width < 8 ? 8 - width : 0, "", result->nodes, result->time_ms / 1000,
                (int)(result->time_ms % 1000));
    for (int i = 0; i < result->lines[0].pv_length; i++)
        strbuf_addf(text, " %s", ofl_move_to_text(result->lines[0].pv[i], false, move));
    if (shows_all) {
        strbuf_add(text, "  all");
        for (int i = 0; i < result->n_lines; i++)
            strbuf_addf(text, " %s:%s%+d", ofl_move_to_text(result->lines[i].move, false, move),
                        bound_signs[result->lines[i].bound], discs(result->lines[i].score));
    }
    if (!solve_is_answered(found)) {
        strbuf_add(text, "  NOT SOLVED: about ");
        strbuf_add_decimal(text, (result->lines[0].score + (result->lines[0].score < 0 ? -5 : 5)) /
                                     10, 1, true);
        strbuf_addf(text, ", depth %d at %d %%", result->lines[0].depth,
                    result->lines[0].confidence);
    }
    if (found->komi != 0 && outcome_of(found))
        strbuf_addf(text, "  %s", outcome_of(found));
    if (found->lacks_ties)
        strbuf_add(text, "  TIES NOT ALL SEARCHED");
}

/* ---- many at a time ---- */

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result)
{
    return ofl_search(user, board, limits, result);
}

static bool must_end(void *user) { return engine_is_stopped(user); }

static int solve(const struct analyze_request *request, ofl_engine *engine, struct found *found)
{
    const struct ties_search how = {search, must_end, engine, request->solving};
    return solve_position(&how, request->args->ties, request->args->komi, found);
}

static json_t *to_json(const struct found *found)
{
    json_t *value = form_solved(found->obf->position, &found->analysis.result, found->lacks_ties);
    const char *outcome = found->komi != 0 ? outcome_of(found) : NULL;
    return outcome ? json_with(value, "outcome", json_string(outcome)) : value;
}

static void to_text(const struct analyze_request *request, struct strbuf *text,
                    const struct found *found)
{
    solve_add_text(text, found, request->args->all_moves);
}

json_t *solve_limits_to_json(const struct ofl_limits *limits, const struct cli_args *args)
{
    json_t *value = form_solve_limits(limits->move_ms, (int64_t)limits->nodes, args->wld,
                                      args->ties, args->all_moves);
    if (args->komi != 0)
        value = json_with(value, "komi", json_real(args->komi));
    return args->window ? json_with(value, "window", json_string(args->window)) : value;
}

static json_t *limits_of(const struct analyze_request *request)
{
    return solve_limits_to_json(&request->solving, request->args);
}

const struct stream_kind solve_kind = {solve, to_json, to_text, limits_of};
