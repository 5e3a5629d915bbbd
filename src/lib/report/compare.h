/* report/compare.h - a move against the best one; if it is the best, against the second. Moves that
 * are the same by symmetry (text/alike.h) count as one.
 *
 * Threads: as the engine.
 */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "base/strbuf.h"
#include "report/explain.h"
#include "report/review.h"

/* A question and its answer. */
struct comparison {
    ofl_position position;
    int move;                     /* legal */
    struct ofl_line best, second; /* of the two that are compared: the better, the worse */
    uint64_t alike;               /* the move, and those that are the same by symmetry */
    bool has_second;              /* there are others */
    int n_sentences;              /* why the one is better */
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
};

/* Why nothing can be said of the move there; NULL: it can. */
const char *compare_refusal(ofl_position position, int move);

/* Fills the answer. OFL_OK, or the engine's error. */
int compare_moves(ofl_engine *engine, const struct review_settings *settings,
                  struct comparison *found);

/* The same by another way to search. *is_stopped: the answer is worth nothing. */
int compare_moves_by(const struct review_searcher *searcher, const struct review_settings *settings,
                     struct comparison *found, bool *is_stopped);

/* Adds the answer in words, a sentence a line. */
void compare_add_text(struct strbuf *text, const struct comparison *found);

/* What the second loses, 1/100 disc; 0 if there is none. */
int compare_loss(const struct comparison *found);

#endif
