/* analysis/steady.c - see steady.h. */
#include "analysis/steady.h"

#include <string.h>
#include <outflank/think.h>

#include "base/bits.h"

enum {
    ALONE_EMPTIES = 17, /* from here on one engine solves */
    MOST_CD = 6400,
    ORDER_DEPTH = 8     /* plies of the search that orders moves */
};

/* Adds what a search took. */
static void add_nodes(struct ofl_result *sum, const struct ofl_result *more)
{
    sum->nodes += more->nodes;
    sum->time_ms += more->time_ms;
    sum->stopped |= more->stopped;
}

static int search(const struct steady *steady, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *sum, struct ofl_result *found)
{
    const int code = ofl_search(steady->engines[0], board, limits, found);
    if (code == OFL_OK)
        add_nodes(sum, found);
    return code;
}

/* Deals the moves behind the first out to the engines: shares[0..n-1]. */
static void deal(const struct steady *steady, const struct ofl_result *order,
                 uint64_t shares[STEADY_MOST])
{
    memset(shares, 0, sizeof shares[0] * STEADY_MOST);
    for (int i = 1; i < order->n_lines; i++)
        shares[(i - 1) % steady->n] |= bit_of(order->lines[i].move);
}

/* Asks all engines at once whether a move of their share has more than `score_cd`. Shares without
 * one become 0. *better: such a move, of the first engine that has one, taken out of its share; or
 * OFL_NO_MOVE. */
static int ask_all(const struct steady *steady, ofl_board board, int score_cd,
                   uint64_t shares[STEADY_MOST], struct ofl_result *sum, int *better)
{
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .has_window = true, .multi_pv = 1,
                                .low = score_cd + 100, .high = score_cd + 100};
    int code = OFL_OK;
    *better = OFL_NO_MOVE;
    for (int i = 0; i < steady->n && code == OFL_OK; i++) {
        limits.moves = shares[i];
        code = shares[i] ? ofl_start(steady->engines[i], board, &limits) : OFL_OK;
    }
    for (int i = 0; i < steady->n; i++) {
        struct ofl_result found;
        if (!ofl_is_thinking(steady->engines[i]))
            continue;
        const int error = ofl_wait(steady->engines[i], -1, &found);
        code = code ? code : error;
        if (error)
            continue;
        add_nodes(sum, &found);
        if (found.proved_low <= score_cd) {
            shares[i] = 0;
        } else if (*better == OFL_NO_MOVE) {
            *better = found.lines[0].move;
            shares[i] &= ~bit_of(*better);
        }
    }
    return code;
}

static int solve(const struct steady *steady, ofl_board board, struct ofl_result *sum,
                 struct ofl_line *line);

/* The line of a move, or pass, from the line behind it. */
static int solve_move(const struct steady *steady, ofl_board board, int move,
                      struct ofl_result *sum, struct ofl_line *line)
{
    struct ofl_line next;
    const ofl_board child = move == OFL_PASS ? ofl_swap(board) : ofl_play(board, move);
    const int code = solve(steady, child, sum, &next);
    if (code != OFL_OK)
        return code;
    *line = next;
    line->move = move;
    line->score = -next.score;
    line->depth = ofl_count_empties(board);
    const bool has_line = next.move != OFL_NO_MOVE;
    line->pv_length = has_line ? next.pv_length + 1 : 1;
    line->pv[0] = (uint8_t)move;
    memcpy(line->pv + 1, next.pv, has_line ? (size_t)next.pv_length : 0);
    return code;
}

static int solve(const struct steady *steady, ofl_board board, struct ofl_result *sum,
                 struct ofl_line *line)
{
    static const struct ofl_limits exact = {.goal = OFL_GOAL_EXACT, .multi_pv = 1};
    static const struct ofl_limits shallow = {.depth = ORDER_DEPTH, .strict_depth = true,
                                              .multi_pv = OFL_MAX_MOVES};
    uint64_t shares[STEADY_MOST];
    struct ofl_result found;
    const bool is_pass = !ofl_legal_moves(board) && !ofl_is_over(board);
    if (ofl_count_empties(board) <= ALONE_EMPTIES || ofl_is_over(board)) {
        const int code = search(steady, board, &exact, sum, &found);
        *line = found.lines[0];
        return code;
    }
    if (is_pass)
        return solve_move(steady, board, OFL_PASS, sum, line);
    int code = search(steady, board, &shallow, sum, &found);
    if (code == OFL_OK)
        code = solve_move(steady, board, found.lines[0].move, sum, line);
    deal(steady, &found, shares);
    for (int better = 0; code == OFL_OK && better != OFL_NO_MOVE && line->score < MOST_CD;) {
        struct ofl_line other;
        code = ask_all(steady, board, line->score, shares, sum, &better);
        if (code != OFL_OK || better == OFL_NO_MOVE || sum->stopped)
            break;
        code = solve_move(steady, board, better, sum, &other);
        if (code == OFL_OK && other.score > line->score)
            *line = other;
    }
    return code;
}

int steady_solve(const struct steady *steady, ofl_board board, struct ofl_result *result)
{
    *result = (struct ofl_result){.n_lines = 1};
    const int code = solve(steady, board, result, &result->lines[0]);
    result->lines[0].solved &= !result->stopped;
    if (result->stopped)
        result->lines[0].bound = OFL_BOUND_ESTIMATE;
    result->proved_low = result->stopped ? -MOST_CD : result->lines[0].score;
    result->proved_high = result->stopped ? MOST_CD : result->lines[0].score;
    return code;
}
