/* expand/crew.c - see crew.h.
 *
 * Each worker has one place for a task and its answer, and a state; the mutex guards all of
 * them. One condition wakes workers, another the owner. */
#include "expand/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum state { IDLE, GIVEN, DONE, FAILED };

struct member {
    struct crew *crew;
    struct answerer answerer;
    pthread_t thread;
    enum state state;
    struct task task;
    struct answer answer;
    struct reason reason;
};

struct crew {
    pthread_mutex_t mutex;
    pthread_cond_t has_task, has_answer;
    bool is_ending;
    uint32_t network; /* of all members */
    int n;
    struct member members[];
};

static void *work(void *user)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    pthread_mutex_lock(&crew->mutex);
    for (;;) {
        while (member->state != GIVEN && !crew->is_ending)
            pthread_cond_wait(&crew->has_task, &crew->mutex);
        if (crew->is_ending)
            break;
        const struct task task = member->task;
        struct answer answer = {0};
        pthread_mutex_unlock(&crew->mutex);
        const int code = answerer_search(&member->answerer, &task, &answer, &member->reason);
        pthread_mutex_lock(&crew->mutex);
        member->answer = answer;
        member->state = code > 0 ? DONE : code < 0 ? FAILED : IDLE;
        pthread_cond_signal(&crew->has_answer);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static bool begin_member(struct crew *crew, ofl_engine *engine, struct reason *reason)
{
    struct member *member = &crew->members[crew->n];
    if (!engine)
        return false;
    if (crew->n == 0 && !answerer_network(engine, &crew->network, reason)) {
        ofl_engine_destroy(engine);
        return false;
    }
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
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->has_task, NULL);
    pthread_cond_init(&crew->has_answer, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (int i = 0; i < n; i++)
        if (!begin_member(crew, make_engine(user, reason), reason)) {
            crew_end(crew);
            return NULL;
        }
    return crew;
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
    free(crew);
}

/* The first member in that state, or NULL. */
static struct member *find(struct crew *crew, enum state state)
{
    for (int i = 0; i < crew->n; i++)
        if (crew->members[i].state == state)
            return &crew->members[i];
    return NULL;
}

bool crew_give(struct crew *crew, const struct task *task)
{
    pthread_mutex_lock(&crew->mutex);
    struct member *member = find(crew, IDLE);
    if (member) {
        member->task = *task;
        member->state = GIVEN;
        pthread_cond_broadcast(&crew->has_task);
    }
    pthread_mutex_unlock(&crew->mutex);
    return member != NULL;
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
    struct member *member;
    int code = 0;
    pthread_mutex_lock(&crew->mutex);
    if (!find(crew, DONE) && !find(crew, FAILED))
        pthread_cond_timedwait(&crew->has_answer, &crew->mutex, &until);
    if ((member = find(crew, DONE)) != NULL) {
        *answer = member->answer;
        member->state = IDLE;
        code = 1;
    } else if ((member = find(crew, FAILED)) != NULL) {
        reason_set(reason, "%s", member->reason.text);
        code = -1;
    }
    pthread_mutex_unlock(&crew->mutex);
    return code;
}

int crew_count_busy(struct crew *crew)
{
    int n = 0;
    pthread_mutex_lock(&crew->mutex);
    for (int i = 0; i < crew->n; i++)
        n += crew->members[i].state != IDLE;
    pthread_mutex_unlock(&crew->mutex);
    return n;
}
