/* protocol/progress.c - implements progress.h. */
#include "protocol/progress.h"

#include <time.h>
#include <outflank/think.h>

#include "base/clock.h"

enum { STACK_BYTES = 256 << 10, US_PER_S = 1000000, NS_PER_US = 1000 };

static void on_info(void *user, const struct ofl_info *info)
{
    struct progress *progress = user;
    if (info->rank)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->line = info->line;
    progress->has_line = true;
    pthread_mutex_unlock(&progress->lock);
}

/* Waits for the next tick; false if there will be none. */
static bool sleep_until(struct progress *progress, int64_t until_us)
{
    const struct timespec until = {.tv_sec = (time_t)(until_us / US_PER_S),
                                   .tv_nsec = (long)(until_us % US_PER_S * NS_PER_US)};
    int error = 0;
    while (!progress->is_ended && error == 0)
        error = pthread_cond_timedwait(&progress->changed, &progress->lock, &until);
    return !progress->is_ended;
}

static void *progress_main(void *argument)
{
    struct progress *progress = argument;
    int64_t next_us = progress->start_us + 1000 * progress->interval_ms;
    pthread_mutex_lock(&progress->lock);
    for (; sleep_until(progress, next_us); next_us += 1000 * progress->interval_ms) {
        struct progress_now now = {.has_line = progress->has_line, .line = progress->line};
        struct ofl_result look;
        pthread_mutex_unlock(&progress->lock);
        ofl_look(progress->engine, &look);
        now.nodes = look.nodes;
        now.time_ms = (clock_us() - progress->start_us) / 1000;
        progress->tick(progress->user, &now);
        if (next_us < clock_us() - 1000 * progress->interval_ms) /* stopped by Ctrl-Z meanwhile */
            next_us = clock_us();
        pthread_mutex_lock(&progress->lock);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

static bool start_thread(struct progress *progress)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool is_ok = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                       pthread_create(&progress->thread, &attributes, progress_main, progress) == 0;
    pthread_attr_destroy(&attributes);
    return is_ok;
}

void progress_begin(struct progress *progress, ofl_engine *engine, bool wants_line,
                    int64_t interval_ms, progress_tick *tick, void *user)
{
    *progress = (struct progress){.engine = engine, .tick = tick, .user = user,
                                  .interval_ms = interval_ms, .start_us = clock_us(),
                                  .wants_line = wants_line};
    pthread_condattr_t attributes;
    pthread_mutex_init(&progress->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&progress->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (wants_line)
        ofl_on_info(engine, on_info, progress);
    progress->is_running = start_thread(progress);
}

void progress_end(struct progress *progress)
{
    pthread_mutex_lock(&progress->lock);
    progress->is_ended = true;
    pthread_cond_signal(&progress->changed);
    pthread_mutex_unlock(&progress->lock);
    if (progress->is_running)
        pthread_join(progress->thread, NULL);
    if (progress->wants_line)
        ofl_on_info(progress->engine, NULL, NULL);
    pthread_cond_destroy(&progress->changed);
    pthread_mutex_destroy(&progress->lock);
}
