/* base/windows/win_threads.h - the part of win.h about mutexes and conditions, all by the monotonic
 * clock. Threads themselves are those of winpthreads. */
#ifndef BASE_WINDOWS_WIN_THREADS_H
#define BASE_WINDOWS_WIN_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

typedef int win_mutex_kind;
typedef struct {
    void *lock;
    unsigned long owner; /* of a recursive one: the thread that has it */
    int n_deeper;        /* how often it has it besides */
    bool is_recursive;
} win_mutex;
typedef struct {
    void *waiters;
} win_condition;

int win_mutex_init(win_mutex *mutex, const win_mutex_kind *kind);
int win_mutex_lock(win_mutex *mutex);
int win_mutex_unlock(win_mutex *mutex);
int win_condition_init(win_condition *condition, const pthread_condattr_t *attributes);
int win_condition_signal(win_condition *condition);
int win_condition_broadcast(win_condition *condition);
int win_condition_wait(win_condition *condition, win_mutex *mutex);
int win_condition_timedwait(win_condition *condition, win_mutex *mutex,
                            const struct timespec *until);
static inline int win_set_kind(win_mutex_kind *kind, int wanted) { return *kind = wanted, 0; }
static inline int win_condition_clock(pthread_condattr_t *attributes, int clock) { return 0; }

#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER {NULL, 0, 0, false}
#define pthread_mutex_t win_mutex
#define pthread_mutex_init win_mutex_init
#define pthread_mutex_lock win_mutex_lock
#define pthread_mutex_unlock win_mutex_unlock
#define pthread_mutex_destroy(MUTEX) ((void)(MUTEX))
#define pthread_mutexattr_t win_mutex_kind
#define pthread_mutexattr_init(KIND) win_set_kind(KIND, 0)
#define pthread_mutexattr_settype win_set_kind
#define pthread_mutexattr_destroy(KIND) ((void)(KIND))
#define pthread_cond_t win_condition
#define pthread_cond_init win_condition_init
#define pthread_cond_signal win_condition_signal
#define pthread_cond_broadcast win_condition_broadcast
#define pthread_cond_wait win_condition_wait
#define pthread_cond_timedwait win_condition_timedwait
#define pthread_cond_destroy(CONDITION) ((void)(CONDITION))
#define pthread_condattr_setclock win_condition_clock

#endif
