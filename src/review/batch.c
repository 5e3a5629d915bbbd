/* review/batch.c - workers, and the order of what they give out (batch.h). */
#include "review/batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* Games that may be done ahead of the first that is not: they wait in memory. */
enum { WINDOW_A_WORKER = 16 };

struct done {
    struct review *review; /* NULL: not done */
    struct batch_game game;
};

struct crowd {
    const struct batch *batch;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct done *window;     /* game `number` at number % size */
    int64_t size, n_begun, n_taken, n_searched;
    int n_running;
    bool has_ended;          /* no more games, or the end is wanted */
    atomic_bool must_stop;   /* searches are cut */
    int error;
    struct reason reason;
};

struct worker {
    struct crowd *crowd;
    ofl_engine *engine;
    pthread_t thread;
};

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    struct worker *worker = user;
    const int code = atomic_load(&worker->crowd->must_stop)
                         ? OFL_OK : ofl_search(worker->engine, board, limits, result);
    const struct batch *batch = worker->crowd->batch;
    if (batch->is_cut(batch->user))
        atomic_store(&worker->crowd->must_stop, true);
    *is_stopped = atomic_load(&worker->crowd->must_stop);
    return code;
}

/* Under the lock, like all that follows up to work(). */
static void end(struct crowd *crowd, int error)
{
    if (error && !crowd->error)
        crowd->error = error;
    crowd->has_ended = true;
    if (error)
        atomic_store(&crowd->must_stop, true);
    pthread_cond_broadcast(&crowd->changed);
}

/* The next game, once there is room for it. */
static bool begin_game(struct crowd *crowd, struct batch_game *game)
{
    while (!crowd->has_ended && crowd->n_begun - crowd->n_taken >= crowd->size)
        pthread_cond_wait(&crowd->changed, &crowd->lock);
    if (crowd->has_ended)
        return false;
    if (!crowd->batch->next(crowd->batch->user, game)) {
        end(crowd, OFL_OK);
        return false;
    }
    game->number = crowd->n_begun++;
    return true;
}

/* Gives out what is due. */
static void take_due(struct crowd *crowd)
{
    for (;;) {
        struct done *done = &crowd->window[crowd->n_taken % crowd->size];
        if (!done->review || atomic_load(&crowd->must_stop))
            return;
        const bool goes_on = crowd->batch->take(crowd->batch->user, done->review, &done->game);
        free(done->review);
        done->review = NULL;
        crowd->n_taken++;
        if (!goes_on) {
            atomic_store(&crowd->must_stop, true);
            end(crowd, OFL_OK);
        }
        pthread_cond_broadcast(&crowd->changed);
    }
}

/* 1: the journal has the game; 0; -1. */
static int find(struct crowd *crowd, const struct batch_game *game, struct review *review)
{
    struct review_journal *journal = crowd->batch->journal;
    return journal ? review_journal_find(journal, game->number, review, &crowd->reason) : 0;
}

static bool keep(struct crowd *crowd, const struct batch_game *game, struct review *review)
{
    struct review_journal *journal = crowd->batch->journal;
    crowd->n_searched++;
    return !journal || review_journal_add(journal, game->number, review, &crowd->reason);
}

static void hand_in(struct crowd *crowd, const struct batch_game *game, struct review *review)
{
    struct done *done = &crowd->window[game->number % crowd->size];
    done->game = *game;
    done->review = review;
    take_due(crowd);
}

/* Values of one game, by journal or search. Called with the lock, which is open during the search.
 * The review, or NULL if the worker is to end. */
static struct review *review_game(struct worker *worker, const struct batch_game *game)
{
    struct crowd *crowd = worker->crowd;
    const struct review_searcher searcher = {.search = search, .user = worker};
    struct review *review = malloc(sizeof *review);
    if (!review) {
        reason_set(&crowd->reason, "out of memory");
        return end(crowd, OFL_ERR_NOMEM), NULL;
    }
    review_begin(review, &game->game, &crowd->batch->settings);
    const int found = find(crowd, game, review);
    int code = found < 0 ? OFL_ERR_DATA : OFL_OK;
    if (found == 0) {
        pthread_mutex_unlock(&crowd->lock);
        review_begin(review, &game->game, &crowd->batch->settings);
        ofl_new_game(worker->engine);
        code = review_search(review, &searcher);
        pthread_mutex_lock(&crowd->lock);
        if (code)
            reason_set(&crowd->reason, "%s", ofl_last_error(worker->engine));
        else if (!atomic_load(&crowd->must_stop) && !keep(crowd, game, review))
            code = OFL_ERR_DATA;
    }
    if (code == OFL_OK && !atomic_load(&crowd->must_stop)) {
        review_judge(review);
        return review;
    }
    free(review);
    return end(crowd, code), NULL;
}

static void *work(void *data)
{
    struct worker *worker = data;
    struct crowd *crowd = worker->crowd;
    struct batch_game game;
    struct review *review;
    pthread_mutex_lock(&crowd->lock);
    while (begin_game(crowd, &game) && (review = review_game(worker, &game)) != NULL)
        hand_in(crowd, &game, review);
    crowd->n_running--;
    pthread_cond_broadcast(&crowd->changed);
    pthread_mutex_unlock(&crowd->lock);
    return NULL;
}

/* Until the last worker ends. */
static void oversee(struct crowd *crowd, struct worker *workers, int n)
{
    const struct batch *batch = crowd->batch;
    while (crowd->n_running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crowd->changed, &crowd->lock, &until);
        if (batch->must_end(batch->user, crowd->n_taken, crowd->n_searched)) {
            atomic_store(&crowd->must_stop, true);
            end(crowd, OFL_OK);
        }
        for (int i = 0; i < n && atomic_load(&crowd->must_stop); i++)
            ofl_stop(workers[i].engine);
    }
}

static int run(struct crowd *crowd, struct worker *workers)
{
    const int n = crowd->batch->n_workers;
    int n_started = 0;
    pthread_mutex_lock(&crowd->lock);
    for (; n_started < n; n_started++) {
        workers[n_started] = (struct worker){crowd, crowd->batch->engines[n_started], 0};
        if (pthread_create(&workers[n_started].thread, NULL, work, &workers[n_started]) != 0)
            break;
        crowd->n_running++;
    }
    if (n_started == 0) {
        reason_set(&crowd->reason, "no thread can be started");
        crowd->error = OFL_ERR_NOMEM;
    }
    oversee(crowd, workers, n_started);
    pthread_mutex_unlock(&crowd->lock);
    for (int i = 0; i < n_started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int64_t i = 0; i < crowd->size; i++)
        free(crowd->window[i].review);
    return crowd->error;
}

int batch_run(const struct batch *batch, struct reason *reason)
{
    const size_t n = (size_t)batch->n_workers;
    struct crowd crowd = {.batch = batch, .lock = PTHREAD_MUTEX_INITIALIZER,
                          .changed = PTHREAD_COND_INITIALIZER,
                          .size = WINDOW_A_WORKER * batch->n_workers};
    struct worker *workers = calloc(n, sizeof *workers);
    crowd.window = calloc((size_t)crowd.size, sizeof *crowd.window);
    int code = OFL_ERR_NOMEM;
    reason_set(&crowd.reason, "out of memory");
    if (workers && crowd.window)
        code = run(&crowd, workers);
    if (code)
        reason_set(reason, "%s", crowd.reason.text);
    free(workers);
    free(crowd.window);
    return code;
}
