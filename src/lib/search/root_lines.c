/* search/root_lines.c - the lines of an iteration.
 *
 * An iteration finds the wanted number of lines one after the other, every line over the moves that
 * the lines before it left. */
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "isa/kernel.h"
#include "search/pv.h"
#include "search/root_run.h"
#include "search/worth.h"

uint64_t root_total_nodes(const struct run *run)
{
    const struct pool *pool = run->searcher->pool;
    uint64_t nodes = 0;
    for (int i = 0; i < pool->n_threads; i++)
        nodes += pool->workers[i].nodes;
    return nodes;
}

int64_t root_elapsed_ms(const struct run *run)
{
    return (clock_us() - run->start_us) / US_PER_MS;
}

static void report(struct run *run, int rank)
{
    if (!run->on_info)
        return;
    struct ofl_info info = {
        .line = run->lines[rank], .rank = rank, .n_lines = run->n_lines,
        .nodes = root_total_nodes(run), .time_ms = root_elapsed_ms(run),
        .table_permille = tt_fill_permille(&run->searcher->tt),
    };
    run->on_info(run->user, &info);
}

/* What an exact search with this window says of the score. */
static void note_proof(struct run *run, int alpha, int beta, int score)
{
    if (score > alpha && score > run->proved_low)
        run->proved_low = score;
    if (score < beta && score < run->proved_high)
        run->proved_high = score;
}

/* What a score of a search to the end is, by the window that was asked for. */
static enum ofl_bound bound_in_window(const struct run *run, int score, bool is_proof)
{
    return score <= run->window_low    ? OFL_BOUND_UPPER
           : score >= run->window_high ? OFL_BOUND_LOWER
           : is_proof                  ? OFL_BOUND_EXACT
                                       : OFL_BOUND_ESTIMATE;
}

/* One line: the best of the moves from `first` on, by an aspiration window that
 * widens until the score lies inside, or beyond the window asked for. False if stopped. */
static bool search_line(struct run *run, int first, struct stage stage, int guess, int window,
                        int *score)
{
    struct worker *w = master_of(run->searcher);
    bool to_end = stage.depth >= run->n_empties;
    bool is_proof = to_end && stage.selectivity == SELECTIVITY_NONE;
    int step = to_end ? ROOT_END_STEP : ROOT_WINDOW;
    int alpha = -EVAL_INFINITY, beta = EVAL_INFINITY;
    if (window) {
        alpha = guess - window;
        beta = guess + window;
    }
    assert(window >= 0 && run->window_low < run->window_high);
    for (;;) {
        if (alpha < -EVAL_WIN)
            alpha = -EVAL_INFINITY;
        if (beta > EVAL_WIN)
            beta = EVAL_INFINITY;
        if (to_end) {
            alpha = clamp(alpha, run->window_low, run->window_high - 1);
            beta = clamp(beta, alpha + 1, run->window_high);
        }
        struct root_task task = {
            .board = run->board, .depth = stage.depth, .selectivity = stage.selectivity,
            .draw = run->draw, .alpha = alpha, .beta = beta, .n_moves = run->n_moves - first,
            .moves = run->is_apart && first == 0 ? run->first_moves : run->moves + first,
        };
        *score = kernel()->search_root(w, &task);
        if (w->stopped)
            return false;
        if (is_proof && first == 0)
            note_proof(run, alpha, beta, *score);
        if (to_end && (*score <= run->window_low || *score >= run->window_high))
            return true;
        /* Proved bounds agree with each other, so the other side may close in; estimates
         * may not (an entry of a deeper search can answer), and the window only widens. */
        if (*score <= alpha && alpha > -EVAL_INFINITY) {
            beta = is_proof ? *score + 1 : beta;
            alpha = *score - step;
        } else if (*score >= beta && beta < EVAL_INFINITY) {
            alpha = is_proof ? *score - 1 : alpha;
            beta = *score + step;
        } else {
            return true;
        }
        step *= 2;
    }
}

static void fill_line(struct run *run, int rank, struct stage stage, int score)
{
    const struct worker *w = master_of(run->searcher);
    const bool to_end = stage.depth >= run->n_empties;
    const bool is_proof = to_end && stage.selectivity == SELECTIVITY_NONE;
    struct ofl_line *line = &run->lines[rank];
    *line = (struct ofl_line){
        .move = run->moves[rank].move,
        .score = to_end && score == run->draw ? 0 : score_to_cd(score),
        .depth = to_end ? run->n_empties : stage.depth,
        .confidence = SELECTIVITY_PERCENT[stage.selectivity],
        .solved = is_proof,
        .bound = to_end ? bound_in_window(run, score, is_proof) : OFL_BOUND_ESTIMATE,
    };
    run->worths[rank] = score_to_cd(score);
    line->pv_length = w->pv_length[0] < OFL_MAX_PV ? w->pv_length[0] : OFL_MAX_PV;
    memcpy(line->pv, w->pv[0], (size_t)line->pv_length);
    /* The best of moves that all lie below the window has no line of its own. */
    if (line->pv[0] != line->move) {
        line->pv[0] = (uint8_t)line->move;
        line->pv_length = 1;
    }
    if (!line->solved)
        pv_extend(run->searcher->shared.tt, run->board, run->draw, line);
    assert(pv_is_legal(run->board, line));
}

static bool is_better(const struct run *run, int a, int b)
{
    return run->worths[a] > run->worths[b] ||
           (run->draw && run->worths[a] == run->worths[b] && run->lines[a].solved &&
            run->lines[b].solved && run->lines[a].score > run->lines[b].score);
}

/* A later rank can turn out better than an earlier one: its search met other entries of
 * the table. The result, and the order of the next iteration, are best first all the same. */
static void sort_lines(struct run *run)
{
    for (int i = 1; i < run->n_lines; i++)
        for (int k = i; k > 0 && is_better(run, k, k - 1); k--) {
            const int worth = run->worths[k];
            run->worths[k] = run->worths[k - 1];
            run->worths[k - 1] = worth;
            struct ofl_line line = run->lines[k];
            run->lines[k] = run->lines[k - 1];
            run->lines[k - 1] = line;
            struct root_move move = run->moves[k];
            run->moves[k] = run->moves[k - 1];
            run->moves[k - 1] = move;
        }
}

void root_keep_iteration(struct run *run)
{
    sort_lines(run);
    run->result->n_lines = run->n_lines;
    memcpy(run->result->lines, run->lines, (size_t)run->n_lines * sizeof *run->lines);
    memcpy(run->kept_worths, run->worths, sizeof run->worths);
}

/* Where the line of `rank` is looked for first: around the score that the last
 * iteration gave it. *half is half the window's width, 0 for no window at all. */
static int first_guess(const struct run *run, int rank, int depth, int *half)
{
    const struct ofl_result *last = run->result;
    *half = 0;
    if (depth < ROOT_WINDOW_DEPTH || last->n_lines <= rank || last->lines[rank].depth == 0)
        return 0;
    int guess = run->kept_worths[rank] * EVAL_DISC / 100; /* of 1/100 disc */
    if (depth < run->n_empties) {
        *half = ROOT_WINDOW;
        return guess;
    }
    /* Exact scores are even when empties go to the winner: one disc to either side of an
     * even number. A wrong guess (or an odd raw score) only costs a second window. */
    *half = EVAL_DISC;
    int away = guess < 0 ? -EVAL_DISC : EVAL_DISC;
    return (guess + away) / (2 * EVAL_DISC) * (2 * EVAL_DISC);
}

/* An iteration was stopped. If it had searched the best move of the one before and found a
 * better one, that is played: what it knows of the two is deeper. */
static void keep_better_move(struct run *run, struct stage stage, int score)
{
    const struct worker *w = master_of(run->searcher);
    const bool is_choice = run->limits->goal == OFL_GOAL_PLAY && run->n_lines == 1;
    if (!is_choice || w->pv_length[0] == 0 || w->pv[0][0] == run->moves[0].move)
        return;
    int at = 0;
    while (run->moves[at].move != w->pv[0][0])
        at++;
    const struct root_move better = run->moves[at];
    memmove(run->moves + 1, run->moves, (size_t)at * sizeof *run->moves);
    run->moves[0] = better;
    fill_line(run, 0, stage, score);
    run->lines[0].solved = false; /* the moves behind it were not searched */
    run->lines[0].bound = OFL_BOUND_ESTIMATE;
    root_keep_iteration(run);
    report(run, 0);
}

/* The best move of the first line goes to the front of the moves that the other lines share. */
static void put_first(struct run *run)
{
    const struct root_move best = run->first_moves[0];
    int at = 0;
    while (run->moves[at].move != best.move)
        at++;
    memmove(run->moves + 1, run->moves, (size_t)at * sizeof *run->moves);
    run->moves[0] = best;
}

/* One iteration: each rank takes the best of what the ranks before it left. In play the first line
 * is what a search for one line finds: the others have a table and an order of their own, and none
 * has a better score, since the first search has shown that there is none. */
bool root_iterate(struct run *run, struct stage stage)
{
    struct worker *w = master_of(run->searcher);
    struct search_shared *shared = &run->searcher->shared;
    int most = EVAL_INFINITY;
    for (int rank = 0; rank < run->n_lines; rank++) {
        int half, score;
        int guess = first_guess(run, rank, stage.depth, &half);
        shared->tt = run->is_apart && rank > 0 ? &run->searcher->line_tt : &run->searcher->tt;
        const bool is_found = search_line(run, rank, stage, guess, half, &score);
        if (is_found && run->is_apart && rank == 0) {
            put_first(run);
            most = score;
        }
        score = is_found && score > most ? most : score;
        if (!is_found) {
            keep_better_move(run, stage, score);
            return false;
        }
        fill_line(run, rank, stage, score);
        /* A stop in here only cuts the line short, or leaves its score open. */
        struct ofl_line *line = &run->lines[rank];
        const bool is_proved = line->bound == OFL_BOUND_EXACT;
        if (is_proved && worth_is_open(run->draw, run->searcher->config.rule, run->worths[rank])) {
            root_find_score(run, line);
            root_choose_of_equals(run, rank, score);
        } else if (is_proved) {
            pv_complete(w, run->board, run->draw, score, line);
        }
        if (w->stopped && rank + 1 < run->n_lines)
            return false;
        report(run, rank);
    }
    return true;
}

bool root_search_draw(struct run *run, struct stage stage)
{
    struct worker *w = master_of(run->searcher);
    const int at = score_from_cd(run->limits->draw_cd);
    struct root_task task = {
        .board = run->board, .depth = stage.depth, .selectivity = stage.selectivity,
        .alpha = at - 1, .beta = at + 1, .n_moves = run->n_moves, .moves = run->moves,
    };
    const int score = kernel()->search_root(w, &task);
    if (w->stopped)
        return false;
    note_proof(run, task.alpha, task.beta, score);
    if (score < at)
        return true;
    /* The next window is still that of the passes before. */
    fill_line(run, 0, stage, score);
    run->lines[0].bound = score > at ? OFL_BOUND_LOWER : OFL_BOUND_EXACT;
    run->result->lines[0] = run->lines[0];
    report(run, 0);
    return true;
}

/* WLD: is the score above 0, 0, or below? One or two null windows. */
bool root_search_wld(struct run *run, struct stage stage)
{
    struct worker *w = master_of(run->searcher);
    struct root_task task = {
        .board = run->board, .depth = stage.depth, .selectivity = stage.selectivity,
        .alpha = -1, .beta = 1, .n_moves = run->n_moves, .moves = run->moves,
    };
    int score = kernel()->search_root(w, &task);
    if (w->stopped)
        return false;
    if (stage.selectivity == SELECTIVITY_NONE)
        note_proof(run, task.alpha, task.beta, score);
    run->n_lines = 1;
    fill_line(run, 0, stage, score > 0 ? EVAL_DISC : score < 0 ? -EVAL_DISC : 0);
    struct ofl_line *line = &run->lines[0];
    line->wld = true;
    line->bound = score > 0 ? OFL_BOUND_LOWER : score < 0 ? OFL_BOUND_UPPER : line->bound;
    report(run, 0);
    return true;
}
