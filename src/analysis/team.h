/* analysis/team.h - positions analysed side by side, each on an engine of its own.
 *
 * Jobs are given in an order and delivered in the same order, each as soon as it and all before it
 * are done. There is a bounded number of them at a time, so memory does not grow with the input.
 * An engine forgets everything between two jobs: what is found does not depend on how many engines
 * there are, nor on which of them took the job.
 *
 * Threads: one thread begins, gives, waits and frees; team_stop() may be called by any. A job is
 *          delivered by a thread of the team, one at a time.
 */
#ifndef ANALYSIS_TEAM_H
#define ANALYSIS_TEAM_H

#include "analysis/analysis.h"
#include "base/reason.h"

struct team_job {
    bool has_position;        /* false: nothing to analyse, it is only delivered in its place */
    bool is_done;             /* false when delivered: the team was stopped before */
    int error;                /* of analysis_run(), and why */
    struct reason reason;
    struct analysis analysis; /* begun by who gives it */
    void *item;               /* the giver's */
};

/* False: the team is stopped. Called for every job that was given; the job ends with the call. */
typedef bool (*team_deliver_fn)(void *user, struct team_job *job);

struct team;

/* Takes the engines over, also when it fails: NULL with a reason. */
struct team *team_begin(ofl_engine *const *engines, int n, const struct analysis_limits *limits,
                        team_deliver_fn deliver, void *user, struct reason *reason);

/* Waits for a place and copies the job into it. False if the team was stopped: it was not taken. */
bool team_give(struct team *team, const struct team_job *job);

/* Ends the searches. What is not delivered by then is delivered as not done. */
void team_stop(struct team *team);

/* No more is given: waits until all is delivered. */
void team_wait(struct team *team);

/* Frees the team and its engines; only after team_wait(). */
void team_free(struct team *team);

#endif
