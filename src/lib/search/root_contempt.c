/* search/root_contempt.c - scores and choices where a draw is worth more or less than 0
 * (search/worth.h). */
#include <assert.h>
#include <string.h>

#include "isa/kernel.h"
#include "search/pv.h"
#include "search/root_run.h"
#include "search/worth.h"

void root_find_score(struct run *run, struct ofl_line *line)
{
    assert(run->draw != 0);
    struct worker *w = master_of(run->searcher);
    struct root_move move = {.move = (uint8_t)line->move};
    struct root_task task = {
        .board = run->board, .depth = run->n_empties, .selectivity = SELECTIVITY_NONE,
        .alpha = -EVAL_DISC, .beta = EVAL_DISC, .n_moves = 1, .moves = &move,
    };
    if (run->draw < 0)
        task.alpha = -EVAL_DISC * (1 - score_floor_discs(run->draw));
    else
        task.beta = EVAL_DISC * (score_floor_discs(run->draw) + 1);
    const int score = kernel()->search_root(w, &task);
    line->solved = !w->stopped;
    line->bound = w->stopped ? OFL_BOUND_ESTIMATE : OFL_BOUND_EXACT;
    if (w->stopped)
        return;
    line->score = score_to_cd(score);
    line->pv_length = w->pv_length[0] < OFL_MAX_PV ? w->pv_length[0] : OFL_MAX_PV;
    memcpy(line->pv, w->pv[0], (size_t)line->pv_length);
    pv_complete(w, run->board, 0, score, line);
}

/* Is the move at `index` worth at least so much? */
static bool has_worth(struct run *run, int index, int worth)
{
    struct worker *w = master_of(run->searcher);
    struct root_move move = run->moves[index];
    struct root_task task = {
        .board = run->board, .depth = run->n_empties, .selectivity = SELECTIVITY_NONE,
        .draw = run->draw, .alpha = worth - 1, .beta = worth, .n_moves = 1, .moves = &move,
    };
    return kernel()->search_root(w, &task) >= worth && !w->stopped;
}

void root_choose_of_equals(struct run *run, int rank, int worth)
{
    for (int i = rank + 1; i < run->n_moves; i++) {
        struct ofl_line line = run->lines[rank];
        line.move = run->moves[i].move;
        if (!has_worth(run, i, worth))
            continue;
        root_find_score(run, &line);
        if (!line.solved || line.score <= run->lines[rank].score)
            continue;
        const struct root_move move = run->moves[i];
        run->moves[i] = run->moves[rank];
        run->moves[rank] = move;
        run->lines[rank] = line;
    }
}
