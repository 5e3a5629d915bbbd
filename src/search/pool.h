/* search/pool.h - the threads of one engine and the split points they share.
 *
 * Young brothers wait (Feldmann 1993): when the first move of a node has not cut
 * it off, the node may become a split point. It is published in the pool; idle
 * workers join and take moves from its list until none is left or one cuts.
 * A split lives on its master's stack: the master leaves only after it has
 * retracted the split and the last helper has gone.
 *
 * Cores: no more workers search at a time than there are cores, and a node becomes a
 * split point only while a core is free. A master that waits for its helpers frees its core, and
 * takes it back without asking, so for moments there may be more. Who finds no work
 * sleeps after a short spin; a new split wakes one worker if nobody awake looks for
 * work, first a master that waits for the helpers that published it.
 *
 * Cut-offs: a cut sets split->cut and advances pool->epoch; every worker compares
 * the epoch with the one it saw last (one load a node) and only then walks its
 * chain of splits. While a worker unwinds from a cut split its `stopped` is set.
 *
 * Threads: fields marked [lock] belong to split->lock, [pool] to pool->lock. */
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

struct worker;
struct picker;
struct picker_move;

struct split {
    struct worker *master;
    struct split *parent;      /* the split its master works in; NULL at the top */
    struct picker *picker;     /* [lock] gives out the moves left; number of moves constant */
    int n_empties, depth, alpha, selectivity;
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
    pthread_mutex_t lock;
    struct split *open;        /* [pool] */
    struct worker *asleep;     /* [pool] masters that wait first, then the last to sleep */
    atomic_bool quit;          /* written under the lock */
    atomic_uint n_published;   /* splits so far */
    atomic_int n_free;         /* cores on which no worker searches; below 0: workers without one */
    atomic_int n_looking;      /* workers that are awake and look for work */
    _Alignas(64) atomic_uint epoch; /* on a line of its own: every node reads it */
};

/* Starts up to n_threads - 1 helpers; pool->n_threads tells how many there are
 * (fewer when the system refuses). NULL if not even one worker has memory. */
struct pool *pool_create(int n_threads);
void pool_destroy(struct pool *pool);

/* So many workers may search at a time; at first as many as there are processors. Only while no
 * search runs. */
void pool_set_cores(struct pool *pool, int n_cores);

/* False in a child of fork(): the pool may only be destroyed there. */
bool pool_has_helpers(const struct pool *pool);

/* Could somebody join a split now? */
static inline bool pool_has_free_core(struct pool *pool)
{
    return atomic_load_explicit(&pool->n_free, memory_order_relaxed) > 0;
}

void pool_publish(struct pool *pool, struct split *split);

/* Nobody joins any more: its last move has been taken. */
void pool_close(struct pool *pool, struct split *split);

/* Takes the split back and waits until no helper works in it. Meanwhile the
 * worker helps its helpers in splits below this one. */
void pool_retract(struct pool *pool, struct worker *worker, struct split *split);

/* A move of the split cut it off: all who work below leave. */
void pool_cut(struct pool *pool, struct split *split);

/* True if this split or one above it has been cut. */
static inline bool split_is_cut(const struct split *split)
{
    for (; split; split = split->parent)
        if (atomic_load_explicit(&split->cut, memory_order_relaxed))
            return true;
    return false;
}

#endif
