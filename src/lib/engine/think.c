/* engine/think.c - implements think.h. */
#include "engine/think.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "search/params.h"

static bool init_clock(pthread_cond_t *ended)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool is_ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                       pthread_cond_init(ended, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_ok;
}

/* A callback that calls ofl_on_info() breaks its contract; it does not hang. */
static bool init_recursive(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    if (pthread_mutexattr_init(&attributes) != 0)
        return false;
    const bool is_ok = pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0 &&
                       pthread_mutex_init(lock, &attributes) == 0;
    pthread_mutexattr_destroy(&attributes);
    return is_ok;
}

bool think_init(struct think *think)
{
    if (pthread_mutex_init(&think->lock, NULL) != 0)
        return false;
    if (init_recursive(&think->telling)) {
        if (init_clock(&think->ended))
            return true;
        pthread_mutex_destroy(&think->telling);
    }
    pthread_mutex_destroy(&think->lock);
    return false;
}

void think_finish(struct think *think)
{
    /* In a child of fork() a thread of the parent may have held them. */
    if (think->is_started && !think_is_started(think))
        return;
    pthread_cond_destroy(&think->ended);
    pthread_mutex_destroy(&think->telling);
    pthread_mutex_destroy(&think->lock);
}

bool think_is_started(const struct think *think)
{
    return think->is_started && think->process == getpid();
}

static void *think_main(void *argument)
{
    struct think *think = argument;
    think->code = think->run(think->user);
    pthread_mutex_lock(&think->lock);
    think->is_ended = true;
    pthread_cond_broadcast(&think->ended);
    pthread_mutex_unlock(&think->lock);
    return NULL;
}

bool think_start(struct think *think, int (*run)(void *user), void *user)
{
    pthread_attr_t attributes;
    think->run = run;
    think->user = user;
    think->process = getpid();
    pthread_mutex_lock(&think->lock);
    think->is_ended = false;
    think->n_lines = think->n_part = 0;
    think->start_us = clock_us();
    pthread_mutex_unlock(&think->lock);
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, POOL_STACK_BYTES);
    think->is_started = pthread_create(&think->thread, &attributes, think_main, think) == 0;
    pthread_attr_destroy(&attributes);
    return think->is_started;
}

bool think_wait(struct think *think, int64_t timeout_ms)
{
    enum { US_PER_S = 1000000, NS_PER_US = 1000, MOST_MS = 1000000000 };
    const int64_t wait_ms = timeout_ms < MOST_MS ? timeout_ms : MOST_MS;
    const int64_t until_us = clock_us() + wait_ms * 1000;
    const struct timespec until = {.tv_sec = (time_t)(until_us / US_PER_S),
                                   .tv_nsec = (long)(until_us % US_PER_S * NS_PER_US)};
    int error = 0;
    pthread_mutex_lock(&think->lock);
    while (!think->is_ended && error == 0)
        error = timeout_ms < 0 ? pthread_cond_wait(&think->ended, &think->lock)
                               : pthread_cond_timedwait(&think->ended, &think->lock, &until);
    const bool is_ended = think->is_ended;
    pthread_mutex_unlock(&think->lock);
    if (!is_ended)
        return false;
    pthread_join(think->thread, NULL);
    think->is_started = think->is_pondering = false;
    return true;
}

void think_listen(struct think *think, ofl_info_fn on_info, void *user)
{
    pthread_mutex_lock(&think->telling);
    think->on_info = on_info;
    think->on_info_user = user;
    pthread_mutex_unlock(&think->telling);
}

static void keep_line(struct think *think, const struct ofl_info *info)
{
    pthread_mutex_lock(&think->lock);
    if (info->rank == 0)
        think->n_part = 0;
    if (info->rank == think->n_part && think->n_part < OFL_MAX_MOVES)
        think->part[think->n_part++] = info->line;
    if (think->n_part == info->n_lines) {
        think->n_lines = think->n_part;
        memcpy(think->lines, think->part, (size_t)think->n_part * sizeof *think->part);
    }
    pthread_mutex_unlock(&think->lock);
}

void think_note(struct think *think, const struct ofl_info *info)
{
    keep_line(think, info);
    pthread_mutex_lock(&think->telling);
    if (think->on_info)
        think->on_info(think->on_info_user, info);
    pthread_mutex_unlock(&think->telling);
}

void think_look(struct think *think, struct ofl_result *now)
{
    pthread_mutex_lock(&think->lock);
    now->n_lines = think->n_lines;
    memcpy(now->lines, think->lines, (size_t)think->n_lines * sizeof *think->lines);
    now->time_ms = (clock_us() - think->start_us) / 1000;
    pthread_mutex_unlock(&think->lock);
}
