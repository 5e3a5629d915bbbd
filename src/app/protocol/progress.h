/* protocol/progress.h - tells of a search that somebody waits for, every so often.
 *
 * The thread that asked the engine is busy, so another one looks: it sleeps, asks how far the search
 * is, and calls `tick`. What a tick writes must go through output_write(), and be whole.
 *
 * Threads: progress_begin() and progress_end() by the thread that searches in between; `tick` is
 *          called by a thread of its own, and not after progress_end().
 */
#ifndef PROTOCOL_PROGRESS_H
#define PROTOCOL_PROGRESS_H

#include <pthread.h>
#include <outflank/engine.h>

struct progress_now {
    uint64_t nodes;
    int64_t time_ms;
    bool has_line;        /* only if lines were asked for, after the first iteration */
    struct ofl_line line; /* the best one of the newest iteration */
};

typedef void progress_tick(void *user, const struct progress_now *now);

struct progress {
    ofl_engine *engine;
    progress_tick *tick;
    void *user;
    int64_t interval_ms, start_us;
    bool wants_line, is_running;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_ended;                /* under the lock, as the line is */
    bool has_line;
    struct ofl_line line;
};

/* The first tick comes after one interval. With `wants_line` ofl_on_info() is taken for it: nothing
 * else may use that, nor be thinking. Without a thread to be had there are no ticks. */
void progress_begin(struct progress *progress, ofl_engine *engine, bool wants_line,
                    int64_t interval_ms, progress_tick *tick, void *user);
void progress_end(struct progress *progress);

#endif
