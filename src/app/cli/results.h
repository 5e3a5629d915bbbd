/* cli/results.h - a file of results that a run can be cut short at, and go on with.
 *
 * Results are lines. They are written to FILE.part, each by one write(); when all are there, that
 * becomes FILE. So FILE is whole or not there. Whatever ends the program leaves whole results in
 * FILE.part, and at most one torn line behind them, which the next run cuts off.
 *
 * The next run goes through the results that are kept (results_next()) and then adds to them.
 *
 * Threads: functions touch only their arguments. Two runs cannot write one file at a time.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/reason.h"

struct results {
    char *path, *part;
    int fd;          /* of the part; -1: FILE is whole, and nothing can be added */
    FILE *kept;      /* what an earlier run left, as far as it is not read; or NULL */
    int64_t size;    /* bytes of the kept lines that were read */
    uint64_t n_kept; /* these lines */
    bool is_torn;    /* behind them was half a line, which is cut off */
};

/* Without `resumes` a part that is there is refused, and an old FILE stays until the new one is
 * whole. With it the part, or FILE, is gone on with, if there is one. */
bool results_open(struct results *results, const char *path, bool resumes, struct reason *reason);

/* The next kept result: 1, and it is the caller's; 0 if there is none left; -1 with the reason. */
int results_next(struct results *results, json_t **value, struct reason *reason);

/* One line, without its end. Only after results_next() gave 0. */
bool results_add(struct results *results, const char *line, struct reason *reason);

/* All results are there: the part becomes FILE. */
bool results_commit(struct results *results, struct reason *reason);

void results_close(struct results *results);

#endif
