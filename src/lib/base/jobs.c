/* base/jobs.c - implements jobs.h: a list of jobs in the order of giving, and a mutex. */
#include "base/jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    struct jobs *jobs;
    int number;
    pthread_t thread;
};

struct jobs {
    struct jobs_plan plan;
    pthread_mutex_t mutex;
    pthread_cond_t for_workers, for_giver; /* something that they wait for has changed */
    struct job *first, **end;              /* all that are not delivered or taken */
    struct job **next;                     /* where the first stands that is not begun */
    int n;
    bool is_complete;                      /* no more is given */
    bool has_ended, is_stopped;            /* softly; at once */
    bool is_delivering, has_failed;
    struct reason reason;
    int n_threads;
    struct worker workers[];
};

/* This and all up to work() need the mutex. */
static void end(struct jobs *jobs, bool is_at_once)
{
    jobs->has_ended = true;
    if (is_at_once && !jobs->is_stopped) {
        jobs->is_stopped = true;
        if (jobs->plan.stop)
            jobs->plan.stop(jobs->plan.user);
    }
    pthread_cond_broadcast(&jobs->for_workers);
    pthread_cond_broadcast(&jobs->for_giver);
}

static struct job *remove_job(struct jobs *jobs, struct job **link)
{
    struct job *job = *link;
    if (jobs->next == &job->next)
        jobs->next = link;
    if (jobs->end == &job->next)
        jobs->end = link;
    *link = job->next;
    jobs->n--;
    pthread_cond_broadcast(&jobs->for_giver);
    return job;
}

/* Without the mutex during deliver(): its job stays the first until then. */
static void deliver_done(struct jobs *jobs)
{
    if (!jobs->plan.deliver || jobs->is_delivering)
        return;
    jobs->is_delivering = true;
    while (jobs->first && jobs->first->is_done && !jobs->is_stopped) {
        struct job *job = jobs->first;
        pthread_mutex_unlock(&jobs->mutex);
        const bool goes_on = jobs->plan.deliver(jobs->plan.user, job);
        pthread_mutex_lock(&jobs->mutex);
        free(remove_job(jobs, &jobs->first));
        if (!goes_on)
            end(jobs, true);
    }
    jobs->is_delivering = false;
}

static struct job *begin_job(struct jobs *jobs)
{
    while (!*jobs->next && !jobs->is_complete && !jobs->has_ended)
        pthread_cond_wait(&jobs->for_workers, &jobs->mutex);
    struct job *job = jobs->has_ended ? NULL : *jobs->next;
    if (job)
        jobs->next = &job->next;
    return job;
}

static void end_job(struct jobs *jobs, struct job *job, int code, const struct reason *reason)
{
    job->is_done = code > 0 && !jobs->is_stopped; /* a stop may have cut it short */
    if (code < 0 && !jobs->has_failed) {
        jobs->has_failed = true;
        jobs->reason = *reason;
    }
    if (code <= 0)
        end(jobs, code < 0);
    deliver_done(jobs);
    pthread_cond_broadcast(&jobs->for_giver);
}

static void *work(void *data)
{
    const struct worker *worker = data;
    struct jobs *jobs = worker->jobs;
    struct job *job;
    pthread_mutex_lock(&jobs->mutex);
    while ((job = begin_job(jobs)) != NULL) {
        struct reason reason = {.text = ""};
        pthread_mutex_unlock(&jobs->mutex);
        const int code = jobs->plan.run(jobs->plan.user, worker->number, job, &reason);
        pthread_mutex_lock(&jobs->mutex);
        end_job(jobs, job, code, &reason);
    }
    pthread_mutex_unlock(&jobs->mutex);
    if (jobs->plan.leave)
        jobs->plan.leave(jobs->plan.user, worker->number);
    return NULL;
}

struct jobs *jobs_begin(const struct jobs_plan *plan, struct reason *reason)
{
    const size_t n = (size_t)plan->n_workers;
    struct jobs *jobs = calloc(1, sizeof *jobs + n * sizeof *jobs->workers);
    pthread_condattr_t monotonic;
    if (!jobs) {
        reason_set(reason, "out of memory");
        return NULL;
    }
    jobs->plan = *plan;
    jobs->end = jobs->next = &jobs->first;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&jobs->mutex, NULL);
    pthread_cond_init(&jobs->for_workers, NULL);
    pthread_cond_init(&jobs->for_giver, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (int i = 0; i < plan->n_workers; i++, jobs->n_threads++) {
        jobs->workers[i] = (struct worker){.jobs = jobs, .number = i};
        if (pthread_create(&jobs->workers[i].thread, NULL, work, &jobs->workers[i]) != 0)
            break;
    }
    if (jobs->n_threads > 0)
        return jobs;
    reason_set(reason, "no thread can be started");
    jobs_free(jobs);
    return NULL;
}

bool jobs_give(struct jobs *jobs, struct job *job)
{
    *job = (struct job){.next = NULL};
    pthread_mutex_lock(&jobs->mutex);
    while (jobs->n >= jobs->plan.n_most && !jobs->has_ended)
        pthread_cond_wait(&jobs->for_giver, &jobs->mutex);
    const bool is_taken = !jobs->has_ended;
    if (is_taken) {
        *jobs->end = job;
        jobs->end = &job->next;
        jobs->n++;
        pthread_cond_signal(&jobs->for_workers);
    }
    pthread_mutex_unlock(&jobs->mutex);
    if (!is_taken)
        free(job);
    return is_taken;
}

bool jobs_withdraw(struct jobs *jobs, struct job *job)
{
    pthread_mutex_lock(&jobs->mutex);
    struct job **link = jobs->next;
    while (*link && *link != job)
        link = &(*link)->next;
    const bool is_there = *link != NULL;
    if (is_there)
        remove_job(jobs, link);
    pthread_mutex_unlock(&jobs->mutex);
    return is_there;
}

int jobs_count(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->mutex);
    const int n = jobs->n;
    pthread_mutex_unlock(&jobs->mutex);
    return n;
}

static struct job **find_done(struct jobs *jobs)
{
    struct job **link = &jobs->first;
    while (*link && !(*link)->is_done)
        link = &(*link)->next;
    return link;
}

int jobs_take(struct jobs *jobs, int wait_ms, struct job **job, struct reason *reason)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    until.tv_sec += wait_ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&jobs->mutex);
    struct job **link = find_done(jobs);
    if (!*link && !jobs->has_failed && wait_ms > 0) {
        pthread_cond_timedwait(&jobs->for_giver, &jobs->mutex, &until);
        link = find_done(jobs);
    }
    *job = *link ? remove_job(jobs, link) : NULL;
    const int code = *job ? 1 : jobs->has_failed ? -1 : 0;
    if (code < 0)
        *reason = jobs->reason;
    pthread_mutex_unlock(&jobs->mutex);
    return code;
}

void jobs_stop(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->mutex);
    end(jobs, true);
    pthread_mutex_unlock(&jobs->mutex);
}

bool jobs_finish(struct jobs *jobs, struct reason *reason)
{
    pthread_mutex_lock(&jobs->mutex);
    jobs->is_complete = true;
    pthread_cond_broadcast(&jobs->for_workers);
    pthread_mutex_unlock(&jobs->mutex);
    while (jobs->n_threads > 0)
        pthread_join(jobs->workers[--jobs->n_threads].thread, NULL);
    if (jobs->has_failed)
        *reason = jobs->reason;
    return !jobs->has_failed;
}

void jobs_free(struct jobs *jobs)
{
    struct reason unread;
    if (!jobs)
        return;
    if (jobs->n_threads > 0)
        jobs_stop(jobs);
    jobs_finish(jobs, &unread);
    while (jobs->first)
        free(remove_job(jobs, &jobs->first));
    pthread_cond_destroy(&jobs->for_giver);
    pthread_cond_destroy(&jobs->for_workers);
    pthread_mutex_destroy(&jobs->mutex);
    free(jobs);
}
