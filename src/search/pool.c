/* search/pool.c - helper threads: sleeping, joining, leaving (pool.h). */
#include "search/pool.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

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

/* Joins the open split with the deepest search below `ancestor` (NULL: any). */
static struct split *join_one(struct pool *pool, const struct split *ancestor)
{
    if (atomic_load_explicit(&pool->n_open, memory_order_relaxed) == 0)
        return NULL;
    struct split *chosen = NULL;
    pthread_mutex_lock(&pool->lock);
    for (struct split *s = pool->open; s; s = s->next_open)
        if ((!ancestor || is_below(s, ancestor)) && (!chosen || s->depth > chosen->depth) &&
            atomic_load_explicit(&s->n_helpers, memory_order_relaxed) < POOL_MAX_HELPERS &&
            !split_is_cut(s))
            chosen = s;
    if (chosen)
        atomic_fetch_add_explicit(&chosen->n_helpers, 1, memory_order_relaxed);
    assert(!chosen || atomic_load(&chosen->n_helpers) <= POOL_MAX_HELPERS);
    pthread_mutex_unlock(&pool->lock);
    return chosen;
}

/* For a worker that counts as idle, and does so again afterwards. */
static void work_and_leave(struct worker *worker, struct split *split)
{
    struct split *outer = worker->split;
    const int n_idle = atomic_fetch_sub(&worker->pool->n_idle, 1);
    assert(n_idle > 0 && n_idle <= worker->pool->n_threads);
    (void)n_idle;
    worker->split = split;
    worker->stopped = false;
    kernel()->split_work(worker, split);
    worker->split = outer;
    worker->stopped = atomic_load_explicit(&worker->shared->stop, memory_order_relaxed) ||
                      split_is_cut(outer);
    const int n_helpers = atomic_fetch_sub_explicit(&split->n_helpers, 1, memory_order_release);
    assert(n_helpers > 0);
    (void)n_helpers;
    atomic_fetch_add(&worker->pool->n_idle, 1);
}

static void *helper_main(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;
    int spins = 0;
    atomic_fetch_add(&pool->n_idle, 1);
    for (;;) {
        struct split *split = join_one(pool, NULL);
        if (split) {
            work_and_leave(worker, split);
            spins = 0;
            continue;
        }
        if (spins++ < POOL_IDLE_SPINS) {
            cpu_relax();
            continue;
        }
        spins = 0;
        pthread_mutex_lock(&pool->lock);
        while (!pool->open && !pool->quit)
            pthread_cond_wait(&pool->wake, &pool->lock);
        bool quit = pool->quit;
        pthread_mutex_unlock(&pool->lock);
        if (quit)
            return NULL;
    }
}

static void take_memory(struct worker *worker)
{
    mem_free(worker->cache, CACHE_SLOTS * sizeof *worker->cache);
    mem_free(worker->evalcache, EVALCACHE_LINES * sizeof *worker->evalcache);
    worker->cache = NULL;
    worker->evalcache = NULL;
}

static bool give_memory(struct worker *worker)
{
    worker->cache = mem_alloc(CACHE_SLOTS * sizeof *worker->cache, NULL);
    worker->cache_is_used = true; /* its memory, too, is touched before a search */
    worker->evalcache = mem_alloc(EVALCACHE_LINES * sizeof *worker->evalcache, NULL);
    if (worker->cache && worker->evalcache) {
        /* Gives it the memory. */
        mem_zero(worker->evalcache, EVALCACHE_LINES * sizeof *worker->evalcache);
        return true;
    }
    take_memory(worker);
    return false;
}

static void free_pool(struct pool *pool, int n_workers)
{
    for (int i = 0; i < n_workers; i++)
        take_memory(&pool->workers[i]);
    free(pool->workers);
    free(pool->threads);
    free(pool);
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
        if (!give_memory(&pool->workers[n]))
            break;
    }
    return n;
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
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    int n = make_workers(pool, n_threads);
    if (n == 0) {
        free_pool(pool, 0);
        return NULL;
    }
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->n_threads = 1;
    while (pool->n_threads < n && start_helper(pool, pool->n_threads))
        pool->n_threads++;
    for (int i = pool->n_threads; i < n; i++)
        take_memory(&pool->workers[i]);
    return pool;
}

bool pool_has_helpers(const struct pool *pool) { return pool->process == getpid(); }

static void end_helpers(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->n_threads; i++)
        pthread_join(pool->threads[i - 1], NULL);
    pthread_cond_destroy(&pool->wake);
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
    assert((pool->open != NULL) == (atomic_load(&pool->n_open) > 0));
    split->next_open = pool->open;
    pool->open = split;
    atomic_fetch_add_explicit(&pool->n_open, 1, memory_order_relaxed);
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

void pool_close(struct pool *pool, struct split *split)
{
    pthread_mutex_lock(&pool->lock);
    for (struct split **link = &pool->open; *link; link = &(*link)->next_open)
        if (*link == split) {
            *link = split->next_open;
            atomic_fetch_sub_explicit(&pool->n_open, 1, memory_order_relaxed);
            break;
        }
    assert((pool->open != NULL) == (atomic_load(&pool->n_open) > 0));
    pthread_mutex_unlock(&pool->lock);
}

void pool_retract(struct pool *pool, struct worker *worker, struct split *split)
{
    assert(worker->split == split);
    pool_close(pool, split);
    if (atomic_load_explicit(&split->n_helpers, memory_order_acquire) == 0)
        return;
    /* Who waits is idle, so that the helpers split what they search. */
    atomic_fetch_add(&pool->n_idle, 1);
    for (int spins = 0; atomic_load_explicit(&split->n_helpers, memory_order_acquire) > 0;) {
        struct split *below = join_one(pool, split);
        if (below) {
            work_and_leave(worker, below);
            spins = 0;
        } else if (++spins < POOL_WAIT_SPINS) {
            cpu_relax();
        } else {
            sched_yield();
        }
    }
    atomic_fetch_sub(&pool->n_idle, 1);
}

void pool_cut(struct pool *pool, struct split *split)
{
    atomic_store_explicit(&split->cut, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&pool->epoch, 1, memory_order_release);
}
