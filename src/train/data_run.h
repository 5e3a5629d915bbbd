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
#include <outflank/engine.h>
#include "train/record.h"

enum {
    DATA_RUN_RECORDS = 80, /* most of a piece */
    DATA_RUN_THREADS_MOST = 1024,
    DATA_RUN_PIECES_MOST = 0x7FFFFFFF
};

/* The options that all such commands have. */
struct data_run_args {
    const char *out, *weights; /* weights "": those built in */
    uint32_t seed;
    int64_t seconds;           /* where to stop */
    int n_threads, nice;
    bool is_quiet;
};

enum { DATA_RUN_SECONDS = 256, DATA_RUN_NICE, DATA_RUN_OPTION }; /* the first of a command's own */

#define DATA_RUN_SHORT "o:w:s:t:qh"
#define DATA_RUN_LONG                                     \
    {"out", required_argument, NULL, 'o'},                \
    {"seconds", required_argument, NULL, DATA_RUN_SECONDS}, \
    {"weights", required_argument, NULL, 'w'},            \
    {"seed", required_argument, NULL, 's'},               \
    {"threads", required_argument, NULL, 't'},            \
    {"nice", required_argument, NULL, DATA_RUN_NICE},     \
    {"quiet", no_argument, NULL, 'q'},                    \
    {"help", no_argument, NULL, 'h'}
#define DATA_RUN_USAGE_OUT "  -o, --out FILE        the data file\n"
#define DATA_RUN_USAGE                                                              \
    "      --seconds N       stop after N seconds\n"                                \
    "  -w, --weights FILE    of the trained evaluation (those built in)\n"          \
    "  -s, --seed N          0..4294967295 (1)\n"                                   \
    "  -t, --threads N       threads, 1..1024 (all cores)\n"                        \
    "      --nice N          priority, 0..19: 19 takes idle time only (19)\n"       \
    "  -q, --quiet           no progress\n"                                         \
    "  -h, --help            print this\n"

/* All cores, lowest priority, no limit. */
struct data_run_args data_run_defaults(void);

/* A whole number that is an option of one command; a list ends with {0}. */
struct data_run_number {
    int option, min, max;
    int *value;
};

/* Takes an option that getopt_long() returned, with optarg. 0, -1 for help, else an exit code
 * (after a sentence). */
struct option;
int data_run_option(struct data_run_args *args, const struct option *options,
                    const struct data_run_number *numbers, int option, const char *text);

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

/* Positions that pieces are made of. */
struct data_positions {
    struct record *list; /* owned */
    int n;
    size_t room;
    uint64_t hash;       /* of the boards, in order */
};

/* 0, or an exit code after a sentence. */
int data_positions_add(struct data_positions *positions, const struct record *record);

/* An engine for a thread, with a table of `hash` MiB, which prunes at this confidence (percent;
 * 100: not). NULL after a sentence. */
ofl_engine *data_run_engine(const struct data_run_args *args, int hash, int confidence);

/* Folds the numbers that decide what a run makes into a job. */
uint64_t data_run_job(const uint64_t *parts, int n);

#endif
