/* cli/verdict.c - implements verdict.h. */
#include "cli/verdict.h"

#include "base/bits.h"
#include "text/json_build.h"

const struct ofl_line *verdict_find_line(const struct ofl_result *result, int move)
{
    for (int i = 0; i < result->n_lines; i++) {
        int found = result->lines[i].move;
        if (found == move || (found == OFL_NO_MOVE && move == OFL_PASS))
            return &result->lines[i];
    }
    return NULL;
}

static int best_of_file(const struct ofl_obf *obf)
{
    int best = obf->scores[0].score;
    for (int i = 1; i < obf->n_scores; i++)
        if (obf->scores[i].score > best)
            best = obf->scores[i].score;
    return best;
}

/* Can a line that is found, or bounded, have this score? An estimate says nothing: then the
 * limit for all moves holds. */
static bool agrees(const struct ofl_line *line, int score_cd, int limit_cd)
{
    return line->bound == OFL_BOUND_LOWER   ? score_cd >= line->score
           : line->bound == OFL_BOUND_UPPER ? score_cd <= line->score
           : line->bound == OFL_BOUND_EXACT ? score_cd == line->score
                                            : score_cd <= limit_cd;
}

struct verdict verdict_of(const struct ofl_obf *obf, const struct ofl_result *result,
                          bool has_ties)
{
    struct verdict verdict = {.is_checked = obf->n_scores > 0};
    if (!verdict.is_checked)
        return verdict;
    verdict.expected = best_of_file(obf);
    if (result->lines[0].bound != OFL_BOUND_EXACT) {
        verdict.is_checked = result->proved_low > -6400 || result->proved_high < 6400;
        verdict.is_wrong = verdict.expected * 100 < result->proved_low ||
                           verdict.expected * 100 > result->proved_high;
        return verdict;
    }
    int limit_cd = result->lines[0].score - has_ties;
    for (int k = 0; k < obf->n_scores; k++) {
        int score_cd = obf->scores[k].score * 100;
        const struct ofl_line *line = verdict_find_line(result, obf->scores[k].move);
        if (line ? !agrees(line, score_cd, limit_cd) : score_cd > limit_cd)
            verdict.n_wrong_moves++;
    }
    verdict.is_wrong = verdict.n_wrong_moves || verdict.expected * 100 != result->lines[0].score;
    return verdict;
}

struct verdict verdict_of_analysis(const struct ofl_obf *obf, const struct analysis *analysis,
                                   bool has_ties)
{
    struct ofl_obf considered = *obf;
    uint64_t missing = analysis->moves;
    if (analysis->moves == ofl_legal_moves(analysis->position.board))
        return verdict_of(obf, &analysis->result, has_ties);
    considered.n_scores = 0;
    for (int k = 0; k < obf->n_scores; k++) {
        const int move = obf->scores[k].move;
        if (move >= 64 || !(analysis->moves & bit_of(move)))
            continue;
        considered.scores[considered.n_scores++] = obf->scores[k];
        missing &= ~bit_of(move);
    }
    considered.n_scores = missing ? 0 : considered.n_scores;
    return verdict_of(&considered, &analysis->result, has_ties);
}

void verdict_add_text(struct strbuf *text, const struct verdict *verdict)
{
    if (verdict->is_wrong)
        strbuf_addf(text, "  WRONG: the file says %+d, %d moves differ", verdict->expected,
                    verdict->n_wrong_moves);
}

json_t *verdict_add_json(json_t *value, const struct verdict *verdict)
{
    return !verdict->is_checked
               ? value : json_with_all(value, json_pack("{s:i, s:b}", "expected", verdict->expected,
                                                        "wrong", verdict->is_wrong));
}
