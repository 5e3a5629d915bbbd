/* serve/service.h - many requests at a time, a line each, answered by a pool of engines.
 *
 * docs/serve.md says what the lines are. Each request is an `ask`: it waits in the pool
 * (base/jobs.h), a worker takes it, and it is answered once. Whoever answers it takes it out of the
 * list of open asks first, with the mutex; the line is written behind that.
 *
 * Threads: one thread, the reader, begins, hears, ends and frees. service_cancel_all() is for any.
 *          `write` is called by one thread at a time.
 */
#ifndef SERVE_SERVICE_H
#define SERVE_SERVICE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <outflank/engine.h>

#include "base/reason.h"

enum { SERVICE_MOST_WAITING = 4096 };

struct service_plan {
    ofl_engine **engines;     /* service_begin() takes the engines over, also if it fails */
    int n_engines;
    int n_most;               /* unanswered requests, 1..SERVICE_MOST_WAITING */
    bool may_read_files;
    json_t *provenance;       /* of all answers (request/provenance.h); the service takes it over */
    int hash_mib;             /* for the first line */
    /* Whole lines with their ends. */
    void (*write)(void *user, const char *text, size_t length);
    /* Nobody reads answers any more, or a signal has come: nothing waits for room. */
    bool (*must_end)(void *user);
    void *user;
};

struct service;

/* Writes the first line. NULL with the reason. */
struct service *service_begin(const struct service_plan *plan, struct reason *reason);

/* A line of input without its end; `text` NULL: one that was too long. Waits for room. */
void service_hear(struct service *service, const char *text, size_t length);

/* All that is not answered is answered by the error "cancelled", and what comes after it. */
void service_cancel_all(struct service *service);

/* Waits until all is answered, and frees the service. */
void service_end(struct service *service);

#endif
