/* train/data_run.c - see data_run.h. */
#include "train/data_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/jobs.h"
#include "eval/weights.h"
#include "options/release.h"
#include "options/signals.h"
#include "train/data.h"

enum {
    PIECES_MOST = 1024, /* that may wait for a slow one */
    BLOCK_PIECES = RECORD_BLOCK / DATA_RUN_RECORDS
};

/* A job. */
struct piece {
    struct job job;
    uint32_t number;
    int n;
    struct record records[DATA_RUN_RECORDS];
};

struct state {
    const struct data_run *run;
    void *tools[DATA_RUN_THREADS_MOST];
    struct record_writer *writer;
    uint64_t n_written, n_at_start, n_records; /* pieces, but for the last */
    int64_t start_us, shown_us;
    int result;   /* an exit code */
};

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

static bool write_piece(void *user, struct job *job)
{
    struct state *s = user;
    const struct piece *piece = (const struct piece *)job;
    bool is_written = true;
    for (int i = 0; i < piece->n; i++)
        is_written = is_written && record_write(s->writer, &piece->records[i]);
    s->n_records += (uint64_t)piece->n;
    s->n_written++;
    if (s->n_written % BLOCK_PIECES == 0)
        is_written = is_written && record_end_block(s->writer, s->n_written);
    if (!is_written)
        fail_write(s);
    show_progress(s);
    return is_written;
}

static bool is_over(const struct state *s)
{
    return signals_caught() || clock_us() - s->start_us >= s->run->args->seconds * 1000000;
}

static int make_piece(void *user, int worker, struct job *job, struct reason *reason)
{
    const struct state *s = user;
    struct piece *piece = (struct piece *)job;
    (void)reason; /* a sentence was said */
    if (is_over(s))
        return 0;
    piece->n = s->run->make(s->run->user, s->tools[worker], piece->number, piece->records);
    return piece->n < 0 ? -1 : 1;
}

/* Until there are no more, or told to stop. */
static bool give_pieces(const struct state *s, struct jobs *jobs)
{
    for (uint64_t k = s->n_at_start; k < (uint64_t)s->run->n_pieces && !is_over(s); k++) {
        struct piece *piece = malloc(sizeof *piece);
        if (!piece) {
            data_say("out of memory");
            return false;
        }
        piece->number = (uint32_t)k;
        if (!jobs_give(jobs, &piece->job))
            break;
    }
    return true;
}

static int make_pieces(struct state *s)
{
    const struct jobs_plan plan = {.n_workers = s->run->args->n_threads, .n_most = PIECES_MOST,
                                   .run = make_piece, .deliver = write_piece, .user = s};
    struct reason reason;
    for (int i = 0; i < plan.n_workers; i++)
        if (!(s->tools[i] = s->run->open(s->run->user)))
            return EX_DATAERR;
    s->start_us = s->shown_us = clock_us();
    struct jobs *jobs = jobs_begin(&plan, &reason);
    if (!jobs) {
        data_say("%s", reason.text);
        return EX_OSERR;
    }
    const bool has_memory = give_pieces(s, jobs);
    if (!jobs_finish(jobs, &reason))
        s->result = EX_SOFTWARE;
    else if (!has_memory)
        s->result = EX_OSERR;
    jobs_free(jobs);
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

/* The work of another release, or of a search with another signature, is another's. */
static uint64_t job_of(const struct data_run *run)
{
    const char *version = ofl_version();
    const uint64_t parts[] = {run->job, (uint64_t)release_signature(),
                              checksum_of((const uint8_t *)version, strlen(version))};
    return data_run_job(parts, 3);
}

int data_run(const struct data_run *run)
{
    struct state s = {.run = run};
    char label[17];
    struct reason reason;
    snprintf(label, sizeof label, "%.5s%" PRIu64, run->prefix, run->args->seed);
    /* A lower priority than asked for is no reason to stop. */
    if (setpriority(PRIO_PROCESS, 0, run->args->nice) != 0)
        data_say("the priority stays as it is: %s", strerror(errno));
    signals_install();
    if (!(s.writer = record_create(run->args->out, job_of(run), label, &s.n_at_start, &reason))) {
        data_say("%s: %s", run->args->out, reason.text);
        return EX_CANTCREAT;
    }
    s.n_written = s.n_at_start;
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
    for (int i = 0; i < run->args->n_threads; i++)
        if (s.tools[i])
            run->close(s.tools[i]);
    return result;
}
