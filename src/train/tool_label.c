/* train/tool_label.c - outflank-train label: recorded games in, labelled positions out.
 *
 * Games are taken in batches. Threads share the games of a batch; its records are
 * written in the order of the games as one block, with the number of games done, so
 * that a run killed at any moment goes on where it was. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "eval/weights.h"
#include "train/label.h"
#include "train/tool.h"

enum { BATCH = RECORD_BLOCK / LABEL_RECORDS, HASH_MIB = 16 };

struct args {
    const char *out;
    struct label_rules rules;
    int n_threads;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the data file to write"),
    ROW_INT(rules.empties, "empties", 'n', 1, 24, "16", "solve from N empty squares on"),
    ROW_INT(rules.n_strays, "strays", 0, 0, LABEL_STRAYS_MOST, "1",
            "positions one random move off the game's line"),
    ROW_SEED(rules.seed, PROGRAM_SEED_MOST, "of those random moves"),
    ROW_INT(n_threads, "threads", 't', 1, 256, NULL, "threads; all cores if not given"),
    PROGRAM_HELP
};

struct batch {
    const struct label_rules *rules;
    struct wthor_game games[BATCH];
    struct record records[BATCH][LABEL_RECORDS];
    int n_records[BATCH];
    int n;
    atomic_int next;
};

struct labeller {
    const struct args *args;
    ofl_engine **engines; /* one a thread */
    struct batch *batch;
    struct record_writer *writer;
    uint64_t n_done, n_seen, n_refused; /* games */
    uint64_t n_at_start;
    int64_t start_us;
};

struct thread {
    struct batch *batch;
    ofl_engine *engine;
    pthread_t id;
    bool is_started;
};

static void *run_thread(void *argument)
{
    struct thread *thread = argument;
    struct batch *batch = thread->batch;
    for (int i; (i = atomic_fetch_add(&batch->next, 1)) < batch->n;)
        batch->n_records[i] = label_game(thread->engine, batch->rules, &batch->games[i],
                                         batch->records[i]);
    return NULL;
}

static void show_progress(const struct labeller *l)
{
    if (!isatty(2))
        return;
    double seconds = (double)(clock_us() - l->start_us) * 1e-6;
    fprintf(stderr, "\r%llu games, %.1f a second \033[K", (unsigned long long)l->n_done,
            (double)(l->n_done - l->n_at_start) / (seconds > 0.001 ? seconds : 0.001));
}

/* Labels the batch and writes it. 0 or an exit code. */
static int finish_batch(struct labeller *l)
{
    struct batch *batch = l->batch;
    struct thread threads[256];
    int n_threads = l->args->n_threads;
    if (batch->n == 0)
        return 0;
    atomic_store(&batch->next, 0);
    for (int i = 0; i < n_threads; i++) {
        threads[i] = (struct thread){.batch = batch, .engine = l->engines[i]};
        threads[i].is_started =
            i > 0 && pthread_create(&threads[i].id, NULL, run_thread, &threads[i]) == 0;
    }
    run_thread(&threads[0]); /* what a thread that did not start leaves is done here */
    for (int i = 1; i < n_threads; i++)
        if (threads[i].is_started)
            pthread_join(threads[i].id, NULL);
    bool is_written = true;
    for (int i = 0; i < batch->n; i++) {
        if (batch->n_records[i] < 0) {
            tool_say("a game could not be solved: %s", ofl_last_error(l->engines[0]));
            return EX_SOFTWARE;
        }
        for (int k = 0; k < batch->n_records[i]; k++)
            is_written = is_written && record_write(l->writer, &batch->records[i][k]);
    }
    l->n_done += (uint64_t)batch->n;
    batch->n = 0;
    if (!is_written || !record_end_block(l->writer, l->n_done)) {
        tool_say("%s: cannot be written: %s", l->args->out, strerror(errno));
        return EX_IOERR;
    }
    show_progress(l);
    return 0;
}

static int label_base(struct labeller *l, const char *path, const uint8_t *bytes, size_t size)
{
    struct wthor_reader reader;
    struct wthor_error error;
    int result = 0;
    if (!wthor_open(&reader, bytes, size, &error)) {
        tool_say("%s: byte %zu: %s", path, error.offset, error.text);
        return EX_DATAERR;
    }
    tool_say_missing(path, reader.n_missing);
    if (reader.n_extra_bytes)
        tool_say("%s: %zu bytes behind the last game are left out", path, reader.n_extra_bytes);
    struct wthor_game game;
    for (int r; result == 0 && (r = wthor_next(&reader, &game, NULL)) != 0;) {
        if (r < 0 || !game.is_over) {
            l->n_refused++;
            continue;
        }
        if (l->n_seen++ < l->n_at_start)
            continue;
        l->batch->games[l->batch->n++] = game;
        if (l->batch->n == BATCH)
            result = finish_batch(l);
    }
    return result;
}

/* A number that differs when the data or the settings do. False after a sentence. */
static bool find_job(const struct args *args, char **paths, int n_paths, uint64_t *job)
{
    uint64_t h = (uint64_t)args->rules.empties << 8 | (uint64_t)args->rules.n_strays;
    h ^= args->rules.seed * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < n_paths; i++) {
        size_t size;
        uint8_t *bytes = tool_read_file(paths[i], &size);
        if (!bytes)
            return false;
        h = h * UINT64_C(0xBF58476D1CE4E5B9) + weights_checksum(bytes, size);
        free(bytes);
    }
    *job = h;
    return true;
}

static bool create_engines(struct labeller *l)
{
    char hash[16];
    snprintf(hash, sizeof hash, "%d", HASH_MIB);
    l->engines = calloc((size_t)l->args->n_threads, sizeof *l->engines);
    for (int i = 0; l->engines && i < l->args->n_threads; i++) {
        l->engines[i] = ofl_engine_create();
        if (!l->engines[i] || ofl_set_option(l->engines[i], "hash", hash) != OFL_OK)
            return false;
    }
    return l->engines != NULL;
}

static int label_all(struct labeller *l, char **paths, int n_paths)
{
    int result = 0;
    for (int i = 0; result == 0 && i < n_paths; i++) {
        size_t size;
        uint8_t *bytes = tool_read_file(paths[i], &size);
        result = bytes ? label_base(l, paths[i], bytes, size) : EX_NOINPUT;
        free(bytes);
    }
    return result ? result : finish_batch(l);
}

static int label(const struct args *args, char **paths, int n_paths)
{
    struct labeller l = {.args = args, .start_us = clock_us()};
    struct reason reason;
    uint64_t job;
    int result = EX_OSERR;
    if (!find_job(args, paths, n_paths, &job))
        return EX_NOINPUT;
    l.batch = calloc(1, sizeof *l.batch);
    if (!l.batch || !create_engines(&l)) {
        tool_say("out of memory");
    } else if (!(l.writer = record_create(args->out, job, "label", &l.n_at_start, &reason))) {
        tool_say("%s: %s", args->out, reason.text);
        result = EX_CANTCREAT;
    } else {
        l.n_done = l.n_at_start;
        l.batch->rules = &args->rules;
        result = label_all(&l, paths, n_paths);
        if (!record_close(l.writer) && result == 0) {
            tool_say("%s: cannot be written", args->out);
            result = EX_IOERR;
        }
        if (isatty(2))
            fputc('\n', stderr);
        if (result == 0)
            printf("%llu games, %llu of them before, %llu left out\n",
                   (unsigned long long)l.n_done, (unsigned long long)l.n_at_start,
                   (unsigned long long)l.n_refused);
    }
    for (int i = 0; l.engines && i < args->n_threads; i++)
        ofl_engine_destroy(l.engines[i]);
    free(l.engines);
    free(l.batch);
    return result;
}

static int run_label(const struct program_call *call)
{
    struct args args = {.n_threads = program_count_cores(256)};
    struct program_files files;
    const int result = program_read(call, &args, &files);
    return result ? result : label(&args, files.paths, files.n);
}

const struct program_command tool_label = {
    .name = "label",
    .arguments = "DATA.wtb...",
    .file = "a WTHOR base",
    .summary = "solve late positions of recorded games, write labelled positions",
    .text = "Solves the end of every finished game of WTHOR bases and writes all positions with "
            "their labels. Goes on with a file that a run of the same settings left unfinished.",
    .options = rows,
    .run = run_label,
};
