/* search/root.c - iterative deepening over the root moves, and what comes of it.
 *
 * A run is a list of iterations: depth 1, 2, 3 ... and, when the end of the game
 * is in reach, a last one to the end (root_lines.c). Only finished iterations count for the
 * result. */
#include "search/root.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "isa/kernel.h"
#include "search/root_run.h"
#include "search/schedule.h"
#include "search/worth.h"

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
        return timeman_is_enough(run->plan, root_elapsed_ms(run), run->n_stable);
    const struct time_plan plan = {.soft_ms = atomic_load(&hit->soft_ms), .hard_ms = INT64_MAX,
                                   .use_all = atomic_load(&hit->uses_all)};
    const int64_t since_ms = (clock_us() - atomic_load(&hit->start_us)) / US_PER_MS;
    return timeman_is_enough(plan, since_ms, run->n_stable);
}

/* More of a large table for an iteration that will be larger than those before. */
static void grow_table(struct run *run, struct stage stage)
{
    struct tt *tt = &run->searcher->tt;
    const bool to_end = stage.depth >= run->n_empties;
    const uint64_t n_buckets = root_total_nodes(run) / (to_end ? TT_END_NODES_A_BUCKET
                                                               : TT_NODES_A_BUCKET);
    const int64_t left_us = atomic_load(&run->searcher->shared.deadline_us) - clock_us();
    if (n_buckets > tt->n_buckets && left_us > INT64_C(1000) * TT_GROW_MS)
        tt_grow(tt, n_buckets, run->searcher->shared.external_stop);
}

/* A finished iteration goes to the result. False when it was the last: stopped, or out of time. */
static bool do_stage(struct run *run, int depth, int selectivity)
{
    assert(depth >= 1 && selectivity >= 0 && selectivity <= SELECTIVITY_NONE);
    const struct stage stage = {depth, selectivity};
    bool is_wld = run->limits->goal == OFL_GOAL_WLD && depth >= run->n_empties;
    grow_table(run, stage);
    run->result->stopped = true;
    if (!(is_wld ? root_search_wld(run, stage) : root_iterate(run, stage)))
        return false;
    const struct ofl_line *best = &run->result->lines[0];
    const int move_before = best->depth > 0 ? best->move : OFL_NO_MOVE;
    root_keep_iteration(run);
    const bool is_stable = best->move == move_before;
    run->n_stable = is_stable ? run->n_stable + 1 : 0;
    run->result->stopped = !run->lines[0].solved && time_is_up(run);
    return !run->result->stopped;
}

/* Is there a komi, and a limit that may end the search before the score is known? */
static bool asks_who_wins(const struct run *run)
{
    const struct ofl_limits *limits = run->limits;
    return limits->draw_cd && limits->goal == OFL_GOAL_PLAY && run->n_lines == 1 &&
           (limits->nodes || run->plan.hard_ms < INT64_MAX);
}

/* To the end in passes, each surer than the one before. The bold ones are cheap. They leave the
 * best moves in the table, and their value is the centre of the next window. */
static void search_end(struct run *run, int first_selectivity, int last_selectivity)
{
    for (int selectivity = first_selectivity; selectivity < last_selectivity; selectivity++)
        if (run->n_empties >= SELECTIVITY_PASS_EMPTIES[selectivity] &&
            !do_stage(run, run->n_empties, selectivity))
            return;
    run->result->stopped = true;
    if (last_selectivity < SELECTIVITY_NONE || !asks_who_wins(run) ||
        root_search_draw(run, (struct stage){run->n_empties, SELECTIVITY_NONE}))
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
    int selectivity = run->searcher->config.selectivity;
    if (selectivity == SELECTIVITY_87)
        selectivity = schedule.instead_of_87;
    for (int depth = 1; depth <= last && run->n_empties > END_ONLY_EMPTIES; depth++)
        if (!do_stage(run, depth, selectivity))
            return;
    if (to_end || schedule.max_depth >= run->n_empties || run->n_empties <= END_ONLY_EMPTIES)
        /* A bolder pass would replace the move of surer iterations that came as far. */
        search_end(run, last == before_end && selectivity >= SELECTIVITY_95 ? selectivity : 0,
                   schedule.end_selectivity);
}

/* A pass or a finished game: nothing to choose, but the score may be wanted. */
static void no_choice(struct run *run)
{
    struct ofl_line *line = &run->lines[0];
    *line = (struct ofl_line){.move = OFL_NO_MOVE, .confidence = 100, .solved = true,
                              .bound = OFL_BOUND_EXACT};
    line->score = 100 * ofl_score(run->board, run->searcher->config.rule);
    run->n_lines = 1;
    run->result->proved_low = run->result->proved_high = line->score;
    root_keep_iteration(run);
}

static void set_window(struct run *run)
{
    const struct ofl_limits *l = run->limits;
    bool is_set = l->has_window && l->goal == OFL_GOAL_EXACT;
    run->window_low = -EVAL_INFINITY;
    run->window_high = EVAL_INFINITY;
    if (is_set) {
        int low = score_from_cd(l->low) - 1;
        int high = score_from_cd(l->high) + 1;
        run->window_low = clamp(low, -EVAL_INFINITY, EVAL_WIN);
        run->window_high = clamp(high, run->window_low + 1, EVAL_INFINITY);
    }
    run->proved_low = -EVAL_WIN;
    run->proved_high = EVAL_WIN;
}

static void run_started(struct run *run, atomic_int *external_stop)
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
    if (run->limits->goal == OFL_GOAL_PLAY) /* a new game has given so much already */
        tt_grow(&run->searcher->tt, TT_FIRST_BUCKETS, external_stop);
    set_up_moves(run);
    deepen(run);
    searcher_note_end(run->searcher);
    run->result->nodes = root_total_nodes(run);
    run->result->time_ms = root_elapsed_ms(run);
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
    if (line->bound == OFL_BOUND_LOWER || line->bound == OFL_BOUND_UPPER)
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
              atomic_int *external_stop, ofl_info_fn on_info, void *user,
              struct ofl_result *result)
{
    assert(ofl_board_is_valid(board));
    *result = (struct ofl_result){0};
    struct run run = {
        .searcher = searcher, .limits = limits, .board = board, .start_us = clock_us(),
        .on_info = on_info, .user = user, .result = result,
        .draw = limits->goal == OFL_GOAL_PLAY && !limits->draw_cd
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
    after.draw_cd = -limits->draw_cd;
    if (limits->has_window) {
        after.low = -limits->high;
        after.high = -limits->low;
    }
    run.board = ofl_swap(board);
    run.draw = -run.draw;
    run.limits = &after;
    run.on_info = on_info ? report_after_pass : NULL;
    run.user = &filter;
    run_started(&run, external_stop);
    prepend_pass(result);
}
