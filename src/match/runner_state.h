/* match/runner_state.h - the state of a running match, for runner.c and its parts. */
#ifndef MATCH_RUNNER_STATE_H
#define MATCH_RUNNER_STATE_H

#include <pthread.h>
#include "match/config.h"
#include "match/journal.h"
#include "match/openings.h"
#include "match/report.h"
#include "match/tally.h"

/* What is kept of every game of the schedule. */
struct runner_slot {
    int64_t offset;          /* in the journal */
    struct tally_game game;
    bool is_done;
    char *detail;            /* why it was lost, until it has been told; owned */
};

/* A game on its way from a worker to the journal. */
struct runner_finished {
    struct runner_finished *next;
    struct schedule_game plan;
    struct play_result result;
};

struct runner;

struct runner_worker {
    struct runner *runner;
    pthread_t thread;
    struct player **players; /* by number; NULL until needed; under the runner's lock */
    ofl_engine *engine;      /* weighs openings, solves; NULL until needed; likewise */
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

    /* Shared with the workers, under `lock`. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t next;           /* first game not handed out yet */
    uint32_t n_counted;      /* the first games, counted in order */
    bool is_stopping;
    int n_running;           /* workers alive */
    const char *problem;     /* a worker cannot go on; static text */
    struct runner_finished *first, **last;

    struct runner_worker *workers;
    bool is_live;            /* a progress line stands on the terminal */
    bool has_terminal;
};

/* Who plays game `index` as what; for series where results decide who begins the
 * games before must have been counted. */
struct schedule_game runner_plan(const struct runner *runner, uint32_t index);

struct report runner_report(const struct runner *runner);

#endif
