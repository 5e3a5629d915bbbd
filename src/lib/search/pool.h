/* search/pool.h - the threads of one engine and the split points they share.
 *
 * Young brothers wait (Feldmann 1993): when the first move of a node has not cut it off, or none is
 * expected to, the node may become a split point. It is published in the pool; idle
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

#include "search/split.h"

/* Starts up to n_threads - 1 helpers; pool->n_threads tells how many there are
 * (fewer when the system refuses). NULL if not even one worker has memory. */
struct pool *pool_create(int n_threads);
void pool_destroy(struct pool *pool);

/* So many workers may search at a time; at first as many as there are processors. From
 * POOL_SHARES_CACHE on their caches have one part in common. Only while no search runs. */
void pool_set_cores(struct pool *pool, int n_cores);

/* Before a search. The caches remember scores by the rule they were counted with. */
void pool_empty_caches(struct pool *pool);

/* False in a child of fork(): the pool may only be destroyed there. */
bool pool_has_helpers(const struct pool *pool);

void pool_publish(struct pool *pool, struct split *split);

/* Nobody joins any more: its last move has been taken. */
void pool_close(struct pool *pool, struct split *split);

/* Takes the split back and waits until no helper works in it. Meanwhile the
 * worker helps its helpers in splits below this one. */
void pool_retract(struct pool *pool, struct worker *worker, struct split *split);

/* A move of the split cut it off: all who work below leave. */
void pool_cut(struct pool *pool, struct split *split);

#endif
