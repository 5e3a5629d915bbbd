/* search/searcher.h - what an engine searches with: tables, workers, options, and the clock in the
 * opponent's time.
 *
 * Threads: one search at a time; the external stop flag may be set from any, and searcher_hit()
 *          comes from another thread than the search. */
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include "search/search.h"
#include "search/timeman.h"

/* What the engine's options say; copied at the start of each search. */
struct search_config {
    int level;                   /* 0..60: depth and solving range when nothing else limits */
    int selectivity;             /* of searches to a horizon, 0 .. SELECTIVITY_NONE */
    enum ofl_score_rule rule;
    int contempt_cd;             /* a draw is worth so much less than 0 in play (OFL_GOAL_PLAY) */
    int overhead_ms;             /* lost by each move on its way: struct time_loss */
    bool no_tempo;               /* horizons without errors_tempo() */
    const struct weights *weights; /* NULL: classical evaluation */
    struct search_switches switches;
};

/* The clock of a search in the opponent's time, from when the expected move has come. */
struct hit {
    int64_t expected_ms;         /* what the move may take then; INT64_MAX: no limit is known */
    atomic_bool has_come;
    _Atomic int64_t start_us, soft_ms, deadline_us;
    atomic_bool uses_all;        /* as struct time_plan */
};

struct searcher {
    struct tt tt;
    struct tt line_tt;           /* for the lines behind the first; empty until asked for */
    struct pool *pool;
    struct search_shared shared;
    struct search_config config;
    int table_draw;              /* worth of a draw, but for its sign, that the tables have */
    struct hit hit;
    _Atomic int late_ms;         /* of struct time_loss; as long as the searcher lives */
};

/* False if out of memory; nothing is left allocated then. */
bool searcher_init(struct searcher *searcher, size_t hash_mib, int n_threads);
void searcher_finish(struct searcher *searcher);

/* Changes the number of threads; false if out of memory (the old ones stay). The
 * system may grant fewer: searcher->pool->n_threads. */
bool searcher_set_threads(struct searcher *searcher, int n_threads);

/* Empties the tables. */
void searcher_forget(struct searcher *searcher);

/* Changes the size of the table; false if out of memory (the old one stays). */
bool searcher_resize(struct searcher *searcher, size_t hash_mib);

/* Makes table and workers ready for one search with the options of `config`. */
void searcher_prepare(struct searcher *searcher, uint64_t node_limit, int64_t deadline_us,
                      atomic_int *external_stop);

/* Before a search in which a draw is worth so much, to either side: the tables have entries of
 * another worth no more. */
void searcher_expect_draw(struct searcher *searcher, int draw);

/* What is lost of a move's time; after each search: was it late? */
struct time_loss searcher_time_loss(const struct searcher *searcher);
void searcher_note_end(struct searcher *searcher);

/* Before each search: no expected move has come. */
void searcher_await_hit(struct searcher *searcher);

/* After that, before a search in the opponent's time: it turns to the end where a search within
 * the limits of the move would. */
void searcher_expect_hit(struct searcher *searcher, ofl_board board,
                         const struct ofl_limits *limits);

/* Starts the clock of the search that runs, or is about to; from another thread. */
void searcher_hit(struct searcher *searcher, ofl_board board, const struct ofl_limits *limits);

#endif
