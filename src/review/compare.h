/* review/compare.h - a move against the best one; if it is the best, against the second.
 *
 * Threads: as the engine.
 */
#ifndef REVIEW_COMPARE_H
#define REVIEW_COMPARE_H

#include "base/strbuf.h"
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

/* The same by another way to search. *is_stopped: the answer is worth nothing. */
int compare_moves_by(const struct review_searcher *searcher, const struct review_settings *settings,
                     struct comparison *found, bool *is_stopped);

/* Is the score of a line of the answer proven? */
bool compare_is_exact(const struct ofl_line *line);

/* Adds the answer in words, a sentence a line. */
void compare_add_text(struct strbuf *text, const struct comparison *found);

/* What the second loses, 1/100 disc; 0 if there is none. */
int compare_loss(const struct comparison *found);

#endif
