/* train/data_run.c - see data_run.h. */
#include "train/data_run.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "eval/weights.h"
#include "train/data.h"

enum {
    RING = 1024, /* pieces that may wait for a slow one */
    BLOCK_PIECES = RECORD_BLOCK / DATA_RUN_RECORDS
};

struct slot {
    struct record records[DATA_RUN_RECORDS];
    int n; /* -1: not made yet */
};

/* Everything is under the lock but the slot a thread is filling. */
struct state {
    const struct data_run *run;
    pthread_mutex_t lock;
    pthread_cond_t has_room;
    struct slot *ring; /* RING */
    struct record_writer *writer;
    uint64_t n_taken, n_written, n_at_start, n_records; /* pieces, but for the last */
    int64_t start_us, shown_us;
    int result;        /* an exit code ends the run */
};

/* Set by the handler; a second signal ends the program at once. */
static volatile sig_atomic_t is_interrupted;

static void on_signal(int number)
{
    is_interrupted = 1;
    signal(number, SIG_DFL);
}

struct data_run_args data_run_defaults(void)
{
    return (struct data_run_args){.weights = "", .seconds = 1 << 30,
                                  .n_threads = program_count_cores(DATA_RUN_THREADS_MOST)};
}

struct weights *data_run_weights(const struct data_run_args *args, bool *is_good)
{
    struct reason reason;
    struct weights *weights = *args->weights ? weights_from_file(args->weights, &reason)
                                             : weights_built_in(&reason);
    *is_good = weights || !*reason.text; /* built without any: the classical evaluation plays */
    if (!*is_good)
        data_say("weights %s: %s", *args->weights ? args->weights : "built in", reason.text);
    return weights;
}

uint64_t data_run_job(const uint64_t *parts, int n)
{
    uint64_t h = 0;
    for (int i = 0; i < n; i++) {
        h = (h ^ parts[i]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return h;
}

int data_positions_add(struct data_positions *positions, const struct record *record)
{
    if ((size_t)positions->n == positions->room) {
        positions->room = 2 * positions->room + 1024;
        struct record *more = realloc(positions->list, positions->room * sizeof *more);
        if (!more) {
            data_say("out of memory");
            return EX_OSERR;
        }
        positions->list = more;
    }
    positions->list[positions->n++] = *record;
    const uint64_t parts[] = {positions->hash, record->board.player, record->board.opponent};
    positions->hash = data_run_job(parts, 3);
    return 0;
}

ofl_engine *data_run_engine(const struct data_run_args *args, int hash, int confidence)
{
    ofl_engine *engine = ofl_engine_create();
    char mib[16], percent[16];
    snprintf(mib, sizeof mib, "%d", hash);
    snprintf(percent, sizeof percent, "%d", confidence);
    if (!engine) {
        data_say("no memory for an engine");
        return NULL;
    }
    if (ofl_set_option(engine, "hash", mib) == OFL_OK &&
        ofl_set_option(engine, "selectivity", percent) == OFL_OK &&
        ofl_set_option(engine, "steady-scores", "off") == OFL_OK && /* labels: as found */
        (!*args->weights || ofl_set_option(engine, "weights", args->weights) == OFL_OK))
        return engine;
    data_say("%s", ofl_last_error(engine));
    ofl_engine_destroy(engine);
    return NULL;
}

static void show_progress(struct state *s)
{
    int64_t now = clock_us(), pause_us = isatty(2) ? 500000 : 60000000;
    if (s->run->args->is_quiet || now - s->shown_us < pause_us)
        return;
    s->shown_us = now;
    double seconds = (double)(now - s->start_us) * 1e-6;
    double rate = (double)(s->n_written - s->n_at_start) / seconds;
    fprintf(stderr, "%s%" PRIu64 " %s, %.2f %s/s, %" PRIu64 " positions in %.0f s%s",
            isatty(2) ? "\r" : "", s->n_written, s->run->pieces, rate, s->run->pieces,
            s->n_records, seconds, isatty(2) ? " \033[K" : "\n");
}

static void fail_write(struct state *s)
{
    data_say("%s: cannot be written: %s", s->run->args->out, strerror(errno));
    s->result = EX_IOERR;
}

/* Writes the pieces whose turn it is. */
static void write_pieces(struct state *s)
{
    struct slot *slot;
    while (s->result == 0 && s->n_written < s->n_taken &&
           (slot = &s->ring[s->n_written % RING])->n >= 0) {
        bool is_written = true;
        for (int i = 0; i < slot->n; i++)
            is_written = is_written && record_write(s->writer, &slot->records[i]);
        s->n_records += (uint64_t)slot->n;
        slot->n = -1;
        s->n_written++;
        if (s->n_written % BLOCK_PIECES == 0)
            is_written = is_written && record_end_block(s->writer, s->n_written);
        if (!is_written)
            fail_write(s);
    }
    show_progress(s);
    pthread_cond_broadcast(&s->has_room);
}

static bool is_finished(const struct state *s)
{
    return s->result || is_interrupted || s->n_taken >= (uint64_t)s->run->n_pieces ||
           clock_us() - s->start_us >= s->run->args->seconds * 1000000;
}

/* The number of the next piece; false when there is none left. */
static bool take_piece(struct state *s, uint64_t *k)
{
    while (!is_finished(s) && s->n_taken - s->n_written >= RING)
        pthread_cond_wait(&s->has_room, &s->lock);
    *k = s->n_taken;
    return !is_finished(s);
}

struct thread {
    struct state *state;
    void *tools;
    pthread_t id;
    bool is_started;
};

static void *run_thread(void *argument)
{
    struct thread *thread = argument;
    struct state *s = thread->state;
    uint64_t k;
    pthread_mutex_lock(&s->lock);
    while (take_piece(s, &k)) {
        struct slot *slot = &s->ring[k % RING];
        s->n_taken++;
        pthread_mutex_unlock(&s->lock);
        int n = s->run->make(s->run->user, thread->tools, (uint32_t)k, slot->records);
        pthread_mutex_lock(&s->lock);
        if (n < 0)
            s->result = EX_SOFTWARE;
        slot->n = n;
        write_pieces(s);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static int make_pieces(struct state *s)
{
    int n_threads = s->run->args->n_threads;
    struct thread *threads = calloc((size_t)n_threads, sizeof *threads);
    if (!threads)
        return EX_OSERR;
    for (int i = 0; s->result == 0 && i < n_threads; i++) {
        threads[i].state = s;
        threads[i].tools = s->run->open(s->run->user);
        if (!threads[i].tools)
            s->result = EX_DATAERR;
    }
    s->start_us = s->shown_us = clock_us();
    for (int i = 1; s->result == 0 && i < n_threads; i++)
        threads[i].is_started =
            pthread_create(&threads[i].id, NULL, run_thread, &threads[i]) == 0;
    if (s->result == 0)
        run_thread(&threads[0]);
    for (int i = 0; i < n_threads; i++) {
        if (threads[i].is_started)
            pthread_join(threads[i].id, NULL);
        if (threads[i].tools)
            s->run->close(threads[i].tools);
    }
    free(threads);
    return s->result;
}

static void tell(const struct state *s)
{
    double seconds = (double)(clock_us() - s->start_us) * 1e-6;
    printf("%" PRIu64 " %s, %" PRIu64 " of them before; %" PRIu64
           " positions in %.1f s, %.2f %s/s\n", s->n_written, s->run->pieces, s->n_at_start,
           s->n_records, seconds,
           (double)(s->n_written - s->n_at_start) / (seconds > 1e-3 ? seconds : 1e-3),
           s->run->pieces);
}

int data_run(const struct data_run *run)
{
    struct state s = {.run = run, .lock = PTHREAD_MUTEX_INITIALIZER,
                      .has_room = PTHREAD_COND_INITIALIZER};
    char label[17];
    struct reason reason;
    snprintf(label, sizeof label, "%.5s%" PRIu64, run->prefix, run->args->seed);
    /* A lower priority than asked for is no reason to stop. */
    if (setpriority(PRIO_PROCESS, 0, run->args->nice) != 0)
        data_say("the priority stays as it is: %s", strerror(errno));
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!(s.ring = malloc(RING * sizeof *s.ring))) {
        data_say("out of memory");
        return EX_OSERR;
    }
    for (int i = 0; i < RING; i++)
        s.ring[i].n = -1;
    if (!(s.writer = record_create(run->args->out, run->job, label, &s.n_at_start, &reason))) {
        data_say("%s: %s", run->args->out, reason.text);
        free(s.ring);
        return EX_CANTCREAT;
    }
    s.n_taken = s.n_written = s.n_at_start;
    int result = make_pieces(&s);
    if (result == 0 && !record_end_block(s.writer, s.n_written)) {
        fail_write(&s);
        result = EX_IOERR;
    }
    if (!record_close(s.writer) && result == 0) {
        fail_write(&s);
        result = EX_IOERR;
    }
    if (result == 0)
        tell(&s);
    free(s.ring);
    return result;
}
