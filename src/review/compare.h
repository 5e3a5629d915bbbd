/* review/compare.h - a move against the best one; if it is the best, against the second.
 *
 * Threads: as the engine.
 */
#ifndef REVIEW_COMPARE_H
#define REVIEW_COMPARE_H

#include "explain/explain.h"
#include "review/review.h"

/* A question and its answer. */
struct comparison {
    ofl_position position;
    int move;                     /* legal */
    struct ofl_line best, second; /* of the two that are compared: the better, the worse */
    int n_moves;                  /* legal ones; if it is the only one there is no second */
    int n_sentences;              /* why the one is better */
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
};

/* Fills the answer. OFL_OK, or the engine's error. */
int compare_moves(ofl_engine *engine, const struct review_settings *settings,
                  struct comparison *found);

/* What the second loses, 1/100 disc; 0 if there is none. */
int compare_loss(const struct comparison *found);

#endif
