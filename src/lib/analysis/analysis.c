/* analysis/analysis.c - implements analysis.h. */
#include "analysis/analysis.h"

#include <string.h>
#include <outflank/analysis.h>
#include <outflank/book.h>
#include <outflank/notation.h>
#include <outflank/think.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/calls.h"

enum {
    TELL_EVERY_MS = 100,
    SCORE_MOST = 6400,
    /* The first search gets this share of the limits; what is left is for solving. */
    GLANCE_PERCENT = 15,
    /* Solving is tried if the forecast is at most this much of what is left: half of the positions
     * take less than the forecast, and a failed try still searches the best move to the end. */
    REACH_PERCENT = 200,
    /* A search to the end passes so many times the nodes a second of one that evaluates boards at a
     * horizon: 43 M against 1.1 to 3.1 M. */
    END_RATE_TIMES = 15
};

/* One call of analysis_run(). */
struct work {
    ofl_engine *engine;
    const struct analysis_limits *limits;
    analysis_fn tell;
    void *user;
    struct analysis *analysis;
    int64_t start_us;
    uint64_t nodes;        /* of the searches of this call that have ended */
    uint64_t legal;        /* squares; 0: a pass */
    uint64_t from_book;    /* squares whose lines the book gave */
    double nodes_per_s;    /* measured; 0: not yet */
    bool is_stopped;       /* by ofl_stop() or a limit */
};

int analysis_loss(const struct analysis *analysis, int index)
{
    return analysis->result.lines[0].score - analysis->result.lines[index].score;
}

void analysis_bounds(const struct analysis *analysis, int index, int *low_cd, int *high_cd)
{
    const struct ofl_line *line = &analysis->result.lines[index];
    const ofl_board board = analysis->position.board;
    const bool is_move = line->move < OFL_PASS;
    const ofl_board next = is_move ? ofl_play(board, line->move) : ofl_swap(board);
    *low_cd = 200 * bit_count(ofl_stable_discs(ofl_swap(next))) - SCORE_MOST;
    *high_cd = SCORE_MOST - 200 * bit_count(ofl_stable_discs(next));
    if (is_move && analysis->ceiling[line->move] < *high_cd)
        *high_cd = analysis->ceiling[line->move];
    if (line->solved && line->bound != OFL_BOUND_UPPER && line->score > *low_cd)
        *low_cd = line->score;
    if (line->solved && line->bound != OFL_BOUND_LOWER && line->score < *high_cd)
        *high_cd = line->score;
}

static int n_moves(const struct analysis *analysis)
{
    return analysis->moves ? bit_count(analysis->moves) : 1;
}

static int n_wanted(const struct analysis *analysis, int n_best)
{
    const int n = n_moves(analysis);
    return n_best < n ? n_best : n;
}

bool analysis_is_complete(const struct analysis *analysis, int n_best)
{
    const struct ofl_result *result = &analysis->result;
    const int n = n_wanted(analysis, n_best);
    if (result->n_lines < n)
        return false;
    for (int i = 0; i < n; i++)
        if (result->lines[i].bound != OFL_BOUND_EXACT)
            return false;
    return true;
}

void analysis_begin(struct analysis *analysis, ofl_position position)
{
    *analysis = (struct analysis){.position = position,
                                  .n_empties = ofl_count_empties(position.board),
                                  .forecast = forecast_make(position.board, 0),
                                  .moves = ofl_legal_moves(position.board)};
    analysis->result.proved_low = -SCORE_MOST;
    analysis->result.proved_high = SCORE_MOST;
    for (int square = 0; square < 64; square++)
        analysis->ceiling[square] = SCORE_MOST;
}

bool analysis_read_moves(const char *text, uint64_t *squares, struct reason *reason)
{
    *squares = 0;
    for (const char *at = text; *at || at == text; at += 2 + (at[2] == ',')) {
        const size_t length = strcspn(at, ",");
        const int square = length == 2 ? ofl_move_from_text(at, 2) : OFL_NO_MOVE;
        if (square < 0 || square >= 64 || (at[2] == ',' && !at[3]))
            return reason_set(reason, "expected squares as b5,f4, found \"%s\"", text);
        *squares |= bit_of(square);
    }
    return true;
}

bool analysis_want(struct analysis *analysis, uint64_t squares, struct reason *reason)
{
    const uint64_t illegal = squares & ~analysis->moves;
    char move[8];
    if (illegal)
        return reason_set(reason, "%s is not a legal move here",
                          ofl_move_to_text(bit_first(illegal), false, move));
    analysis->moves = squares ? squares : analysis->moves;
    return true;
}

/* Are all legal moves considered? */
static bool is_whole(const struct analysis *analysis)
{
    return analysis->moves == ofl_legal_moves(analysis->position.board);
}

/* The moves that a search considers. */
static uint64_t squares_of(const struct work *work, const struct ofl_limits *limits)
{
    return limits->moves ? limits->moves : work->legal;
}

/* ---- lines ---- */

/* Best first; of equal scores exact ones, then estimates, then bounds. */
static int rank_of(const struct ofl_line *line)
{
    return line->bound == OFL_BOUND_EXACT ? 0 : line->bound == OFL_BOUND_ESTIMATE ? 1 : 2;
}

static bool is_before(const struct ofl_line *a, const struct ofl_line *b)
{
    return a->score != b->score ? a->score > b->score : rank_of(a) < rank_of(b);
}

static void sort_lines(struct ofl_result *result)
{
    for (int i = 1; i < result->n_lines; i++) {
        const struct ofl_line line = result->lines[i];
        int at = i;
        for (; at > 0 && is_before(&line, &result->lines[at - 1]); at--)
            result->lines[at] = result->lines[at - 1];
        result->lines[at] = line;
    }
}

/* Does the new line of a move say more than the one that is known? A later search begins with
 * shallow iterations once more. */
static bool says_more(const struct ofl_line *new, const struct ofl_line *old)
{
    if (old->bound == OFL_BOUND_EXACT || new->source != old->source)
        return new->bound == OFL_BOUND_EXACT && old->bound != OFL_BOUND_EXACT;
    if (new->solved != old->solved)
        return new->solved;
    return new->depth != old->depth ? new->depth > old->depth
                                    : new->confidence >= old->confidence;
}

static void add_line(struct ofl_result *result, const struct ofl_line *line)
{
    int at = 0;
    while (at < result->n_lines && result->lines[at].move != line->move)
        at++;
    if (at == result->n_lines && at < OFL_MAX_MOVES)
        result->lines[result->n_lines++] = *line;
    else if (at < result->n_lines && says_more(line, &result->lines[at]))
        result->lines[at] = *line;
}

/* A line that no estimate can lie above becomes a bound. */
static void bound_line(struct ofl_line *line, int score, int depth, int confidence)
{
    if (line->move >= OFL_PASS || line->bound == OFL_BOUND_EXACT || line->score < score)
        return;
    line->score = score;
    line->bound = OFL_BOUND_UPPER;
    line->depth = depth;
    line->confidence = confidence;
    line->solved = confidence == 100;
}

/* The best of `squares` was searched to the end of the game: none of these moves has more. */
static void bound_others(struct analysis *analysis, const struct ofl_line *best, uint64_t squares)
{
    struct ofl_result *result = &analysis->result;
    for (int i = 0; i < result->n_lines; i++) {
        struct ofl_line *line = &result->lines[i];
        if (line->move != best->move && line->move < OFL_PASS && (squares & bit_of(line->move)))
            bound_line(line, best->score, best->depth, best->confidence);
    }
    for (uint64_t left = best->solved ? squares : 0; left; left = bit_drop(left)) {
        int *ceiling = &analysis->ceiling[bit_first(left)];
        *ceiling = best->score < *ceiling ? best->score : *ceiling;
    }
}

/* What a search of `squares` found; `now` is a finished result, or what is known by now. A search
 * to the end begins with shallow iterations of one line, which say less than what is known. */
static void take_lines(const struct work *work, const struct ofl_limits *limits,
                       const struct ofl_result *now, struct analysis *analysis)
{
    const struct ofl_line *best = &now->lines[0];
    const bool is_to_end = best->depth == analysis->n_empties && rank_of(best) < 2;
    if (limits->goal == OFL_GOAL_EXACT && !is_to_end)
        return;
    for (int i = 0; i < now->n_lines; i++) {
        struct ofl_line line = now->lines[i];
        if (line.move < OFL_PASS && line.score > analysis->ceiling[line.move])
            bound_line(&line, analysis->ceiling[line.move], analysis->n_empties, 100);
        add_line(&analysis->result, &line);
    }
    if (now->n_lines == 1 && is_to_end)
        bound_others(analysis, best, squares_of(work, limits));
    sort_lines(&analysis->result);
}

/* ---- searches ---- */

static int64_t elapsed_ms(const struct work *work)
{
    return (clock_us() - work->start_us) / US_PER_MS;
}

/* With what a search that runs has found so far, if there is one: lines that its result may leave
 * out again, so the analysis does not take them. */
static void tell_now(const struct work *work, const struct ofl_limits *limits,
                     const struct ofl_result *found)
{
    struct analysis now = *work->analysis;
    if (found && found->n_lines)
        take_lines(work, limits, found, &now);
    now.result.nodes += work->nodes + (found ? found->nodes : 0);
    now.result.time_ms += elapsed_ms(work);
    work->tell(work->user, &now);
}

/* An exact search of all moves proves bounds of the score, also when it was stopped. */
static void note_proof(struct work *work, const struct ofl_limits *limits,
                       const struct ofl_result *now)
{
    struct ofl_result *result = &work->analysis->result;
    if (squares_of(work, limits) != work->legal)
        return;
    if (now->proved_low > result->proved_low)
        result->proved_low = now->proved_low;
    if (now->proved_high < result->proved_high)
        result->proved_high = now->proved_high;
}

/* A search that is heard of line by line. */
struct hearing {
    struct work *work;
    const struct ofl_limits *limits;
    struct ofl_result now; /* lines of the iteration that runs */
    int64_t told_ms;
};

static void hear(void *user, const struct ofl_info *info)
{
    struct hearing *hearing = user;
    const int64_t now_ms = elapsed_ms(hearing->work);
    hearing->now.lines[info->rank] = info->line;
    hearing->now.n_lines = info->rank + 1;
    hearing->now.nodes = info->nodes;
    if (now_ms - hearing->told_ms < TELL_EVERY_MS)
        return;
    hearing->told_ms = now_ms;
    tell_now(hearing->work, hearing->limits, &hearing->now);
}

/* Where no thread is to be had: the search runs here, and tells when it has a new line. */
static int search_here(struct work *work, const struct ofl_limits *limits,
                       struct ofl_result *result)
{
    struct hearing hearing = {.work = work, .limits = limits, .told_ms = elapsed_ms(work)};
    return engine_search_heard(work->engine, work->analysis->position.board, limits, hear, &hearing,
                               result);
}

/* One search of some moves (0: a pass); its lines join the others. */
static int search(struct work *work, const struct ofl_limits *limits, struct ofl_result *result)
{
    const ofl_board board = work->analysis->position.board;
    int code;
    if (!work->tell) {
        code = ofl_search(work->engine, board, limits, result);
    } else {
        code = ofl_start(work->engine, board, limits);
        const bool is_started = code == OFL_OK;
        while (code == OFL_OK &&
               (code = ofl_wait(work->engine, TELL_EVERY_MS, result)) == OFL_ERR_BUSY) {
            struct ofl_result now;
            ofl_look(work->engine, &now);
            tell_now(work, limits, &now);
            code = OFL_OK;
        }
        if (!is_started && code == OFL_ERR_NOMEM)
            code = search_here(work, limits, result);
    }
    if (code != OFL_OK)
        return code;
    work->nodes += result->nodes;
    work->is_stopped = result->stopped;
    if (result->time_ms > 0 && result->nodes > 0) {
        const bool is_end = result->lines[0].depth >= work->analysis->n_empties;
        work->nodes_per_s = (double)result->nodes * 1000 / (double)result->time_ms *
                            (is_end ? 1 : END_RATE_TIMES);
    }
    take_lines(work, limits, result, work->analysis);
    note_proof(work, limits, result);
    if (work->tell)
        tell_now(work, limits, NULL);
    return OFL_OK;
}

/* A share of what is left of the limits; false if nothing is left. */
static bool take_share(const struct work *work, int percent, struct ofl_limits *limits)
{
    const struct analysis_limits *all = work->limits;
    if (all->time_ms) {
        const int64_t left = all->time_ms - elapsed_ms(work);
        limits->move_ms = left * percent / 100;
        if (limits->move_ms <= 0)
            return false;
    }
    if (all->nodes) {
        const uint64_t left = all->nodes > work->nodes ? all->nodes - work->nodes : 0;
        limits->nodes = (uint64_t)((double)left * percent / 100);
        if (!limits->nodes)
            return false;
    }
    return true;
}

/* ---- the steps ---- */

/* 1. */
static void ask_book(struct work *work)
{
    struct ofl_book_answer answer;
    struct analysis *analysis = work->analysis;
    struct ofl_result *result = &analysis->result;
    const struct ofl_limits limits = {.depth = work->limits->depth};
    if (work->limits->wants_exact ||
        ofl_ask_book(work->engine, analysis->position.board, &limits, &answer) <= 0)
        return;
    result->proved_low = is_whole(analysis) ? answer.low : -SCORE_MOST;
    result->proved_high = answer.high;
    for (int square = 0; square < 64; square++)
        analysis->ceiling[square] = answer.high;
    for (int i = 0; i < answer.n_lines; i++) {
        if (answer.lines[i].move < OFL_PASS && !(work->legal & bit_of(answer.lines[i].move)))
            continue;
        if (answer.lines[i].move < OFL_PASS)
            work->from_book |= bit_of(answer.lines[i].move);
        add_line(result, &answer.lines[i]);
    }
    sort_lines(result);
}

/* 2. Lines of all moves that are not from the book. */
static int estimate(struct work *work, int percent)
{
    const struct analysis_limits *all = work->limits;
    struct ofl_limits limits = {.multi_pv = all->n_best, .depth = all->depth,
                                .moves = work->from_book || !is_whole(work->analysis)
                                             ? work->legal & ~work->from_book : 0};
    struct ofl_result result;
    if (work->from_book && !limits.moves)
        return OFL_OK;
    if (!take_share(work, percent, &limits))
        return OFL_OK;
    /* A limit of time alone would make short work of a position with one move. */
    limits.infinite = limits.move_ms > 0 && !limits.depth;
    return search(work, &limits, &result);
}

static uint64_t exact_squares(const struct ofl_result *result)
{
    uint64_t squares = 0;
    for (int i = 0; i < result->n_lines; i++)
        if (result->lines[i].move < OFL_PASS && result->lines[i].bound == OFL_BOUND_EXACT)
            squares |= bit_of(result->lines[i].move);
    return squares;
}

/* The best line that is not exact, or NULL. */
static const struct ofl_line *first_inexact(const struct ofl_result *result)
{
    for (int i = 0; i < result->n_lines; i++)
        if (result->lines[i].bound != OFL_BOUND_EXACT)
            return &result->lines[i];
    return NULL;
}

/* 3. First the best of all moves: that bounds the others. Where all moves are wanted, each of them
 * is then solved by itself, which costs less than to prove which of them comes next. */
static int solve(struct work *work)
{
    const struct analysis *analysis = work->analysis;
    const bool wants_all = work->limits->n_best >= n_moves(analysis);
    int code = OFL_OK;
    for (bool is_first = true; code == OFL_OK && !work->is_stopped; is_first = false) {
        const struct ofl_line *next = first_inexact(&analysis->result);
        struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .multi_pv = 1};
        struct ofl_result result;
        if (analysis_is_complete(analysis, work->limits->n_best))
            return OFL_OK;
        limits.moves = work->legal & ~exact_squares(&analysis->result);
        if (wants_all && !is_first && next && next->move < OFL_PASS)
            limits.moves = bit_of(next->move);
        if (!take_share(work, 100, &limits)) {
            work->is_stopped = true;
            return OFL_OK;
        }
        code = search(work, &limits, &result);
    }
    return code;
}

/* Can the best move be solved with what is left? */
static bool is_in_reach(const struct work *work)
{
    const struct analysis_limits *all = work->limits;
    const struct forecast *forecast = &work->analysis->forecast;
    struct ofl_limits left = {0};
    if (all->wants_exact)
        return true;
    if (!take_share(work, 100, &left))
        return false;
    if (left.nodes && forecast->nodes * 100 > (double)left.nodes * REACH_PERCENT)
        return false;
    return !left.move_ms || forecast->seconds * 1000 * 100 <= (double)left.move_ms * REACH_PERCENT;
}

static int take_steps(struct work *work)
{
    const struct analysis_limits *all = work->limits;
    const bool is_bounded = all->time_ms || all->nodes || all->wants_exact;
    ask_book(work);
    if (all->depth || !is_bounded)
        return estimate(work, 100);
    int code = estimate(work, GLANCE_PERCENT);
    work->analysis->forecast = forecast_make(work->analysis->position.board, work->nodes_per_s);
    if (code != OFL_OK || analysis_is_complete(work->analysis, all->n_best))
        return code;
    work->is_stopped = false;
    return is_in_reach(work) ? solve(work) : estimate(work, 100);
}

int analysis_run(ofl_engine *engine, const struct analysis_limits *limits, analysis_fn tell,
                 void *user, struct analysis *analysis)
{
    struct work work = {.engine = engine, .limits = limits, .tell = tell, .user = user,
                        .analysis = analysis, .start_us = clock_us(),
                        .legal = analysis->moves};
    struct ofl_result *result = &analysis->result;
    if (analysis_is_complete(analysis, limits->n_best))
        return OFL_OK;
    const int code = take_steps(&work);
    result->nodes += work.nodes;
    result->time_ms += elapsed_ms(&work);
    result->stopped = work.is_stopped && !analysis_is_complete(analysis, limits->n_best);
    if (result->n_lines && result->lines[0].bound == OFL_BOUND_EXACT)
        result->proved_low = result->proved_high = result->lines[0].score;
    if (result->n_lines > limits->n_best)
        result->n_lines = limits->n_best;
    return code;
}

int analysis_run_on(ofl_engine *engine, const struct analysis_limits *limits, analysis_fn tell,
                    void *user, struct analysis *analysis)
{
    enum { LONGEST_ROUND_MS = 1 << 28 };
    struct analysis_limits round = *limits;
    int error;
    do {
        error = analysis_run(engine, &round, tell, user, analysis);
        if (round.time_ms < LONGEST_ROUND_MS)
            round.time_ms *= 2;
    } while (!error && !engine_is_stopped(engine) &&
             !analysis_is_complete(analysis, limits->n_best));
    return error;
}

/* ---- outflank/analysis.h ---- */

struct listener {
    ofl_analysis_fn tell;
    void *user;
};

static void put_public(const struct analysis *analysis, struct ofl_analysis *out)
{
    const struct forecast *forecast = &analysis->forecast;
    out->result = analysis->result;
    out->forecast = (struct ofl_forecast){forecast->nodes, forecast->seconds, forecast->factor};
    for (int i = 0; i < analysis->result.n_lines; i++)
        analysis_bounds(analysis, i, &out->proven_low[i], &out->proven_high[i]);
}

static void tell_listener(void *user, const struct analysis *now)
{
    const struct listener *listener = user;
    struct ofl_analysis out;
    put_public(now, &out);
    listener->tell(listener->user, &out);
}

int ofl_analyze(ofl_engine *engine, ofl_board board, const struct ofl_analysis_limits *limits,
                ofl_analysis_fn tell, void *user, struct ofl_analysis *analysis)
{
    struct listener listener = {tell, user};
    struct analysis work;
    const struct analysis_limits wanted = {
        .time_ms = limits->time_ms, .nodes = limits->nodes, .depth = limits->depth,
        .wants_exact = limits->exact,
        .n_best = limits->n_best ? limits->n_best : OFL_MAX_MOVES};
    const int wrong = engine_check(engine, board,
                                   &(struct ofl_limits){.move_ms = limits->time_ms,
                                                        .depth = limits->depth,
                                                        .multi_pv = limits->n_best});
    if (wrong)
        return wrong;
    if (limits->exact && limits->depth)
        return engine_refuse(engine, OFL_ERR_OPTION,
                             "an exact score needs all plies: no depth goes with it");
    analysis_begin(&work, (ofl_position){board, OFL_BLACK});
    const int code = analysis_run(engine, &wanted, tell ? tell_listener : NULL, &listener, &work);
    if (code == OFL_OK)
        put_public(&work, analysis);
    return code;
}
