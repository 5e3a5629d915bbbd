/* search/pool.c - helper threads: sleeping, joining, leaving (pool.h). */
#include "search/pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/cpus.h"
#include "base/mem.h"
#include "isa/kernel.h"
#include "search/search.h"

static inline void cpu_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Is `split` below `ancestor`? Chains do not change while a split is open. */
static bool is_below(const struct split *split, const struct split *ancestor)
{
    for (; split; split = split->parent)
        if (split == ancestor)
            return true;
    return false;
}

static bool may_join(const struct split *split, const struct split *awaited)
{
    return (!awaited || is_below(split, awaited)) &&
           atomic_load_explicit(&split->n_helpers, memory_order_relaxed) < split->most_helpers &&
           !split_is_cut(split);
}

/* For a worker that looks for work: joins the open split with the deepest search below `awaited`
 * (NULL: any) and counts as one that searches. NULL if there is none, or no core. */
static struct split *join_one(struct pool *pool, const struct split *awaited)
{
    struct split *chosen = NULL;
    pthread_mutex_lock(&pool->lock);
    if (atomic_load(&pool->n_free) > 0)
        for (struct split *s = pool->open; s; s = s->next_open)
            if ((!chosen || s->depth > chosen->depth) && may_join(s, awaited))
                chosen = s;
    if (chosen) {
        assert(atomic_load(&pool->n_looking) > 0 && atomic_load(&chosen->n_helpers) >= 0);
        atomic_fetch_add_explicit(&chosen->n_helpers, 1, memory_order_relaxed);
        atomic_fetch_sub(&pool->n_free, 1);
        atomic_fetch_sub(&pool->n_looking, 1);
    }
    pthread_mutex_unlock(&pool->lock);
    return chosen;
}

/* [pool] Takes a sleeper off the list; from now on it counts as one that looks for work. */
static void wake(struct pool *pool, struct worker *worker)
{
    struct worker **link = &pool->asleep;
    while (*link != worker)
        link = &(*link)->sleeper.next;
    *link = worker->sleeper.next;
    atomic_store(&worker->sleeper.is_asleep, false);
    atomic_fetch_add(&pool->n_looking, 1);
    pthread_cond_signal(&worker->sleeper.wake);
}

/* [pool] Wakes somebody for the split if nobody awake looks for work on a free core. */
static void wake_for(struct pool *pool, const struct split *split)
{
    if (atomic_load(&pool->n_free) <= atomic_load(&pool->n_looking))
        return;
    struct worker *worker = pool->asleep;
    while (worker && !may_join(split, worker->sleeper.awaited))
        worker = worker->sleeper.next;
    if (worker)
        wake(pool, worker);
}

static bool is_over(const struct pool *pool, const struct split *awaited)
{
    return awaited ? atomic_load(&awaited->n_helpers) == 0 : atomic_load(&pool->quit);
}

/* [pool] Masters stand first in the list, because fewer splits suit them. */
static void fall_asleep(struct pool *pool, struct worker *worker, const struct split *awaited)
{
    struct worker **link = &pool->asleep;
    while (!awaited && *link && (*link)->sleeper.awaited)
        link = &(*link)->sleeper.next;
    worker->sleeper.next = *link;
    worker->sleeper.awaited = awaited;
    *link = worker;
    assert(!atomic_load(&worker->sleeper.is_asleep) && atomic_load(&pool->n_looking) > 0);
    atomic_fetch_sub(&pool->n_looking, 1);
    atomic_store(&worker->sleeper.is_asleep, true);
}

/* Sleeps until it is woken, but not if there is news: a split after the first `n_seen`, or the end.
 * What suits others is left to them. */
static void sleep_without_news(struct pool *pool, struct worker *worker,
                               const struct split *awaited, unsigned n_seen)
{
    pthread_mutex_lock(&pool->lock);
    if (atomic_load(&pool->n_published) == n_seen) {
        fall_asleep(pool, worker, awaited);
        /* The last helper leaves, then looks for sleepers: so this falls asleep, then looks. */
        if (is_over(pool, awaited))
            wake(pool, worker);
        for (const struct split *s = pool->open; s; s = s->next_open)
            wake_for(pool, s);
        while (atomic_load(&worker->sleeper.is_asleep))
            pthread_cond_wait(&worker->sleeper.wake, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* For a worker that looks for work: waits for a split that it may join, and joins it. NULL when
 * `awaited` has no helpers any more; without `awaited` when the pool ends. */
static struct split *await_split(struct pool *pool, struct worker *worker,
                                 const struct split *awaited)
{
    unsigned n_seen = atomic_load(&pool->n_published) - 1;
    for (int spins = 0; !is_over(pool, awaited);) {
        const unsigned n_published = atomic_load(&pool->n_published);
        if (n_published != n_seen) {
            n_seen = n_published;
            struct split *split = join_one(pool, awaited);
            if (split)
                return split;
        }
        if (spins++ < POOL_SPINS && atomic_load(&pool->n_looking) <= atomic_load(&pool->n_free)) {
            cpu_relax();
        } else {
            sleep_without_news(pool, worker, awaited, n_seen);
            n_seen--;
            spins = 0;
        }
    }
    return NULL;
}

/* The split may be gone as soon as its last helper has left. */
static void leave(struct pool *pool, struct split *split)
{
    struct worker *master = split->master;
    const int n_helpers = atomic_fetch_sub(&split->n_helpers, 1);
    assert(n_helpers > 0 && n_helpers <= POOL_MAX_HELPERS);
    if (n_helpers > 1 || !atomic_load(&master->sleeper.is_asleep))
        return;
    pthread_mutex_lock(&pool->lock);
    if (atomic_load(&master->sleeper.is_asleep) && master->sleeper.awaited &&
        is_over(pool, master->sleeper.awaited))
        wake(pool, master);
    pthread_mutex_unlock(&pool->lock);
}

/* For a worker that has joined the split; afterwards it looks for work again. */
static void work_and_leave(struct worker *worker, struct split *split)
{
    struct pool *pool = worker->pool;
    struct split *outer = worker->split;
    worker->split = split;
    worker->stopped = false;
    kernel()->split_work(worker, split);
    worker->split = outer;
    worker->stopped = atomic_load_explicit(&worker->shared->stop, memory_order_relaxed) ||
                      split_is_cut(outer);
    atomic_fetch_add(&pool->n_looking, 1);
    atomic_fetch_add(&pool->n_free, 1);
    leave(pool, split);
}

static void *helper_main(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;
    struct split *split;
    atomic_fetch_add(&pool->n_looking, 1);
    while ((split = await_split(pool, worker, NULL)))
        work_and_leave(worker, split);
    return NULL;
}

static void take_memory(struct worker *worker)
{
    mem_free(worker->cache[0].slots, CACHE_LOW_SLOTS * sizeof(struct cache_slot));
    mem_free(worker->evalcache, EVALCACHE_LINES * sizeof *worker->evalcache);
    worker->cache[0].slots = NULL;
    worker->evalcache = NULL;
}

static bool give_memory(struct worker *worker)
{
    worker->cache[0] = (struct cache_part){
        mem_alloc(CACHE_LOW_SLOTS * sizeof(struct cache_slot), NULL), 64 - CACHE_LOW_BITS};
    worker->cache_is_used = true; /* its memory, too, is touched before a search */
    worker->evalcache = mem_alloc(EVALCACHE_LINES * sizeof *worker->evalcache, NULL);
    if (worker->cache[0].slots && worker->evalcache) {
        /* Gives it the memory. */
        mem_zero(worker->evalcache, EVALCACHE_LINES * sizeof *worker->evalcache);
        return true;
    }
    take_memory(worker);
    return false;
}

/* All parts of the caches for boards of more empties. */
static size_t high_bytes(int n_workers)
{
    return (size_t)n_workers * CACHE_HIGH_SLOTS * sizeof(struct cache_slot);
}

static void free_pool(struct pool *pool, int n_workers)
{
    mem_free(pool->cache_high, high_bytes(pool->n_parts));
    for (int i = 0; i < n_workers; i++)
        take_memory(&pool->workers[i]);
    free(pool->workers);
    free(pool->threads);
    mem_free(pool, sizeof *pool);
}

/* Workers with their memory; fewer than asked for when there is none left. */
static int make_workers(struct pool *pool, int n_threads)
{
    pool->workers = calloc((size_t)n_threads, sizeof *pool->workers);
    pool->threads = calloc((size_t)n_threads, sizeof *pool->threads);
    if (!pool->workers || !pool->threads)
        return 0;
    int n = 0;
    for (; n < n_threads; n++) {
        pool->workers[n].pool = pool;
        pthread_cond_init(&pool->workers[n].sleeper.wake, NULL);
        if (!give_memory(&pool->workers[n]))
            break;
    }
    while (n > 0 && !(pool->cache_high = mem_alloc(high_bytes(n), NULL)))
        take_memory(&pool->workers[--n]);
    return pool->n_parts = n;
}

static bool start_helper(struct pool *pool, int i)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, POOL_STACK_BYTES);
    bool started = pthread_create(&pool->threads[i - 1], &attributes, helper_main,
                                  &pool->workers[i]) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

struct pool *pool_create(int n_threads)
{
    assert(n_threads >= 1 && n_threads <= POOL_MAX_THREADS);
    struct pool *pool = mem_alloc(sizeof *pool, NULL);
    if (!pool)
        return NULL;
    int n = make_workers(pool, n_threads);
    if (n == 0) {
        free_pool(pool, 0);
        return NULL;
    }
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pool->n_threads = 1;
    while (pool->n_threads < n && start_helper(pool, pool->n_threads))
        pool->n_threads++;
    for (int i = pool->n_threads; i < n; i++)
        take_memory(&pool->workers[i]);
    const int n_cores = POOL_CORES < pool->n_threads ? POOL_CORES : pool->n_threads;
    pool_set_cores(pool, n_cores > 0 ? n_cores : cpus_usable(pool->n_threads));
    return pool;
}

void pool_set_cores(struct pool *pool, int n_cores)
{
    assert(n_cores >= 1 && n_cores <= pool->n_threads);
    /* Together they take as much memory as apart; as many slots as a power of two are used. */
    const bool is_shared = n_cores >= POOL_SHARES_CACHE;
    const int bits = CACHE_HIGH_BITS + (is_shared ? bit_last((uint64_t)n_cores) : 0);
    for (int i = 0; i < pool->n_threads; i++)
        pool->workers[i].cache[1] = (struct cache_part){
            pool->cache_high + (is_shared ? 0 : i * CACHE_HIGH_SLOTS), 64 - (uint64_t)bits};
    pool->cut_helpers = n_cores <= POOL_CUT_CORES ? POOL_CUT_HELPERS : POOL_MAX_HELPERS;
    atomic_store(&pool->n_free, n_cores - 1); /* one is the master's */
}

/* Emptied only where they were used: to empty one took 6 % of self-play at depth 4, most of whose
 * searches never come near the end. */
void pool_empty_caches(struct pool *pool)
{
    bool is_used = false;
    for (int i = 0; i < pool->n_threads; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->cache_is_used)
            memset(worker->cache[0].slots, 0, CACHE_LOW_SLOTS * sizeof(struct cache_slot));
        is_used |= worker->cache_is_used;
        worker->cache_is_used = false;
    }
    if (is_used)
        memset(pool->cache_high, 0, high_bytes(pool->n_threads));
}

bool pool_has_helpers(const struct pool *pool) { return pool->process == getpid(); }

static void end_helpers(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->quit, true);
    while (pool->asleep)
        wake(pool, pool->asleep);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->n_threads; i++)
        pthread_join(pool->threads[i - 1], NULL);
    pthread_mutex_destroy(&pool->lock);
}

void pool_destroy(struct pool *pool)
{
    if (!pool)
        return;
    /* After fork() the helpers are the parent's, and one of them may have held the lock. */
    if (pool_has_helpers(pool))
        end_helpers(pool);
    free_pool(pool, pool->n_threads);
}

void pool_publish(struct pool *pool, struct split *split)
{
    pthread_mutex_lock(&pool->lock);
    split->next_open = pool->open;
    pool->open = split;
    atomic_fetch_add(&pool->n_published, 1);
    wake_for(pool, split);
    pthread_mutex_unlock(&pool->lock);
}

void pool_close(struct pool *pool, struct split *split)
{
    pthread_mutex_lock(&pool->lock);
    struct split **link = &pool->open;
    while (*link && *link != split)
        link = &(*link)->next_open;
    if (*link)
        *link = split->next_open;
    pthread_mutex_unlock(&pool->lock);
}

void pool_retract(struct pool *pool, struct worker *worker, struct split *split)
{
    assert(worker->split == split && split->master == worker);
    pool_close(pool, split);
    if (atomic_load(&split->n_helpers) == 0)
        return;
    /* A core without work is free, so that the helpers split what they search. */
    atomic_fetch_add(&pool->n_looking, 1);
    atomic_fetch_add(&pool->n_free, 1);
    struct split *below;
    while ((below = await_split(pool, worker, split)))
        work_and_leave(worker, below);
    atomic_fetch_sub(&pool->n_looking, 1);
    atomic_fetch_sub(&pool->n_free, 1);
}

void pool_cut(struct pool *pool, struct split *split)
{
    atomic_store_explicit(&split->cut, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&pool->epoch, 1, memory_order_release);
}
