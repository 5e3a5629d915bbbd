/* base/jobs.h - a pool: jobs that one thread gives are done side by side by others.
 *
 * Jobs are begun in the order in which they were given. With `deliver` each is delivered in that
 * order, as soon as it and all before it are done, by the worker that is at hand. Without it the
 * giver takes them, in the order in which they are done.
 *
 * A pool ends once: softly where run() returns 0, and what runs beside it is still done; at once by
 * jobs_stop(), by a run() that fails, or by a deliver() that returns false.
 *
 * Ownership: a job is a block of malloc() that begins with a `struct job`. The pool owns it once it
 *            is given, and frees it after its delivery, or when it comes to nothing.
 * Threads:   one thread, the giver, begins, gives, takes, finishes and frees; any may stop.
 *            run() is called by workers at the same time, deliver() by one worker at a time.
 */
#ifndef BASE_JOBS_H
#define BASE_JOBS_H

#include "base/reason.h"

/* Of the pool, until it gives the job back. */
struct job {
    struct job *next;
    bool is_done;
};

struct jobs_plan {
    int n_workers;
    int n_most; /* jobs given that are not delivered or taken: for more jobs_give() waits */
    /* Does a job as worker 0..n_workers - 1: 1 done, 0 not done and the pool is to end, -1 with a
     * reason. */
    int (*run)(void *user, int worker, struct job *job, struct reason *reason);
    /* NULL: the giver takes. False ends the pool. The job is freed behind it. */
    bool (*deliver)(void *user, struct job *job);
    /* Cuts short what runs; NULL: cannot. Called once at most, with the pool locked: it may not
     * call the pool. */
    void (*stop)(void *user);
    /* A worker's last call: it gives back what it has. NULL: nothing. */
    void (*leave)(void *user, int worker);
    void *user;
};

struct jobs;

/* Starts the workers; fewer do where the system has no more threads. NULL with a reason. */
struct jobs *jobs_begin(const struct jobs_plan *plan, struct reason *reason);

/* Waits for room. False if the pool has ended; it has freed the job then, too. */
bool jobs_give(struct jobs *jobs, struct job *job);

/* Takes back a job that is not begun: it is the caller's then. False if it is begun, or not there.
 * May be called from any thread. */
bool jobs_withdraw(struct jobs *jobs, struct job *job);

/* Jobs that were given and not delivered or taken. */
int jobs_count(struct jobs *jobs);

/* Waits up to `wait_ms` for a job that is done and takes it: 1 taken, it is the giver's; 0 none is
 * done; -1 with the reason if none is and one has failed. */
int jobs_take(struct jobs *jobs, int wait_ms, struct job **job, struct reason *reason);

/* Ends the pool. What was done before can still be taken, and is no more delivered. */
void jobs_stop(struct jobs *jobs);

/* No more is given: waits for the workers. False with the reason if a job has failed. */
bool jobs_finish(struct jobs *jobs, struct reason *reason);

/* Frees the pool and the jobs in it; stops it first if it is not finished. NULL: nothing. */
void jobs_free(struct jobs *jobs);

#endif
