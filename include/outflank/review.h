/* outflank/review.h - what each move of a game gave away.
 *
 * Positions are valued from the last to the first. A move loses the value before it less the value
 * after it, so that losses add up to the result. docs/review.md says how moves are graded, and what
 * the forms of a report hold.
 *
 * Threads:   ofl_review_game() as the engine; a review may be read by any number of threads.
 * Errors:    OFL_OK or a negative enum ofl_error, with ofl_last_error() of the engine.
 * Ownership: the caller frees reviews and texts.
 */
#ifndef OFL_REVIEW_H
#define OFL_REVIEW_H

#include <outflank/engine.h>
#include <outflank/records.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* How positions are searched. 0 means "no limit"; without depth, time and nodes the depth is 12, or
 * what option "level" says if it is not 10. Without a time a review is always the same, whatever
 * was searched before and by how many threads, as "outflank review" gives it. */
struct ofl_review_settings {
    int depth;         /* plies, 0..60 */
    int exact_empties; /* from so many empty squares on exactly, 0..60; it takes 22 */
    int64_t move_ms;   /* for a position short of that */
    uint64_t nodes;    /* the same */
};

typedef struct ofl_review ofl_review;

/* Told after each position, from the thread that called: `n_done` of `n_all` have a value. False
 * ends the review. */
typedef bool (*ofl_review_fn)(void *user, int n_done, int n_all);

/* Reviews the played moves of `game`; `tell` may be NULL. If it or ofl_stop()
 * ended the review, the first positions have no value, and the reports say so ("complete" is
 * false). */
int ofl_review_game(ofl_engine *engine, const struct ofl_game *game,
                    const struct ofl_review_settings *settings, ofl_review_fn tell, void *user,
                    ofl_review **review);
void ofl_review_free(ofl_review *review); /* NULL: nothing */

enum ofl_review_form {
    OFL_REVIEW_JSON, /* one object on a line (docs/review.md, docs/json.md) */
    OFL_REVIEW_TEXT, /* as "outflank review" prints it */
    OFL_REVIEW_CSV,  /* with a head; a row for each move */
    OFL_REVIEW_HTML  /* one page for a browser, which needs no network */
};

/* The report as a text, for ofl_text_free(). NULL if there is no memory or no such form. */
char *ofl_review_write(const ofl_review *review, enum ofl_review_form form);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
