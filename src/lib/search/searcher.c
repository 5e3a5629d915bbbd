/* search/searcher.c - see searcher.h; workers look at clock and flags. */
#include "search/searcher.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/mem.h"
#include "search/pool.h"

bool searcher_init(struct searcher *s, size_t hash_mib, int n_threads)
{
    memset(s, 0, sizeof *s);
    if (!tt_resize(&s->tt, hash_mib))
        return false;
    s->pool = pool_create(n_threads);
    if (!s->pool)
        tt_free(&s->tt);
    return s->pool != NULL;
}

void searcher_finish(struct searcher *s)
{
    pool_destroy(s->pool);
    tt_free(&s->tt);
    tt_free(&s->line_tt);
}

void searcher_forget(struct searcher *s)
{
    tt_clear(&s->tt);
    if (s->line_tt.buckets)
        tt_clear(&s->line_tt);
}

bool searcher_resize(struct searcher *s, size_t hash_mib)
{
    if (!tt_resize(&s->tt, hash_mib))
        return false;
    tt_free(&s->line_tt);
    return true;
}

bool searcher_set_threads(struct searcher *s, int n_threads)
{
    struct pool *pool = pool_create(n_threads);
    if (!pool)
        return false;
    pool_destroy(s->pool);
    s->pool = pool;
    return true;
}

void worker_poll(struct worker *w)
{
    struct search_shared *s = w->shared;
    w->seen_epoch = atomic_load_explicit(&w->pool->epoch, memory_order_acquire);
    if (split_is_cut(w->split))
        w->stopped = true;
    if (atomic_load_explicit(&s->stop, memory_order_relaxed))
        w->stopped = true;
    if (w->nodes < w->poll_at)
        return;
    uint64_t fresh = w->nodes - w->polled;
    uint64_t total = atomic_fetch_add_explicit(&s->polled_nodes, fresh, memory_order_relaxed) +
                     fresh;
    w->polled = w->nodes;
    int64_t now_us = clock_us();
    if (atomic_load_explicit(s->external_stop, memory_order_relaxed) || total >= s->node_limit ||
        now_us >= atomic_load_explicit(&s->deadline_us, memory_order_relaxed)) {
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
        atomic_fetch_add_explicit(&w->pool->epoch, 1, memory_order_release);
        w->stopped = true;
        w->poll_at = w->nodes + w->poll_step;
        return;
    }
    if (now_us - w->polled_us > POLL_LONG_US && w->poll_step > (uint32_t)POLL_NODES_LEAST)
        w->poll_step /= 2;
    else if (now_us - w->polled_us < POLL_SHORT_US && w->poll_step < (uint32_t)POLL_NODES_MOST)
        w->poll_step *= 2;
    assert(w->poll_step > 0 && total < s->node_limit);
    w->polled_us = now_us;
    uint64_t left = s->node_limit - total;
    w->poll_at = w->nodes + (left < w->poll_step ? left : w->poll_step);
}

static void prepare_worker(struct searcher *s, struct worker *w)
{
    w->shared = &s->shared;
    w->weights = s->shared.weights;
    w->errors = w->weights ? &w->weights->errors : &errors_default;
    w->tempo = s->config.no_tempo ? 0 : errors_tempo(&w->errors->to_horizon);
    w->selectivity = SELECTIVITY_NONE;
    w->n_selective = 0;
    w->split = NULL;
    w->seen_epoch = atomic_load(&s->pool->epoch);
    w->nodes = 0;
    w->poll_at = 0;
    w->polled = 0;
    w->polled_us = clock_us();
    w->poll_step = POLL_NODES_FIRST;
    w->stopped = false;
    w->raw_score = s->shared.rule == OFL_SCORE_RAW;
    const uint64_t weights = w->weights ? w->weights->checksum : EVALCACHE_CLASSICAL;
    if (w->evalcache_weights && w->evalcache_weights != weights)
        mem_zero(w->evalcache, EVALCACHE_LINES * sizeof *w->evalcache);
    w->evalcache_weights = weights;
}

void searcher_prepare(struct searcher *s, uint64_t node_limit, int64_t deadline_us,
                      atomic_int *external_stop)
{
    assert(s->config.selectivity >= 0 && s->config.selectivity <= SELECTIVITY_NONE);
    struct search_shared *shared = &s->shared;
    shared->tt = &s->tt;
    shared->rule = s->config.rule;
    shared->weights = s->config.weights;
    shared->switches = s->config.switches;
    shared->external_stop = external_stop;
    s->tt.enabled = s->line_tt.enabled = s->config.switches.tt;
    atomic_store(&shared->stop, false);
    shared->node_limit = node_limit;
    atomic_store(&shared->polled_nodes, 0);
    atomic_store(&shared->deadline_us, deadline_us);
    /* A hit sets first has_come, then the deadline: whichever came first, it holds. */
    if (atomic_load(&s->hit.has_come))
        atomic_store(&shared->deadline_us, atomic_load(&s->hit.deadline_us));
    pool_empty_caches(s->pool);
    for (int i = 0; i < s->pool->n_threads; i++)
        prepare_worker(s, &s->pool->workers[i]);
    tt_new_search(&s->tt);
    if (s->line_tt.buckets)
        tt_new_search(&s->line_tt);
}

void searcher_expect_draw(struct searcher *s, int draw)
{
    const int size = draw < 0 ? -draw : draw;
    if (size == 0 || size == s->table_draw)
        return;
    if (s->table_draw)
        searcher_forget(s);
    s->table_draw = size;
}

struct time_loss searcher_time_loss(const struct searcher *s)
{
    return (struct time_loss){.overhead_ms = s->config.overhead_ms,
                              .late_ms = atomic_load(&s->late_ms)};
}

void searcher_note_end(struct searcher *s)
{
    const int64_t after_us = clock_us() - atomic_load(&s->shared.deadline_us);
    if (after_us >= 0 && !atomic_load(s->shared.external_stop))
        atomic_store(&s->late_ms,
                     timeman_late_ms(atomic_load(&s->late_ms), after_us / US_PER_MS));
}

void searcher_await_hit(struct searcher *s)
{
    s->hit.expected_ms = INT64_MAX;
    atomic_store(&s->hit.has_come, false);
}

void searcher_expect_hit(struct searcher *s, ofl_board board, const struct ofl_limits *limits)
{
    s->hit.expected_ms =
        timeman_plan(limits, ofl_count_empties(board), searcher_time_loss(s)).hard_ms;
}

void searcher_hit(struct searcher *s, ofl_board board, const struct ofl_limits *limits)
{
    const struct time_plan plan =
        timeman_plan(limits, ofl_count_empties(board), searcher_time_loss(s));
    /* A forced move needs no thought. */
    const bool is_forced = bit_count(ofl_legal_moves(board)) <= 1;
    const int64_t now_us = clock_us(), hard_ms = is_forced ? 1 : plan.hard_ms;
    const int64_t deadline_us =
        hard_ms < INT64_MAX / (2 * US_PER_MS) ? now_us + hard_ms * US_PER_MS : INT64_MAX;
    atomic_store(&s->hit.start_us, now_us);
    atomic_store(&s->hit.soft_ms, plan.soft_ms);
    atomic_store(&s->hit.uses_all, plan.use_all);
    atomic_store(&s->hit.deadline_us, deadline_us);
    atomic_store(&s->hit.has_come, true);
    atomic_store(&s->shared.deadline_us, deadline_us);
}
