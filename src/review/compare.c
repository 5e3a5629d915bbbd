/* review/compare.c - see compare.h. */
#include "review/compare.h"

#include <stddef.h>

/* The best of the moves `squares`. */
static int search(ofl_engine *engine, const struct review_settings *settings, ofl_board board,
                  uint64_t squares, struct ofl_line *line)
{
    const bool is_end = ofl_count_empties(board) <= settings->exact_empties;
    struct ofl_limits limits = {.depth = settings->depth, .move_ms = settings->move_ms,
                                .nodes = settings->nodes, .moves = squares};
    if (is_end)
        limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .moves = squares};
    struct ofl_result result;
    const int error = ofl_search(engine, board, &limits, &result);
    if (error == OFL_OK)
        *line = result.lines[0];
    return error;
}

int compare_moves(ofl_engine *engine, const struct review_settings *settings,
                  struct comparison *found)
{
    const ofl_board board = found->position.board;
    const uint64_t legal = ofl_legal_moves(board), asked = UINT64_C(1) << found->move;
    struct ofl_line mine, other = {.move = OFL_NO_MOVE};
    found->n_moves = __builtin_popcountll(legal);
    found->n_sentences = 0;
    int error = search(engine, settings, board, asked, &mine);
    if (!error && legal != asked)
        error = search(engine, settings, board, legal & ~asked, &other);
    if (error)
        return error;
    const bool is_best = other.move == OFL_NO_MOVE || mine.score >= other.score;
    found->best = is_best ? mine : other;
    found->second = is_best ? other : mine;
    if (found->best.move != OFL_NO_MOVE && found->second.move != OFL_NO_MOVE &&
        found->best.score > found->second.score) {
        const struct explain_question question = {found->position, found->second.move,
                                                  found->best.move};
        found->n_sentences = explain_moves(&question, found->sentences);
    }
    return OFL_OK;
}

int compare_loss(const struct comparison *found)
{
    return found->n_moves == 1 ? 0 : found->best.score - found->second.score;
}
