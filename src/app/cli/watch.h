/* cli/watch.h - ends a search when nobody is left to read its result. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <outflank/engine.h>

#include "base/jobs.h"

/* Signals, and the reader of stdout who goes away, stop an engine or a pool of jobs. */
struct watch {
    void (*stop)(void *user);
    void *user;
    atomic_bool is_reader_gone;
    pthread_t thread;
    int wake_fd[2];
};

/* False if there is no pipe or thread to be had; the program can go on without. */
bool watch_begin(struct watch *watch, ofl_engine *engine);

bool watch_begin_jobs(struct watch *watch, struct jobs *jobs);
/* `stop` is called, by a thread of its own, for each of the two. */
bool watch_begin_call(struct watch *watch, void (*stop)(void *user), void *user);
void watch_end(struct watch *watch);

/* The run should end: a signal came, or the reader went away. */
bool watch_must_end(const struct watch *watch);

#endif
