/* engine/think.h - one search in a thread of its own: start, wait, and what is known of it so far.
 *
 * Threads: think_note() is for the thread that searches; think_is_started() and think_look() may
 *          come from any; the others are for the one that owns the engine.
 */
#ifndef ENGINE_THINK_H
#define ENGINE_THINK_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <outflank/engine.h>

struct think {
    atomic_bool is_started;  /* a thread is to be joined, */
    _Atomic pid_t process;   /* in this process */
    bool is_pondering;       /* it searches in the opponent's time */
    pthread_t thread;
    int (*run)(void *user);
    void *user;
    int code;                /* of run(); once the thread is joined */

    pthread_mutex_t telling; /* held over each call of on_info */
    ofl_info_fn on_info;     /* [telling]; written by the owner only */
    void *on_info_user;      /* the same */

    pthread_mutex_t lock;
    int64_t start_us;        /* [lock] */
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

/* Who hears of lines; NULL: nobody. Waits for the end of a call of the one before. */
void think_listen(struct think *think, ofl_info_fn on_info, void *user);

/* A line has been found: it is kept and told. */
void think_note(struct think *think, const struct ofl_info *info);

/* The newest whole set of lines and the time; the nodes are left alone. */
void think_look(struct think *think, struct ofl_result *now);

#endif
