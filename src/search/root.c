/* search/root.c - iterative deepening over the root moves, and what comes of it.
 *
 * A run is a list of iterations: depth 1, 2, 3 ... and, when the end of the game
 * is in reach, a last one to the end. Each iteration finds the wanted number of
 * lines one after the other, every line over the moves that the lines before it
 * left. Only finished iterations count for the result. */
#include "search/root.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "isa/kernel.h"
#include "search/pv.h"
#include "search/schedule.h"
#include "search/worth.h"

enum { US_PER_MS = 1000 };

/* Windows asked for are brought into this range: 65 discs, beyond every score. In 1/100 disc. */
enum { SCORE_CD_MOST = EVAL_INFINITY * 100 / EVAL_DISC };

/* State of one run. */
struct run {
    struct searcher *searcher;
    const struct ofl_limits *limits;
    ofl_board board;
    int n_empties;
    int64_t start_us;
    struct time_plan plan;
    struct root_move moves[OFL_MAX_MOVES];
    struct root_move first_moves[OFL_MAX_MOVES]; /* of the first line, if it is searched apart */
    int n_moves, n_lines;
    bool is_apart;                         /* the first line: see iterate() */
    int n_stable;                          /* iterations in a row that kept the best move */
    struct ofl_line lines[OFL_MAX_MOVES];  /* of the running iteration */
    int worths[OFL_MAX_MOVES];             /* of these lines, 1/100 disc (search/worth.h) */
    int kept_worths[OFL_MAX_MOVES];        /* of the lines of the result */
    int window_low, window_high;           /* beyond these a bound is enough */
    int proved_low, proved_high;           /* bounds of the score that hold to the end */
    int draw;                              /* what a draw is worth to the side to move */
    ofl_info_fn on_info;
    void *user;
    struct ofl_result *result;
};

static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static struct worker *master_of(struct searcher *s) { return &s->pool->workers[0]; }

static uint64_t total_nodes(const struct run *run)
{
    const struct pool *pool = run->searcher->pool;
    uint64_t nodes = 0;
    for (int i = 0; i < pool->n_threads; i++)
        nodes += pool->workers[i].nodes;
    return nodes;
}

static int64_t elapsed_ms(const struct run *run)
{
    return (clock_us() - run->start_us) / US_PER_MS;
}

static void report(struct run *run, int rank)
{
    if (!run->on_info)
        return;
    struct ofl_info info = {
        .line = run->lines[rank], .rank = rank, .n_lines = run->n_lines,
        .nodes = total_nodes(run), .time_ms = elapsed_ms(run),
        .table_permille = tt_fill_permille(&run->searcher->tt),
    };
    run->on_info(run->user, &info);
}

/* One iteration: plies, and how boldly it prunes. */
struct stage {
    int depth, selectivity;
};

/* What an exact search with this window says of the score. */
static void note_proof(struct run *run, int alpha, int beta, int score)
{
    if (score > alpha && score > run->proved_low)
        run->proved_low = score;
    if (score < beta && score < run->proved_high)
        run->proved_high = score;
}

static enum ofl_bound bound_in_window(const struct run *run, int score)
{
    return score <= run->window_low    ? OFL_BOUND_UPPER
           : score >= run->window_high ? OFL_BOUND_LOWER
                                       : OFL_BOUND_EXACT;
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
        if (to_end && bound_in_window(run, *score) != OFL_BOUND_EXACT)
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
    bool to_end = stage.depth >= run->n_empties;
    struct ofl_line *line = &run->lines[rank];
    *line = (struct ofl_line){
        .move = run->moves[rank].move,
        .score = to_end && score == run->draw ? 0 : score_to_cd(score),
        .depth = to_end ? run->n_empties : stage.depth,
        .confidence = SELECTIVITY_PERCENT[stage.selectivity],
        .solved = to_end && stage.selectivity == SELECTIVITY_NONE,
        .bound = to_end ? bound_in_window(run, score) : OFL_BOUND_EXACT,
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

/* The score of a solved line whose worth leaves it open. If there is no time for that, it is not
 * called solved. */
static void find_score(struct run *run, struct ofl_line *line)
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

/* Where a draw is worth less, moves that lose may be worth as much as one that draws: the opponent
 * could draw, too. Of moves of the same worth the one with the best score is the line. */
static void choose_of_equals(struct run *run, int rank, int worth)
{
    for (int i = rank + 1; i < run->n_moves; i++) {
        struct ofl_line line = run->lines[rank];
        line.move = run->moves[i].move;
        if (!has_worth(run, i, worth))
            continue;
        find_score(run, &line);
        if (!line.solved || line.score <= run->lines[rank].score)
            continue;
        const struct root_move move = run->moves[i];
        run->moves[i] = run->moves[rank];
        run->moves[rank] = move;
        run->lines[rank] = line;
    }
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

static void keep_iteration(struct run *run)
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
    keep_iteration(run);
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
static bool iterate(struct run *run, struct stage stage)
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
        const bool is_proved = line->solved && line->bound == OFL_BOUND_EXACT;
        if (is_proved && worth_is_open(run->draw, run->searcher->config.rule, run->worths[rank])) {
            find_score(run, line);
            choose_of_equals(run, rank, score);
        } else if (is_proved) {
            pv_complete(w, run->board, run->draw, score, line);
        }
        if (w->stopped && rank + 1 < run->n_lines)
            return false;
        report(run, rank);
    }
    return true;
}

/* WLD: is the score above 0, 0, or below? One or two null windows. */
static bool search_wld(struct run *run, struct stage stage)
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
    line->bound = score > 0 ? OFL_BOUND_LOWER : score < 0 ? OFL_BOUND_UPPER : OFL_BOUND_EXACT;
    report(run, 0);
    return true;
}

static int static_score(const struct run *run)
{
    const struct weights *weights = run->searcher->config.weights;
    return score_to_cd(weights ? kernel()->evaluate_trained(weights, run->board)
                               : kernel()->evaluate(run->board));
}

/* The move list, by square, and a result that is legal whatever happens. */
static void set_up_moves(struct run *run)
{
    uint64_t legal = ofl_legal_moves(run->board);
    uint64_t wanted = run->limits->moves & legal;
    for (uint64_t left = wanted ? wanted : legal; left; left = bit_drop(left))
        run->moves[run->n_moves++] = (struct root_move){.move = (uint8_t)bit_first(left)};
    run->n_lines = run->limits->multi_pv < 1 ? 1 : run->limits->multi_pv;
    if (run->n_lines > run->n_moves)
        run->n_lines = run->n_moves;
    run->is_apart = run->n_lines > 1 && run->limits->goal == OFL_GOAL_PLAY &&
                    run->searcher->line_tt.buckets;
    memcpy(run->first_moves, run->moves, sizeof run->moves);
    run->result->n_lines = 1;
    run->result->lines[0] = (struct ofl_line){
        .move = run->moves[0].move, .score = static_score(run),
        .pv_length = 1, .pv = {run->moves[0].move}, .confidence = SELECTIVITY_PERCENT[0],
    };
}

static bool time_is_up(const struct run *run)
{
    if (run->limits->goal != OFL_GOAL_PLAY)
        return false;
    struct hit *hit = &run->searcher->hit;
    if (!atomic_load(&hit->has_come))
        return timeman_is_enough(run->plan, elapsed_ms(run), run->n_stable);
    const struct time_plan plan = {.soft_ms = atomic_load(&hit->soft_ms), .hard_ms = INT64_MAX,
                                   .use_all = atomic_load(&hit->uses_all)};
    const int64_t since_ms = (clock_us() - atomic_load(&hit->start_us)) / US_PER_MS;
    return timeman_is_enough(plan, since_ms, run->n_stable);
}

/* More of a large table for an iteration that will be larger than those before. */
static void grow_table(struct run *run, struct stage stage)
{
    struct tt *tt = &run->searcher->tt;
    const bool is_exact = stage.depth >= run->n_empties && stage.selectivity == SELECTIVITY_NONE;
    const uint64_t nodes = total_nodes(run) * (is_exact ? TT_END_TIMES : 1);
    const int64_t left_us = atomic_load(&run->searcher->shared.deadline_us) - clock_us();
    if (nodes / TT_NODES_A_BUCKET > tt->n_buckets && left_us > INT64_C(1000) * TT_GROW_MS)
        tt_grow(tt, nodes / TT_NODES_A_BUCKET, run->searcher->shared.external_stop);
}

/* A finished iteration goes to the result. False when it was the last: stopped, or out of time. */
static bool do_stage(struct run *run, int depth, int selectivity)
{
    assert(depth >= 1 && selectivity >= 0 && selectivity <= SELECTIVITY_NONE);
    const struct stage stage = {depth, selectivity};
    bool is_wld = run->limits->goal == OFL_GOAL_WLD && depth >= run->n_empties;
    grow_table(run, stage);
    run->result->stopped = true;
    if (!(is_wld ? search_wld(run, stage) : iterate(run, stage)))
        return false;
    const struct ofl_line *best = &run->result->lines[0];
    const int move_before = best->depth > 0 ? best->move : OFL_NO_MOVE;
    keep_iteration(run);
    const bool is_stable = best->move == move_before;
    run->n_stable = is_stable ? run->n_stable + 1 : 0;
    run->result->stopped = !run->lines[0].solved && time_is_up(run);
    return !run->result->stopped;
}

/* To the end in passes, each surer than the one before. The bold ones are cheap. They leave the
 * best moves in the table, and their value is the centre of the next window. */
static void search_end(struct run *run, int last_selectivity)
{
    for (int selectivity = 0; selectivity < last_selectivity; selectivity++)
        if (run->n_empties >= SELECTIVITY_PASS_EMPTIES[selectivity] &&
            !do_stage(run, run->n_empties, selectivity))
            return;
    do_stage(run, run->n_empties, last_selectivity);
}

/* Depth after depth, and to the end when the schedule says so or the depth came that far. */
static void deepen(struct run *run)
{
    const int64_t expected_ms = run->searcher->hit.expected_ms;
    const int64_t hard_ms = run->plan.hard_ms < expected_ms ? run->plan.hard_ms : expected_ms;
    struct schedule schedule = schedule_make(run->limits, run->searcher->config.level,
                                             run->n_empties, hard_ms, run->n_moves);
    bool to_end = run->n_empties <= schedule.end_empties;
    int before_end = run->n_empties - 1;
    int last = schedule.max_depth < before_end ? schedule.max_depth : before_end;
    int leap = schedule_leap_depth(run->n_empties, run->limits->goal == OFL_GOAL_PLAY);
    if (to_end && last > leap)
        last = leap;
    for (int depth = 1; depth <= last && run->n_empties > END_ONLY_EMPTIES; depth++)
        if (!do_stage(run, depth, run->searcher->config.selectivity))
            return;
    if (to_end || schedule.max_depth >= run->n_empties || run->n_empties <= END_ONLY_EMPTIES)
        search_end(run, schedule.end_selectivity);
}

/* A pass or a finished game: nothing to choose, but the score may be wanted. */
static void no_choice(struct run *run)
{
    struct ofl_line *line = &run->lines[0];
    *line = (struct ofl_line){.move = OFL_NO_MOVE, .confidence = 100, .solved = true};
    line->score = 100 * ofl_score(run->board, run->searcher->config.rule);
    run->n_lines = 1;
    run->result->proved_low = run->result->proved_high = line->score;
    keep_iteration(run);
}

static void set_window(struct run *run)
{
    const struct ofl_limits *l = run->limits;
    bool is_set = l->has_window && l->goal == OFL_GOAL_EXACT;
    run->window_low = -EVAL_INFINITY;
    run->window_high = EVAL_INFINITY;
    if (is_set) {
        int low = score_from_cd(clamp(l->low, -SCORE_CD_MOST, SCORE_CD_MOST)) - 1;
        int high = score_from_cd(clamp(l->high, -SCORE_CD_MOST, SCORE_CD_MOST)) + 1;
        run->window_low = clamp(low, -EVAL_INFINITY, EVAL_WIN);
        run->window_high = clamp(high, run->window_low + 1, EVAL_INFINITY);
    }
    run->proved_low = -EVAL_WIN;
    run->proved_high = EVAL_WIN;
}

static void run_started(struct run *run, atomic_bool *external_stop)
{
    run->n_empties = ofl_count_empties(run->board);
    /* Without memory for it the lines share one table. */
    if (run->limits->multi_pv > 1 && run->limits->goal == OFL_GOAL_PLAY &&
        !run->searcher->line_tt.buckets)
        tt_resize_buckets(&run->searcher->line_tt, run->searcher->tt.n_buckets / LINE_TABLE_PART);
    run->plan = timeman_plan(run->limits, run->n_empties, searcher_time_loss(run->searcher));
    set_window(run);
    /* Half of the range of a clock is as good as no limit, and the sum does not overflow. */
    int64_t deadline_us = run->plan.hard_ms < INT64_MAX / (2 * US_PER_MS)
        ? run->start_us + run->plan.hard_ms * US_PER_MS : INT64_MAX;
    const uint64_t node_limit = run->limits->nodes ? run->limits->nodes : UINT64_MAX;
    searcher_prepare(run->searcher, node_limit, deadline_us, external_stop);
    set_up_moves(run);
    deepen(run);
    searcher_note_end(run->searcher);
    run->result->nodes = total_nodes(run);
    run->result->time_ms = elapsed_ms(run);
    assert(run->result->n_lines >= 1 && run->proved_low <= run->proved_high);
    worth_tell_bounds(run->draw, &run->proved_low, &run->proved_high);
    run->result->proved_low = score_to_cd(run->proved_low);
    run->result->proved_high = score_to_cd(run->proved_high);
}

/* Turns the lines of the position after a pass into lines of the position before it. */
static void prepend_pass(struct ofl_result *result)
{
    struct ofl_line *line = &result->lines[0];
    result->n_lines = 1;
    line->score = -line->score;
    int low = result->proved_low;
    result->proved_low = -result->proved_high;
    result->proved_high = -low;
    if (line->bound != OFL_BOUND_EXACT)
        line->bound = line->bound == OFL_BOUND_LOWER ? OFL_BOUND_UPPER : OFL_BOUND_LOWER;
    int length = line->pv_length < OFL_MAX_PV ? line->pv_length : OFL_MAX_PV - 1;
    memmove(line->pv + 1, line->pv, (size_t)length);
    line->pv[0] = OFL_PASS;
    line->pv_length = length + 1;
    line->move = OFL_PASS;
}

struct pass_filter {
    ofl_info_fn on_info;
    void *user;
};

static void report_after_pass(void *user, const struct ofl_info *info)
{
    struct pass_filter *filter = user;
    struct ofl_info turned = *info;
    struct ofl_result one = {.n_lines = 1};
    one.lines[0] = info->line;
    prepend_pass(&one);
    turned.line = one.lines[0];
    turned.n_lines = 1;
    filter->on_info(filter->user, &turned);
}

void root_run(struct searcher *searcher, ofl_board board, const struct ofl_limits *limits,
              atomic_bool *external_stop, ofl_info_fn on_info, void *user,
              struct ofl_result *result)
{
    assert(ofl_board_is_valid(board));
    *result = (struct ofl_result){0};
    struct run run = {
        .searcher = searcher, .limits = limits, .board = board, .start_us = clock_us(),
        .on_info = on_info, .user = user, .result = result,
        .draw = limits->goal == OFL_GOAL_PLAY && !limits->neutral
                    ? worth_of_draw(searcher->config.contempt_cd) : 0,
    };
    searcher_expect_draw(searcher, run.draw);
    if (ofl_is_over(board)) {
        no_choice(&run);
        return;
    }
    if (ofl_legal_moves(board)) {
        run_started(&run, external_stop);
        return;
    }
    /* Forced pass: think about the reply, and tell it from this side. */
    struct pass_filter filter = {on_info, user};
    struct ofl_limits after = *limits;
    after.moves = 0;
    after.multi_pv = 1;
    after.low = -clamp(limits->high, -SCORE_CD_MOST, SCORE_CD_MOST);
    after.high = -clamp(limits->low, -SCORE_CD_MOST, SCORE_CD_MOST);
    run.board = ofl_swap(board);
    run.draw = -run.draw;
    run.limits = &after;
    run.on_info = on_info ? report_after_pass : NULL;
    run.user = &filter;
    run_started(&run, external_stop);
    prepend_pass(result);
}
