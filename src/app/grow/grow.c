/* grow/grow.c - see grow.h.
 *
 * One thread owns the book: it plans, gives tasks to the workers, takes their answers and commits
 * them. A plan is a snapshot. Its tasks are searched in order while the book changes, until they
 * are used up or PLAN_SHARE times the time of planning has gone by. Costs that have changed
 * meanwhile change the order of searches, not what is found in the end. */
#include "grow/grow.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "grow/answerer.h"

enum {
    PLAN_SHARE = 20,    /* planning takes at most a 20th of the time */
    PLAN_LEAST_MS = 1000,
    COMMIT_MS = 1000,
    WAIT_MS = 100,
    N_EMPTIES_MOST = 60,
    TASKS_EACH = 5      /* for each worker: it goes on at once while the owner is busy */
};

struct grower {
    struct book_store *store;
    const struct grow_options *options;
    struct answerer *answerers; /* one a worker */
    struct jobs *jobs;
    struct plan plan;
    size_t n_given;       /* entries of the plan that were looked at */
    uint64_t *asked;      /* ids of the tasks of this run: none is asked twice */
    size_t n_asked;
    struct hash asked_ids;
    struct answer *pending;
    size_t n_pending;
    bool is_plan_old;     /* something was committed since it was made */
    int64_t start_ms, plan_ms, plan_cost_ms, commit_ms; /* times of the last ones */
    int64_t n_searched_before;
    struct grow_progress *progress;
    struct reason *reason;
};

/* A job. */
struct search {
    struct job job;
    struct task task;
    struct answer answer;
};

static bool load_record(void *user, const struct book_record *record, struct reason *reason)
{
    return graph_add(user, record, reason);
}

bool grow_load(struct graph *graph, struct book_store *store, struct reason *reason)
{
    return book_store_refresh(store, reason) &&
           book_store_walk(store, 0, N_EMPTIES_MOST, load_record, graph, reason);
}

/* Positions of games and proofs stand in a book before anything was searched there. */
static bool is_searched(const struct book_record *record)
{
    return book_evidence_exists(&record->own) || book_evidence_exists(&record->deviation);
}

static bool make_plan(struct grower *grower)
{
    const int64_t start_ms = clock_ms();
    struct plan_request request = grower->options->request;
    struct graph graph = {0};
    request.network = grower->answerers[0].network;
    plan_free(&grower->plan);
    const bool is_good = grow_load(&graph, grower->store, grower->reason) &&
                         plan_make(&grower->plan, &graph, &request, grower->reason);
    grower->progress->n_positions = (int64_t)graph.n;
    grower->progress->n_searched = 0;
    for (size_t i = 0; i < graph.n; i++)
        grower->progress->n_searched += is_searched(&graph.records[i]);
    graph_free(&graph);
    grower->n_given = 0;
    grower->is_plan_old = false;
    grower->plan_ms = clock_ms();
    grower->plan_cost_ms = grower->plan_ms - start_ms;
    return is_good;
}

/* The next task that was not asked in this run, or NULL. */
static const struct plan_entry *next_entry(struct grower *grower)
{
    while (grower->n_given < grower->plan.n) {
        const struct plan_entry *entry = &grower->plan.entries[grower->n_given];
        const uint64_t id = task_id(&entry->task);
        if (hash_find(&grower->asked_ids, grower->asked, sizeof id, &id, sizeof id) == HASH_NONE)
            return entry;
        grower->n_given++;
    }
    return NULL;
}

/* Is there a better plan to be had by now? */
static bool needs_plan(struct grower *grower)
{
    const int64_t share_ms = PLAN_SHARE * grower->plan_cost_ms;
    const int64_t age_ms = clock_ms() - grower->plan_ms;
    if (!grower->is_plan_old)
        return false;
    if (!next_entry(grower))
        return age_ms >= share_ms || jobs_count(grower->jobs) == 0;
    return age_ms >= (share_ms > PLAN_LEAST_MS ? share_ms : PLAN_LEAST_MS);
}

static bool give_tasks(struct grower *grower)
{
    const int n_most = TASKS_EACH * grower->options->n_workers;
    const struct plan_entry *entry;
    while ((entry = next_entry(grower)) != NULL && jobs_count(grower->jobs) < n_most) {
        const uint64_t id = task_id(&entry->task);
        struct search *search = malloc(sizeof *search);
        if (!search || !hash_push(&grower->asked_ids, &grower->asked, &grower->n_asked, &id,
                                  sizeof id, sizeof id)) {
            free(search);
            return reason_set(grower->reason, "out of memory");
        }
        search->task = entry->task;
        grower->n_given++;
        jobs_give(grower->jobs, &search->job);
    }
    return true;
}

/* Waits for an answer and takes all that are there. */
static bool take_answers(struct grower *grower)
{
    struct job *job;
    int code, wait_ms = WAIT_MS;
    while ((code = jobs_take(grower->jobs, wait_ms, &job, grower->reason)) > 0) {
        const struct answer answer = ((struct search *)job)->answer;
        free(job);
        if (!array_push(&grower->pending, &grower->n_pending, &answer, sizeof answer))
            return reason_set(grower->reason, "out of memory");
        wait_ms = 0;
    }
    return code == 0;
}

static void report(struct grower *grower)
{
    const struct grow_options *options = grower->options;
    struct grow_progress *progress = grower->progress;
    const struct plan_entry *entry = next_entry(grower);
    progress->elapsed_ms = clock_ms() - grower->start_ms;
    progress->n_planned = (int64_t)(grower->plan.n - grower->n_given);
    if (entry)
        progress->priority_cp = entry->priority_cp;
    progress->left_ms = -1;
    if (options->seconds > 0 && options->seconds * 1000 > progress->elapsed_ms)
        progress->left_ms = options->seconds * 1000 - progress->elapsed_ms;
    const int64_t n_new = progress->n_searched - grower->n_searched_before;
    if (options->n_searched > 0 && n_new > 0) {
        const int64_t n_left = options->n_searched - progress->n_searched;
        const int64_t left_ms = progress->elapsed_ms * (n_left > 0 ? n_left : 0) / n_new;
        if (progress->left_ms < 0 || left_ms < progress->left_ms)
            progress->left_ms = left_ms;
    }
    if (options->report)
        options->report(options->user, progress);
}

static bool merge_answer(struct grower *grower, const struct answer *answer)
{
    struct book_record record = task_record_of(answer), old;
    const int found = book_store_get(grower->store, answer->board, &old, grower->reason);
    if (found < 0 || !book_store_merge(grower->store, &record, NULL, grower->reason))
        return false;
    grower->progress->n_positions += !found;
    grower->progress->n_searched += !(found && is_searched(&old));
    return true;
}

/* As many as were asked for; what was searched beyond that is not kept. */
static bool has_positions(const struct grower *grower)
{
    const int64_t n_wanted = grower->options->n_searched;
    return n_wanted > 0 && grower->progress->n_searched >= n_wanted;
}

static bool commit(struct grower *grower)
{
    if (grower->n_pending == 0)
        return true;
    if (!book_store_begin(grower->store, grower->reason))
        return false;
    bool is_good = true;
    size_t n_merged = 0;
    while (n_merged < grower->n_pending && is_good && !has_positions(grower))
        is_good = merge_answer(grower, &grower->pending[n_merged++]);
    if (!is_good || !book_store_commit(grower->store, grower->reason)) {
        book_store_rollback(grower->store);
        return false;
    }
    grower->progress->n_answers += (int64_t)n_merged;
    grower->n_pending = 0;
    grower->is_plan_old = true;
    grower->commit_ms = clock_ms();
    report(grower);
    return true;
}

/* Is it time to commit? At once where the workers have nothing to do without it. */
static bool needs_commit(struct grower *grower)
{
    return grower->n_pending > 0 &&
           (clock_ms() - grower->commit_ms >= COMMIT_MS || !next_entry(grower) ||
            (grower->options->n_searched > 0 &&
             grower->progress->n_searched + (int64_t)grower->n_pending >=
                 grower->options->n_searched));
}

static bool has_ended(struct grower *grower, enum grow_end *end)
{
    const struct grow_options *options = grower->options;
    if (options->must_end && options->must_end(options->user))
        *end = GROW_STOPPED;
    else if (options->seconds > 0 && clock_ms() - grower->start_ms >= options->seconds * 1000)
        *end = GROW_SECONDS;
    else if (has_positions(grower))
        *end = GROW_POSITIONS;
    else if (!grower->is_plan_old && grower->n_pending == 0 && !next_entry(grower) &&
             jobs_count(grower->jobs) == 0)
        *end = GROW_COMPLETE;
    else
        return false;
    return true;
}

static bool run(struct grower *grower, enum grow_end *end)
{
    if (!make_plan(grower))
        return false;
    grower->n_searched_before = grower->progress->n_searched;
    while (!has_ended(grower, end)) {
        if ((needs_plan(grower) && !make_plan(grower)) || !give_tasks(grower) ||
            !take_answers(grower) || (needs_commit(grower) && !commit(grower)))
            return false;
    }
    return commit(grower);
}

static int answer_task(void *user, int worker, struct job *job, struct reason *reason)
{
    const struct grower *grower = user;
    struct search *search = (struct search *)job;
    return answerer_search(&grower->answerers[worker], &search->task, &search->answer, reason);
}

static void stop_searches(void *user)
{
    const struct grower *grower = user;
    for (int i = 0; i < grower->options->n_workers; i++)
        ofl_stop(grower->answerers[i].engine);
}

static bool begin_jobs(struct grower *grower)
{
    const struct grow_options *options = grower->options;
    const struct jobs_plan plan = {.n_workers = options->n_workers,
                                   .n_most = TASKS_EACH * options->n_workers, .run = answer_task,
                                   .stop = stop_searches, .user = grower};
    uint32_t network = 0;
    grower->answerers = calloc((size_t)options->n_workers, sizeof *grower->answerers);
    if (!grower->answerers)
        return reason_set(grower->reason, "out of memory");
    for (int i = 0; i < options->n_workers; i++) {
        ofl_engine *engine = options->make_engine(options->user, grower->reason);
        network = engine && i == 0 ? answerer_network(engine) : network;
        if (!engine || !answerer_init(&grower->answerers[i], engine, network, grower->reason))
            return false;
    }
    grower->jobs = jobs_begin(&plan, grower->reason);
    return grower->jobs != NULL;
}

bool grow_run(struct book_store *store, const struct grow_options *options, enum grow_end *end,
              struct grow_progress *progress, struct reason *reason)
{
    struct grower grower = {.store = store, .options = options, .progress = progress,
                            .reason = reason, .start_ms = clock_ms(), .commit_ms = clock_ms()};
    *progress = (struct grow_progress){.left_ms = -1};
    const bool is_good = begin_jobs(&grower) && run(&grower, end);
    progress->elapsed_ms = clock_ms() - grower.start_ms;
    jobs_free(grower.jobs);
    for (int i = 0; i < options->n_workers && grower.answerers; i++)
        answerer_free(&grower.answerers[i]);
    free(grower.answerers);
    plan_free(&grower.plan);
    free(grower.asked);
    free(grower.asked_ids.slots);
    free(grower.pending);
    return is_good;
}
