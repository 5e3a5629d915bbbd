/* study/problem.c - implements problem.h. */
#include "study/problem.h"

#include <math.h>

#include "base/bits.h"
#include "engine/like_people.h"
#include "report/report.h"
#include "study/cards.h"
#include "text/alike.h"

const int problem_ratings[PROBLEM_RATINGS] = {1300, 1500, 1700};

int problem_values(ofl_engine *engine, const struct review_settings *settings,
                   ofl_position position, struct analysis *values)
{
    const bool is_exact = ofl_count_empties(position.board) <= settings->exact_empties;
    struct analysis_limits limits = {.n_best = OFL_MAX_MOVES, .wants_exact = is_exact};
    if (!is_exact) {
        limits.depth = settings->depth;
        limits.time_ms = settings->move_ms;
        limits.nodes = settings->nodes;
    }
    ofl_new_game(engine);
    analysis_begin(values, position);
    return analysis_run(engine, &limits, NULL, NULL, values);
}

void problem_judge(struct problem *problem)
{
    const struct analysis *values = &problem->values;
    problem->good = 0;
    problem->n_good = problem->lead_cd = 0;
    problem->worse = OFL_NO_MOVE;
    for (int i = 0; i < values->result.n_lines; i++) {
        const int move = values->result.lines[i].move;
        if (analysis_loss(values, i) >= CARD_RIGHT_CD) {
            problem->worse = move;
            problem->lead_cd = analysis_loss(values, i);
            return;
        }
        if (problem->good & bit_of(move))
            continue;
        problem->good |= moves_alike(values->position.board, move);
        problem->n_good++;
    }
}

static void ask_people(struct problem *problem, ofl_engine *engine, int last)
{
    const ofl_board board = problem->values.position.board;
    struct people_moves moves;
    double share[PEOPLE_MOVES];
    if (like_people_moves(engine, board, &moves) != OFL_OK || !moves.n) {
        for (int r = 0; r < PROBLEM_RATINGS; r++)
            problem->miss[r] = -1;
        return;
    }
    for (int r = 0; r < PROBLEM_RATINGS; r++) {
        like_people_shares(engine, board, last, problem_ratings[r], &moves, share);
        problem->miss[r] = 0;
        for (int i = 0; i < moves.n; i++)
            problem->miss[r] += problem->good & bit_of(moves.move[i]) ? 0 : share[i];
    }
}

int problem_measure(struct problem *problem, ofl_engine *engine, int last)
{
    struct ofl_result result;
    int code = OFL_OK;
    ask_people(problem, engine, last);
    problem->plies = 1;
    for (int depth = 1; depth <= PROBLEM_PLIES && code == OFL_OK; depth++) {
        const struct ofl_limits limits = {.depth = depth, .strict_depth = true, .afresh = true};
        code = ofl_search(engine, problem->values.position.board, &limits, &result);
        if (code == OFL_OK && !(problem->good & bit_of(result.lines[0].move)))
            problem->plies = depth + 1;
    }
    if (problem->plies > PROBLEM_PLIES)
        problem->plies = 0;
    return code;
}

static json_t *json_of_people(const struct problem *problem)
{
    json_t *list = json_array();
    for (int r = 0; r < PROBLEM_RATINGS && problem->miss[r] >= 0; r++)
        list = json_and(list, json_pack("{s:i, s:f}", "rating", problem_ratings[r], "miss",
                                        round(1000 * problem->miss[r]) / 1000));
    return list;
}

json_t *problem_to_json(const struct problem *problem)
{
    const struct analysis *values = &problem->values;
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    char board[OFL_BOARD_TEXT];
    const struct explain_question question = {values->position, problem->worse,
                                              values->result.lines[0].move};
    const int n = problem->worse == OFL_NO_MOVE ? 0 : explain_moves(&question, sentences);
    json_t *all = json_from_analysis(values);
    json_t *value = json_pack(
        "{s:i, s:s, s:s, s:i, s:O, s:i, s:f, s:o, s:o, s:o}", "schema", JSON_SCHEMA, "type",
        "problem", "position", ofl_position_to_text(values->position, board), "empties",
        values->n_empties, "moves", json_object_get(all, "moves"), "good", problem->n_good, "lead",
        problem->lead_cd / 100.0, "people", json_of_people(problem), "plies",
        problem->plies ? json_integer(problem->plies) : json_null(), "why",
        review_sentences_to_json(sentences, n));
    json_decref(all);
    return value;
}
