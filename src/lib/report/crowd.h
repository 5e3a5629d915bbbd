/* report/crowd.h - how many people of a rating play what was played, and how many what was best.
 *
 * By the engine's model of people (docs/lab/people.md). Moves that are the same by symmetry count
 * together.
 *
 * Threads: as the engine. Errors: OFL_ERR_DATA without a model, with the engine's sentence.
 */
#ifndef REPORT_CROWD_H
#define REPORT_CROWD_H

#include "report/review.h"

/* Ratings that an estimate looks at. */
enum { CROWD_FIRST = 1000, CROWD_STEP = 100, CROWD_RATINGS = 13 };

struct crowd { float played, seen; }; /* shares; 0 and 0 where there are too many moves to say */

/* Of `n` ratings, CROWD_RATINGS at most, from `first` in steps of CROWD_STEP. */
int crowd_ask(const struct review *review, const struct review_move *move, ofl_engine *engine,
              int first, int n, struct crowd *crowd);

/* Of all moves that lose REVIEW_EXPLAIN_CD, for their sentences. */
int crowd_tell(struct review *review, ofl_engine *engine, int rating);

#endif
