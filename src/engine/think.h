/* engine/think.h - one search in a thread of its own: start, wait, and what is known of it so far.
 *
 * Threads: think_note() is for the thread that searches; the others for the one that owns the
 *          engine.
 */
#ifndef ENGINE_THINK_H
#define ENGINE_THINK_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>
#include <outflank/engine.h>

struct think {
    bool is_started;         /* a thread is to be joined, */
    pid_t process;           /* in this process */
    bool is_pondering;       /* it searches in the opponent's time */
    pthread_t thread;
    int (*run)(void *user);
    void *user;
    int code;                /* of run(); once the thread is joined */
    int64_t start_us;

    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_ended;           /* [lock] */
    int n_lines, n_part;     /* [lock] whole set; lines so far of the one in work */
    struct ofl_line lines[OFL_MAX_MOVES], part[OFL_MAX_MOVES]; /* [lock] */
};

/* False if the system has no means. */
bool think_init(struct think *think);
void think_finish(struct think *think);

/* Has this process a search to wait for? */
bool think_is_started(const struct think *think);

/* Runs `run` in a thread. False if there is none to be had. */
bool think_start(struct think *think, int (*run)(void *user), void *user);

/* Waits up to timeout_ms (below 0: without end); false if run() still runs. */
bool think_wait(struct think *think, int64_t timeout_ms);

/* A line has been found. */
void think_note(struct think *think, const struct ofl_info *info);

/* The newest whole set of lines and the time; the nodes are left alone. */
void think_look(struct think *think, struct ofl_result *now);

#endif
