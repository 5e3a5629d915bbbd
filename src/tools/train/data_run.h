/* train/data_run.h - the same work on all cores into one data file, for commands of outflank-data.
 *
 * Work comes in numbered pieces (games, positions), the jobs of a pool (base/jobs.h). The file
 * holds them in order and is the same for any number of threads. A block ends every few pieces and
 * notes how many are done: a run goes on from there, and a kill loses what was made since. */
#ifndef TRAIN_DATA_RUN_H
#define TRAIN_DATA_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/engine.h>
#include "options/program.h"
#include "train/train_record.h"

enum {
    DATA_RUN_RECORDS = 80, /* most of a piece */
    DATA_RUN_THREADS_MOST = 1024,
    DATA_RUN_PIECES_MOST = 0x7FFFFFFF
};

/* The options that all such commands have. */
struct data_run_args {
    const char *out, *weights; /* weights "": those built in */
    uint64_t seed;             /* 32 bits */
    int64_t seconds;           /* where to stop */
    int n_threads, nice;
    bool is_quiet;
};

/* Their rows, for a `struct args` with a member `struct data_run_args run`. */
#define DATA_RUN_OUT ROW_NEEDED_FILE(run.out, "out", 'o', "the data file to write")
#define DATA_RUN_OPTIONS                                                                     \
    {.name = "seconds", .argument = "N", .help = "stop after N seconds", .type = OPTION_WIDE, \
     .min = 1, .max = 1 << 30, PROGRAM_FIELD(run.seconds, int64_t)},                         \
    ROW_FILE(run.weights, "weights", 'w', "of the trained evaluation; without it those built in"), \
    ROW_SEED(run.seed, UINT32_MAX, "of all that is drawn"),                                  \
    ROW_INT(run.n_threads, "threads", 't', 1, DATA_RUN_THREADS_MOST, NULL,                   \
            "threads; all cores if not given"),                                              \
    ROW_INT(run.nice, "nice", 0, 0, 19, "19", "priority; 19 takes idle time only"),          \
    ROW_FLAG(run.is_quiet, "quiet", 'q', "no progress"),                                     \
    PROGRAM_HELP
#define DATA_RUN_TEXT                                                                        \
    "Goes on with a file that a run of the same settings left; the number of threads may change."

/* All cores, the weights built in, no limit of time. */
struct data_run_args data_run_defaults(void);

/* The weights that `args` names. NULL if none are built in, or after a sentence with *is_good
 * false. The caller frees them. */
struct weights *data_run_weights(const struct data_run_args *args, bool *is_good);

struct data_run {
    const struct data_run_args *args;
    const char *prefix;    /* of the file's label: the seed follows */
    const char *pieces;    /* what they are called: "games" */
    uint64_t job;          /* a file of another one is not gone on with */
    int n_pieces;          /* where to stop */
    void *user;            /* for the functions below, which may run at the same time */
    void *(*open)(void *user); /* what a thread works with; NULL after a sentence */
    void (*close)(void *tools);
    /* Piece k; the number of records, or -1 after a sentence. */
    int (*make)(void *user, void *tools, uint32_t k, struct record out[DATA_RUN_RECORDS]);
};

/* Lowers the priority, makes pieces until told to stop (SIGINT and SIGTERM too), prints what
 * was done. Returns an exit code, after a sentence if it is not 0. */
int data_run(const struct data_run *run);

/* An engine for a thread, with a table of `hash` MiB, which prunes at this confidence (percent;
 * 100: not). NULL after a sentence. */
ofl_engine *data_run_engine(const struct data_run_args *args, int hash, int confidence);

/* Folds the numbers that decide what a run makes into a job. */
uint64_t data_run_job(const uint64_t *parts, int n);

#endif
