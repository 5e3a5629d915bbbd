/* base/windows/win_threads.c - mutexes and conditions of POSIX (win_threads.h) by those of Windows:
 * what winpthreads makes of semaphores is slower, and knows no monotonic clock. */
#include <stdbool.h>

#include <windows.h>

#include "base/clock.h"

static SRWLOCK *lock_of(win_mutex *mutex) { return (SRWLOCK *)&mutex->lock; }

static CONDITION_VARIABLE *condition_of(win_condition *condition)
{
    return (CONDITION_VARIABLE *)&condition->waiters;
}

int win_mutex_init(win_mutex *mutex, const win_mutex_kind *kind)
{
    *mutex = (win_mutex){.is_recursive = kind && *kind == PTHREAD_MUTEX_RECURSIVE};
    return 0;
}

int win_mutex_lock(win_mutex *mutex)
{
    const unsigned long own = mutex->is_recursive ? GetCurrentThreadId() : 0;
    if (own && __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == own) {
        mutex->n_deeper++;
        return 0;
    }
    AcquireSRWLockExclusive(lock_of(mutex));
    __atomic_store_n(&mutex->owner, own, __ATOMIC_RELAXED);
    return 0;
}

int win_mutex_unlock(win_mutex *mutex)
{
    if (mutex->n_deeper) {
        mutex->n_deeper--;
        return 0;
    }
    __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELAXED);
    ReleaseSRWLockExclusive(lock_of(mutex));
    return 0;
}

int win_condition_init(win_condition *condition, const pthread_condattr_t *attributes)
{
    *condition = (win_condition){NULL};
    return 0;
}

int win_condition_signal(win_condition *condition)
{
    WakeConditionVariable(condition_of(condition));
    return 0;
}

int win_condition_broadcast(win_condition *condition)
{
    WakeAllConditionVariable(condition_of(condition));
    return 0;
}

int win_condition_wait(win_condition *condition, win_mutex *mutex)
{
    SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
    return 0;
}

int win_condition_timedwait(win_condition *condition, win_mutex *mutex,
                            const struct timespec *until)
{
    enum { LONGEST_MS = 1 << 30 };
    const int64_t until_us = until->tv_sec * INT64_C(1000000) + until->tv_nsec / 1000;
    const int64_t left_us = until_us - clock_us();
    const int64_t left_ms = left_us > 0 ? (left_us + 999) / 1000 : 0;
    const DWORD wait_ms = (DWORD)(left_ms < LONGEST_MS ? left_ms : LONGEST_MS);
    return SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), wait_ms, 0)
               ? 0 : GetLastError() == ERROR_TIMEOUT ? ETIMEDOUT : EINVAL;
}
