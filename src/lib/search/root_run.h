/* search/root_run.h - one run of a search: what root.c, root_lines.c and root_contempt.c share.
 *
 * Threads: a run belongs to the thread that searches. */
#ifndef SEARCH_ROOT_RUN_H
#define SEARCH_ROOT_RUN_H

#include "search/searcher.h"

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

/* One iteration: plies, and how boldly it prunes. */
struct stage {
    int depth, selectivity;
};

static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static inline struct worker *master_of(struct searcher *s) { return &s->pool->workers[0]; }

/* Nodes of all workers so far, and the time. */
uint64_t root_total_nodes(const struct run *run);
int64_t root_elapsed_ms(const struct run *run);

/* One iteration: each line takes the best of what the lines before it left; or win, draw, loss.
 * False if stopped. */
bool root_iterate(struct run *run, struct stage stage);
bool root_search_wld(struct run *run, struct stage stage);

/* Before a search to the end that a limit may cut short: a move that is proved to win, or to draw
 * where none wins, becomes the result (ofl_limits.draw_cd). False if stopped. */
bool root_search_draw(struct run *run, struct stage stage);

/* The lines of a finished iteration become the result. */
void root_keep_iteration(struct run *run);

/* The score of a solved line whose worth leaves it open. If there is no time for that, it is not
 * called solved. */
void root_find_score(struct run *run, struct ofl_line *line);

/* Where a draw is worth less, moves that lose may be worth as much as one that draws: the opponent
 * could draw, too. Of moves of the same worth the one with the best score is the line. */
void root_choose_of_equals(struct run *run, int rank, int worth);

#endif
