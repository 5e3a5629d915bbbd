/* grow/grow.h - a book grows by itself: plans, searches with several workers, commits.
 *
 * Answers are committed once a second at least; killed at any moment, the book has all that was
 * committed and loses the searches under way. Growing on with the same arguments goes on where it
 * ended. Several processes may grow one book; they find the same plan, so much is searched twice.
 */
#ifndef GROW_GROW_H
#define GROW_GROW_H

#include <outflank/engine.h>

#include "book/store.h"
#include "grow/plan.h"

enum grow_end {
    GROW_COMPLETE,  /* nothing is left to search within the limits */
    GROW_SECONDS,
    GROW_POSITIONS,
    GROW_STOPPED    /* must_end() said so */
};

struct grow_progress {
    int64_t n_positions; /* in the book */
    int64_t n_searched;  /* of them: those with a search of their own */
    int64_t n_answers;   /* committed since the start */
    int64_t elapsed_ms;
    int64_t left_ms;     /* until the limit of seconds or positions; -1: unknown */
    int64_t n_planned;   /* tasks that are known now */
    int32_t priority_cp; /* of the cheapest of them, 1/100 ply */
};

struct grow_options {
    struct plan_request request; /* its network is set by grow_run() */
    int n_workers;
    int64_t seconds;     /* 0: no limit */
    int64_t n_searched;  /* searched positions of the book at the end; 0: no limit */
    /* A new engine with the user's options, or NULL after a reason; the caller of it owns it. */
    ofl_engine *(*make_engine)(void *user, struct reason *reason);
    bool (*must_end)(void *user);                                   /* asked ten times a second */
    void (*report)(void *user, const struct grow_progress *progress); /* after each commit */
    void *user;
};

/* Grows the book of `store`. False with a reason; what was committed before stays. */
bool grow_run(struct book_store *store, const struct grow_options *options, enum grow_end *end,
              struct grow_progress *progress, struct reason *reason);

/* Loads all records of a book; they have values then. */
bool grow_load(struct graph *graph, struct book_store *store, struct reason *reason);

#endif
