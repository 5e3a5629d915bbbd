/* expand/crew.c - see crew.h.
 *
 * Tasks wait in one ring, answers in another; the mutex guards both. One condition wakes workers,
 * another the owner. Of tasks and answers together there are never more than places in a ring. */
#include "expand/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct member {
    struct crew *crew;
    struct answerer answerer;
    pthread_t thread;
};

struct crew {
    pthread_mutex_t mutex;
    pthread_cond_t has_task, has_answer;
    bool is_ending, has_failed;
    struct reason reason; /* of a failure */
    uint32_t network;     /* of all members */
    int n_given;          /* tasks given whose answers were not taken */
    int size;             /* places in each ring */
    int n_tasks, first_task, n_answers, first_answer;
    struct task *tasks;
    struct answer *answers;
    int n;
    struct member members[];
};

/* Waits for a task; false at the end. Needs the mutex. */
static bool wait_for_task(struct crew *crew, struct task *task)
{
    while (crew->n_tasks == 0 && !crew->is_ending)
        pthread_cond_wait(&crew->has_task, &crew->mutex);
    if (crew->is_ending)
        return false;
    *task = crew->tasks[crew->first_task];
    crew->first_task = (crew->first_task + 1) % crew->size;
    crew->n_tasks--;
    return true;
}

/* Needs the mutex. A search that was stopped has no answer: the crew is ending then. */
static void keep_answer(struct crew *crew, int code, const struct answer *answer,
                        const struct reason *reason)
{
    if (code > 0) {
        crew->answers[(crew->first_answer + crew->n_answers) % crew->size] = *answer;
        crew->n_answers++;
    } else if (code < 0) {
        crew->has_failed = true;
        crew->reason = *reason;
    }
    pthread_cond_signal(&crew->has_answer);
}

static void *work(void *user)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    struct task task;
    pthread_mutex_lock(&crew->mutex);
    while (wait_for_task(crew, &task)) {
        struct answer answer = {0};
        struct reason reason = {.text = ""};
        pthread_mutex_unlock(&crew->mutex);
        const int code = answerer_search(&member->answerer, &task, &answer, &reason);
        pthread_mutex_lock(&crew->mutex);
        keep_answer(crew, code, &answer, &reason);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static bool begin_member(struct crew *crew, ofl_engine *engine, struct reason *reason)
{
    struct member *member = &crew->members[crew->n];
    if (!engine)
        return false;
    if (crew->n == 0)
        crew->network = answerer_network(engine);
    if (!answerer_init(&member->answerer, engine, crew->network, reason))
        return false;
    member->crew = crew;
    if (pthread_create(&member->thread, NULL, work, member) != 0) {
        answerer_free(&member->answerer);
        return reason_set(reason, "thread %d of the searches cannot be started", crew->n + 1);
    }
    crew->n++;
    return true;
}

struct crew *crew_begin(int n, ofl_engine *(*make_engine)(void *user, struct reason *reason),
                        void *user, struct reason *reason)
{
    struct crew *crew = calloc(1, sizeof *crew + (size_t)n * sizeof *crew->members);
    if (!crew) {
        reason_set(reason, "out of memory");
        return NULL;
    }
    crew->size = (CREW_QUEUE + 1) * n;
    crew->tasks = calloc((size_t)crew->size, sizeof *crew->tasks);
    crew->answers = calloc((size_t)crew->size, sizeof *crew->answers);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->has_task, NULL);
    pthread_cond_init(&crew->has_answer, &monotonic);
    pthread_condattr_destroy(&monotonic);
    bool is_good = (crew->tasks && crew->answers) || reason_set(reason, "out of memory");
    for (int i = 0; i < n && is_good; i++)
        is_good = begin_member(crew, make_engine(user, reason), reason);
    if (is_good)
        return crew;
    crew_end(crew);
    return NULL;
}

void crew_end(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->mutex);
    crew->is_ending = true;
    pthread_cond_broadcast(&crew->has_task);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->n; i++)
        answerer_stop(&crew->members[i].answerer);
    for (int i = 0; i < crew->n; i++) {
        pthread_join(crew->members[i].thread, NULL);
        answerer_free(&crew->members[i].answerer);
    }
    pthread_cond_destroy(&crew->has_answer);
    pthread_cond_destroy(&crew->has_task);
    pthread_mutex_destroy(&crew->mutex);
    free(crew->tasks);
    free(crew->answers);
    free(crew);
}

bool crew_give(struct crew *crew, const struct task *task)
{
    pthread_mutex_lock(&crew->mutex);
    const bool has_room = crew->n_given < crew->size;
    if (has_room) {
        crew->tasks[(crew->first_task + crew->n_tasks) % crew->size] = *task;
        crew->n_tasks++;
        crew->n_given++;
        pthread_cond_signal(&crew->has_task);
    }
    pthread_mutex_unlock(&crew->mutex);
    return has_room;
}

static struct timespec time_after(int wait_ms)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    time.tv_sec += wait_ms / 1000 + time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

int crew_take(struct crew *crew, int wait_ms, struct answer *answer, struct reason *reason)
{
    const struct timespec until = time_after(wait_ms);
    int code = 0;
    pthread_mutex_lock(&crew->mutex);
    if (crew->n_answers == 0 && !crew->has_failed)
        pthread_cond_timedwait(&crew->has_answer, &crew->mutex, &until);
    if (crew->n_answers > 0) {
        *answer = crew->answers[crew->first_answer];
        crew->first_answer = (crew->first_answer + 1) % crew->size;
        crew->n_answers--;
        crew->n_given--;
        code = 1;
    } else if (crew->has_failed) {
        reason_set(reason, "%s", crew->reason.text);
        code = -1;
    }
    pthread_mutex_unlock(&crew->mutex);
    return code;
}

uint32_t crew_network(const struct crew *crew)
{
    return crew->network;
}

int crew_count_busy(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    const int n = crew->n_given;
    pthread_mutex_unlock(&crew->mutex);
    return n;
}
