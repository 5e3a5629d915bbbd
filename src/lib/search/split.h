/* search/split.h - what the threads of one engine share: split points, and how workers wait.
 *
 * Threads: fields marked [lock] belong to split->lock, [pool] to pool->lock.
 *          search/pool.h tells how it works. */
#ifndef SEARCH_SPLIT_H
#define SEARCH_SPLIT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

struct worker;
struct cache_slot;
struct picker;
struct picker_move;

struct split {
    struct worker *master;
    struct split *parent;      /* the split its master works in; NULL at the top */
    struct picker *picker;     /* [lock] gives out the moves left; number of moves constant */
    int n_empties, depth, alpha, selectivity;
    int most_helpers;
    int best;                  /* [lock] score so far */
    const struct picker_move *best_move; /* [lock] */
    bool is_searched[64];      /* [lock] to its end; by the number of moves taken before */
    atomic_bool cut;
    atomic_int n_helpers;      /* joined under pool->lock, left by a last decrement */
    pthread_mutex_t lock;
    struct split *next_open;   /* [pool] */
};

/* How a worker sleeps. */
struct sleeper {
    pthread_cond_t wake;
    atomic_bool is_asleep;     /* written under pool->lock */
    const struct split *awaited; /* [pool] joins only below it, and ends with it; NULL: any */
    struct worker *next;       /* [pool] */
};

struct pool {
    pid_t process;             /* that has the helpers: a child of fork() has none of them */
    int n_threads;             /* the master included */
    struct worker *workers;    /* n_threads; workers[0] is the calling thread's */
    pthread_t *threads;        /* n_threads - 1 */
    struct cache_slot *cache_high; /* n_parts of CACHE_HIGH_SLOTS, one a worker or one for all */
    int n_parts;               /* n_threads or more */
    int cut_helpers;           /* so many join a split to the end that one more move may cut */
    pthread_mutex_t lock;
    struct split *open;        /* [pool] */
    struct worker *asleep;     /* [pool] masters that wait first, then the last to sleep */
    _Alignas(64) atomic_bool quit; /* written under the lock */
    atomic_uint n_published;   /* splits so far */
    atomic_int n_free;         /* cores on which no worker searches; below 0: workers without one */
    atomic_int n_looking;      /* workers that are awake and look for work */
    _Alignas(64) atomic_uint epoch; /* on a line of its own: every node reads it */
};

/* Could somebody join a split now? */
static inline bool pool_has_free_core(struct pool *pool)
{
    return atomic_load_explicit(&pool->n_free, memory_order_relaxed) > 0;
}

/* True if this split or one above it has been cut. */
static inline bool split_is_cut(const struct split *split)
{
    for (; split; split = split->parent)
        if (atomic_load_explicit(&split->cut, memory_order_relaxed))
            return true;
    return false;
}

#endif
