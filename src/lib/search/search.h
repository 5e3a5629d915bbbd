/* search/search.h - the state a tree search works on.
 *
 * struct search_shared is one search: the table, the limits, the stop flags.
 * struct worker is one thread of it. General nodes take the worker and a struct position, endgame
 * functions the worker and two bitboards. None reads options, files or globals.
 *
 * Scores are 1/128 disc (eval/score.h) in general nodes, whole discs in the
 * endgame functions, always for the side to move. A function that returns while
 * worker->stopped is set returns rubbish; its callers unwind and store nothing. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <outflank/engine.h>
#include "eval/score.h"
#include "eval/weights.h"
#include "search/cache.h"
#include "search/evalcache.h"
#include "search/params.h"
#include "search/split.h"
#include "search/tt.h"

/* Devices that tests switch off one by one: the exact score must not change. */
struct search_switches {
    bool tt, cache, etc, stability, parity, ordering, probcut, smalltree, evalcache;
};

struct position;

struct search_shared {
    struct tt *tt;
    const struct weights *weights;
    enum ofl_score_rule rule;
    int draw;                    /* what a draw is worth to the side to move at the root, 1/128
                                  * disc; no whole number of discs but 0 (search/contempt.h) */
    struct search_switches switches;
    atomic_int *external_stop;   /* not 0: orders of the engine to stop */
    atomic_bool stop;            /* a limit was met: all workers leave */
    uint64_t node_limit;         /* of all workers together; UINT64_MAX if none */
    _Atomic int64_t deadline_us; /* monotonic; INT64_MAX if none */
    /* Far from what every node reads: all workers write it. */
    char before[64];
    _Atomic uint64_t polled_nodes; /* counted by all workers up to their last polls */
    char behind[64];
};

/* The small tree that a worker is in (search/smalltree.h), as its root was. */
struct smalltree {
    const struct position *position;
    int alpha;  /* discs: nodes with this alpha have the root's player to move */
    int margin; /* that he is taken to be ahead of alpha, 1/128 disc */
};

struct worker {
    struct search_shared *shared;
    struct pool *pool;
    struct sleeper sleeper;
    const struct weights *weights; /* of the trained evaluation; NULL: the classical one */
    const struct error_model *errors; /* of that evaluation */
    int tempo;                   /* errors_tempo(), or 0 for scores that are not to be steady */
    int selectivity;             /* of the search under way: 0 boldest .. SELECTIVITY_NONE */
    unsigned n_selective;        /* answers used so far that selective pruning gave */
    struct split *split;         /* the split it works in; NULL outside of any */
    unsigned seen_epoch;         /* of pool->epoch */
    struct cache_part cache[2];  /* the first is its own; the second may be shared */
    bool cache_is_used;          /* to be emptied before the next search */
    struct evalcache_line *evalcache; /* EVALCACHE_LINES; its own, never shared */
    uint64_t evalcache_weights;  /* their checksum, or EVALCACHE_CLASSICAL; 0: empty */
    uint64_t nodes;              /* boards searched */
    uint64_t poll_at;            /* look at the clock and flags when nodes reach this */
    uint64_t polled;             /* nodes at the last poll, */
    int64_t polled_us;           /* and the time */
    uint32_t poll_step;          /* nodes between two polls: fewer when nodes are slow */
    struct smalltree smalltree;
    bool stopped;
    bool raw_score;              /* copy of shared->rule for the leaves */
    /* Principal variation: row h holds the best line found at height h. */
    uint8_t pv_length[MAX_HEIGHT + 1];
    uint8_t pv[MAX_HEIGHT + 1][MAX_HEIGHT];
};

/* Reads clock and flags; sets worker->stopped and the next poll_at. */
void worker_poll(struct worker *worker);

static inline bool worker_must_stop(struct worker *worker)
{
    if (__builtin_expect(worker->nodes >= worker->poll_at ||
                             atomic_load_explicit(&worker->pool->epoch, memory_order_relaxed) !=
                                 worker->seen_epoch, 0))
        worker_poll(worker);
    return worker->stopped;
}

/* A root move and what is known of it. */
struct root_move {
    uint8_t move;
    int score;       /* of the last search that raised alpha; -EVAL_INFINITY if none did */
    int order;       /* score of the latest iteration, for sorting */
};

/* One search of a root position to one depth. */
struct root_task {
    ofl_board board;
    int depth;              /* plies; >= empties: to the end */
    int selectivity;
    int draw;               /* search_shared.draw */
    int alpha, beta;
    int n_moves;
    struct root_move *moves; /* best first on return; those not searched keep their order */
};

#endif
