/* match/runner_state.h - the state of a running match, for runner.c and its parts. */
#ifndef MATCH_RUNNER_STATE_H
#define MATCH_RUNNER_STATE_H

#include <pthread.h>
#include "base/jobs.h"
#include "match/match_config.h"
#include "match/match_journal.h"
#include "match/openings.h"
#include "match/match_report.h"
#include "match/match_tally.h"

/* What is kept of every game of the schedule. */
struct runner_slot {
    int64_t offset;          /* in the journal */
    struct tally_game game;
    bool is_done;
    char *detail;            /* why it was lost, until it has been told; owned */
};

/* A job: a game from the schedule to the journal. */
struct runner_game {
    struct job job;
    struct schedule_game plan;
    struct play_result result;
    struct runner_game *next; /* finished with it */
};

/* What is NULL until it is needed; under the runner's lock. */
struct runner_worker {
    struct player **players; /* by number */
    ofl_engine *engine;      /* weighs openings, solves */
    bool is_kept;            /* to its processors */
};

struct runner {
    struct match_config *config;
    struct schedule schedule;
    struct openings openings;
    struct tally tally;
    struct ofl_series series;
    bool has_series;
    enum report_state state;
    int code;                /* exit code when the state is REPORT_FAILED */
    uint32_t n_games;
    struct runner_slot *slots;
    struct journal journal;
    struct cancel cancel;
    struct jobs *jobs;
    uint32_t next;           /* first game not given yet */
    uint32_t n_counted;      /* the first games, counted in order */

    pthread_mutex_t lock;
    bool is_stopping;        /* under the lock */
    struct runner_worker *workers;

    bool is_live;            /* a progress line stands on the terminal */
    bool has_terminal;
};

/* Who plays game `index` as what; for series where results decide who begins the
 * games before must have been counted. */
struct schedule_game runner_plan(const struct runner *runner, uint32_t index);

struct report runner_report(const struct runner *runner);

#endif
