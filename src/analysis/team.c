/* analysis/team.c - implements team.h: a ring of jobs, and a mutex that guards it.
 *
 * Jobs first .. first + n_given - 1 of the ring were given and not delivered; workers take them in
 * order. Whoever has done the first one delivers it, and all behind it that are done. */
#include "analysis/team.h"

#include <pthread.h>
#include <stdlib.h>

enum { PLACES_EACH = 8 }; /* so many jobs may wait behind a slow one, for each engine */

enum state { STATE_GIVEN, STATE_TAKEN, STATE_READY };

struct place {
    enum state state;
    struct team_job job;
};

struct member {
    struct team *team;
    ofl_engine *engine;
    pthread_t thread;
};

struct team {
    pthread_mutex_t mutex;
    pthread_cond_t has_job, has_room;
    const struct analysis_limits *limits;
    team_deliver_fn deliver;
    void *user;
    bool is_ending, is_stopped, is_delivering;
    int size, first, n_given;
    int n_taken; /* of those given: these stand in front */
    struct place *places;
    int n_engines, n_threads;
    struct member members[];
};

static struct place *place_at(struct team *team, int offset)
{
    return &team->places[(team->first + offset) % team->size];
}

/* Delivers what is ready in front. Needs the mutex, and gives it away meanwhile. */
static void deliver_ready(struct team *team)
{
    if (team->is_delivering)
        return;
    team->is_delivering = true;
    while (team->n_given > 0 && place_at(team, 0)->state == STATE_READY) {
        struct team_job *job = &place_at(team, 0)->job;
        pthread_mutex_unlock(&team->mutex);
        const bool goes_on = team->deliver(team->user, job);
        if (!goes_on)
            team_stop(team);
        pthread_mutex_lock(&team->mutex);
        team->first = (team->first + 1) % team->size;
        team->n_given--;
        team->n_taken--;
        pthread_cond_broadcast(&team->has_room);
    }
    team->is_delivering = false;
}

static void do_job(struct member *member, struct team_job *job)
{
    if (!job->has_position) {
        job->is_done = true;
        return;
    }
    ofl_new_game(member->engine);
    job->error = analysis_run(member->engine, member->team->limits, NULL, NULL, &job->analysis);
    job->is_done = true;
    if (job->error)
        reason_set(&job->reason, "%s", ofl_last_error(member->engine));
}

static void *work(void *user)
{
    struct member *member = user;
    struct team *team = member->team;
    pthread_mutex_lock(&team->mutex);
    for (;;) {
        while (team->n_taken == team->n_given && !team->is_ending)
            pthread_cond_wait(&team->has_job, &team->mutex);
        if (team->n_taken == team->n_given)
            break;
        struct place *place = place_at(team, team->n_taken++);
        place->state = STATE_TAKEN;
        if (!team->is_stopped) {
            pthread_mutex_unlock(&team->mutex);
            do_job(member, &place->job);
            pthread_mutex_lock(&team->mutex);
            /* What a stop cut short is worth nothing. */
            place->job.is_done = place->job.is_done && !team->is_stopped;
        }
        place->state = STATE_READY;
        deliver_ready(team);
    }
    pthread_mutex_unlock(&team->mutex);
    return NULL;
}

static bool begin_members(struct team *team, struct reason *reason)
{
    for (int i = 0; i < team->n_engines; i++) {
        if (pthread_create(&team->members[i].thread, NULL, work, &team->members[i]) != 0)
            return reason_set(reason, "thread %d of the analysis cannot be started", i + 1);
        team->n_threads++;
    }
    return true;
}

struct team *team_begin(ofl_engine *const *engines, int n, const struct analysis_limits *limits,
                        team_deliver_fn deliver, void *user, struct reason *reason)
{
    struct team *team = calloc(1, sizeof *team + (size_t)n * sizeof *team->members);
    struct place *places = calloc((size_t)n * PLACES_EACH, sizeof *places);
    if (!team || !places) {
        reason_set(reason, "out of memory");
        free(places);
        free(team);
        for (int i = 0; i < n; i++)
            ofl_engine_destroy(engines[i]);
        return NULL;
    }
    team->size = n * PLACES_EACH;
    team->places = places;
    team->limits = limits;
    team->deliver = deliver;
    team->user = user;
    team->n_engines = n;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->has_job, NULL);
    pthread_cond_init(&team->has_room, NULL);
    for (int i = 0; i < n; i++)
        team->members[i] = (struct member){.team = team, .engine = engines[i]};
    if (begin_members(team, reason))
        return team;
    team_wait(team);
    team_free(team);
    return NULL;
}

bool team_give(struct team *team, const struct team_job *job)
{
    pthread_mutex_lock(&team->mutex);
    while (team->n_given == team->size && !team->is_stopped)
        pthread_cond_wait(&team->has_room, &team->mutex);
    const bool is_taken = !team->is_stopped;
    if (is_taken) {
        *place_at(team, team->n_given) = (struct place){.state = STATE_GIVEN, .job = *job};
        team->n_given++;
        pthread_cond_signal(&team->has_job);
    }
    pthread_mutex_unlock(&team->mutex);
    return is_taken;
}

void team_stop(struct team *team)
{
    pthread_mutex_lock(&team->mutex);
    team->is_stopped = true;
    pthread_cond_broadcast(&team->has_room);
    pthread_mutex_unlock(&team->mutex);
    for (int i = 0; i < team->n_engines; i++)
        ofl_stop(team->members[i].engine);
}

void team_wait(struct team *team)
{
    pthread_mutex_lock(&team->mutex);
    team->is_ending = true;
    pthread_cond_broadcast(&team->has_job);
    pthread_mutex_unlock(&team->mutex);
    for (int i = 0; i < team->n_threads; i++)
        pthread_join(team->members[i].thread, NULL);
}

void team_free(struct team *team)
{
    for (int i = 0; i < team->n_engines; i++)
        ofl_engine_destroy(team->members[i].engine);
    pthread_cond_destroy(&team->has_room);
    pthread_cond_destroy(&team->has_job);
    pthread_mutex_destroy(&team->mutex);
    free(team->places);
    free(team);
}
