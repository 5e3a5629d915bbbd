/* train/data_run.h - the same work on all cores into one data file, for commands of outflank-data.
 *
 * Work comes in numbered pieces (games, positions). Threads take the next piece each; what
 * is finished waits in a ring until it is its turn, so the file holds the pieces in order
 * and is the same for any number of threads. A block ends every few pieces and notes how
 * many are done: a run goes on from there, and a kill loses what was made since. */
#ifndef TRAIN_DATA_RUN_H
#define TRAIN_DATA_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include "train/record.h"

enum {
    DATA_RUN_RECORDS = 80, /* most of a piece */
    DATA_RUN_THREADS_MOST = 1024,
    DATA_RUN_PIECES_MOST = 0x7FFFFFFF
};

struct data_run {
    const char *out;       /* the file; gone on with if `job` is the same */
    const char *label;     /* up to 16 characters */
    const char *pieces;    /* what they are called: "games" */
    uint64_t job;
    int64_t n_pieces, seconds; /* where to stop */
    int n_threads, nice;
    bool is_quiet;
    void *user;            /* for the functions below, which may run at the same time */
    void *(*open)(void *user); /* what a thread works with; NULL after a sentence */
    void (*close)(void *tools);
    /* Piece k; the number of records, or -1 after a sentence. */
    int (*make)(void *user, void *tools, uint32_t k, struct record out[DATA_RUN_RECORDS]);
};

/* Lowers the priority, makes pieces until told to stop (SIGINT and SIGTERM too), prints what
 * was done. Returns an exit code, after a sentence if it is not 0. */
int data_run(const struct data_run *run);

/* Threads for all cores of this machine, 1 .. DATA_RUN_THREADS_MOST. */
int data_run_cores(void);

/* Folds the numbers that decide what a run makes into a job. */
uint64_t data_run_job(const uint64_t *parts, int n);

#endif
