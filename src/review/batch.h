/* review/batch.h - many games, reviewed side by side, given out in their order.
 *
 * Threads: batch_run() calls `next` and `take` from its workers, one at a time.
 * Errors:  false with the reason.
 */
#ifndef REVIEW_BATCH_H
#define REVIEW_BATCH_H

#include "review/journal.h"
#include "review/report.h"

struct batch_game {
    int64_t number;        /* of all games, from 0 */
    struct ofl_game game;
    struct review_origin origin; /* `file` must outlive the batch */
};

struct batch {
    struct review_settings settings;
    ofl_engine *const *engines; /* one a worker */
    int n_workers;
    struct review_journal *journal;    /* or NULL */
    /* The next game; false at the end. */
    bool (*next)(void *user, struct batch_game *game);
    /* A reviewed game, in the order of numbers. False ends the batch. */
    bool (*take)(void *user, const struct review *review, const struct batch_game *game);
    /* Asked about five times a second by the thread that called: must the batch end now? */
    bool (*must_end)(void *user, int64_t n_done, int64_t n_searched);
    /* Has something else stopped searches, such as a signal? Then the values of the last one are
     * not kept. Asked by the workers, at any time. */
    bool (*is_cut)(void *user);
    void *user;
};

/* OFL_OK, also if it was ended; else an error of the engine or of the journal, with the reason. */
int batch_run(const struct batch *batch, struct reason *reason);

#endif
