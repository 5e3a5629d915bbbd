/* analysis/ties.c - see ties.h. */
#include "analysis/ties.h"

/* What the searches before have left of the position's limits; false if nothing. */
static bool take_off(struct ofl_limits *limits, const struct ofl_result *result)
{
    bool is_used_up = (limits->nodes && limits->nodes <= result->nodes) ||
                      (limits->move_ms && limits->move_ms <= result->time_ms);
    limits->nodes -= limits->nodes ? result->nodes : 0;
    limits->move_ms -= limits->move_ms ? result->time_ms : 0;
    return !is_used_up;
}

bool ties_add(const struct ties_search *how, ofl_board board, uint64_t moves,
              struct ofl_result *result)
{
    struct ofl_limits limits = how->limits;
    limits.moves = moves;
    limits.multi_pv = 1;
    struct ofl_result more;
    if (!take_off(&limits, result))
        return false;
    if (!moves || how->must_end(how->user) ||
        how->search(how->user, board, &limits, &more) != OFL_OK)
        return false;
    result->nodes += more.nodes;
    result->time_ms += more.time_ms;
    if (more.stopped || result->n_lines >= OFL_MAX_MOVES)
        return false;
    int rank = result->n_lines++;
    for (; rank > 0 && result->lines[rank - 1].score < more.lines[0].score; rank--)
        result->lines[rank] = result->lines[rank - 1];
    result->lines[rank] = more.lines[0];
    return true;
}

bool ties_find(const struct ties_search *how, ofl_board board, struct ofl_result *result)
{
    int best_cd = result->lines[0].score;
    uint64_t left = ofl_legal_moves(board);
    bool is_found;
    do {
        int move = result->lines[result->n_lines - 1].move;
        left &= move >= 0 && move < 64 ? ~(UINT64_C(1) << move) : 0;
        is_found = ties_add(how, board, left, result);
    } while (is_found && result->lines[result->n_lines - 1].score == best_cd);
    while (result->lines[result->n_lines - 1].score != best_cd)
        result->n_lines--;
    return is_found || !left;
}
