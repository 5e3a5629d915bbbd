/* study/problem.c - implements problem.h. */
#include "study/problem.h"

#include <math.h>

#include "base/bits.h"
#include "engine/like_people.h"
#include "engine/weak.h"
#include "report/report.h"
#include "study/cards.h"
#include "text/alike.h"

const int problem_ratings[PROBLEM_RATINGS] = {1300, 1500, 1700};
const char *const problem_grades[PROBLEM_GRADES] = {"easy", "middle", "hard"};

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

static double missed(const struct problem *problem, const struct ofl_result *result, int loss_cd)
{
    double share[OFL_MAX_MOVES], sum = 0;
    weak_shares(problem->values.position.board, result->lines, result->n_lines, loss_cd, share);
    for (int i = 0; i < result->n_lines; i++)
        sum += problem->good & bit_of(result->lines[i].move) ? 0 : share[i];
    return sum;
}

/* Each strength by the search that it plays by; of those that search deeper than PROBLEM_PLIES, and
 * of full play, by the values of the problem. */
static int ask_strengths(struct problem *problem, ofl_engine *engine)
{
    const ofl_board board = problem->values.position.board;
    struct ofl_result result;
    int code = OFL_OK, depth = 0;
    for (int i = 0; i < PROBLEM_STRENGTHS && code == OFL_OK; i++) {
        const int loss_cd = weak_loss_of(i + 1);
        struct ofl_limits limits = {0};
        weak_limit(loss_cd, board, &limits);
        if (limits.depth > PROBLEM_PLIES)
            result = problem->values.result;
        else if (limits.depth != depth)
            code = ofl_search(engine, board, &limits, &result);
        depth = limits.depth;
        problem->strengths[i] = code == OFL_OK ? missed(problem, &result, loss_cd) : 0;
    }
    return code;
}

double problem_strengths(const struct problem *problem)
{
    double sum = 0;
    for (int i = 0; i < PROBLEM_STRENGTHS; i++)
        sum += problem->strengths[i];
    return sum / PROBLEM_STRENGTHS;
}

static double thousandths(double x) { return round(1000 * x) / 1000; }

/* People count as much as the two others together (bench/difficulty.py). The grade is that of the
 * number that is told. */
static void grade(struct problem *problem)
{
    static const double middle = 0.35, hard = 0.55;
    const int plies = problem->plies ? problem->plies : PROBLEM_PLIES + 1;
    const double strengths = problem_strengths(problem);
    const double people = problem->miss[1] < 0 ? strengths : problem->miss[1];
    problem->difficulty =
        thousandths(people / 2 + strengths / 4 + (plies - 1.0) / PROBLEM_PLIES / 4);
    problem->grade = (problem->difficulty >= middle) + (problem->difficulty >= hard);
}

int problem_measure(struct problem *problem, ofl_engine *engine, int last)
{
    struct ofl_result result;
    ask_people(problem, engine, last);
    int code = ask_strengths(problem, engine);
    problem->plies = 1;
    for (int depth = 1; depth <= PROBLEM_PLIES && code == OFL_OK; depth++) {
        const struct ofl_limits limits = {.depth = depth, .strict_depth = true, .afresh = true};
        code = ofl_search(engine, problem->values.position.board, &limits, &result);
        if (code == OFL_OK && !(problem->good & bit_of(result.lines[0].move)))
            problem->plies = depth + 1;
    }
    if (problem->plies > PROBLEM_PLIES)
        problem->plies = 0;
    grade(problem);
    return code;
}

static json_t *json_of_strengths(const struct problem *problem)
{
    json_t *list = json_array();
    for (int i = 0; i < PROBLEM_STRENGTHS; i++)
        list = json_and(list, json_real(thousandths(problem->strengths[i])));
    return list;
}

static json_t *json_of_people(const struct problem *problem)
{
    json_t *list = json_array();
    for (int r = 0; r < PROBLEM_RATINGS && problem->miss[r] >= 0; r++)
        list = json_and(list, json_pack("{s:i, s:f}", "rating", problem_ratings[r], "miss",
                                        thousandths(problem->miss[r])));
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
        "{s:i, s:s, s:s, s:i, s:O, s:i, s:f, s:s, s:f, s:o, s:o, s:o, s:o}", "schema", JSON_SCHEMA,
        "type", "problem", "position", ofl_position_to_text(values->position, board), "empties",
        values->n_empties, "moves", json_object_get(all, "moves"), "good", problem->n_good, "lead",
        problem->lead_cd / 100.0, "grade", problem_grades[problem->grade], "difficulty",
        problem->difficulty, "people", json_of_people(problem), "strengths",
        json_of_strengths(problem), "plies",
        problem->plies ? json_integer(problem->plies) : json_null(), "why",
        review_sentences_to_json(sentences, n));
    json_decref(all);
    return value;
}
