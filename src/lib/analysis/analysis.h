/* analysis/analysis.h - what is known of the moves of a position: searched, solved, from a book.
 *
 * An analysis takes three steps, as far as its limits go:
 *
 * 1. Moves that the engine's book knows have their lines from it.
 * 2. The others are searched together, for an estimate of each.
 * 3. Where a forecast says that it is in reach, the best move is solved, then the others one by
 *    one. So an analysis finds what "outflank solve" finds in the same time.
 *
 * An exact score of the best move bounds all others: an estimate above it becomes that bound. Lines
 * that are exact stay, whatever is searched later.
 *
 * With a depth, or with no limit at all (then the engine's level holds), there is only one search,
 * to that depth. With one thread, after ofl_new_game(), such an analysis repeats exactly; so does
 * one with a limit of nodes.
 *
 * Threads: as the engine (outflank/engine.h). ofl_stop() ends an analysis; it keeps what it knows.
 * Errors:  OFL_OK or a negative enum ofl_error, with ofl_last_error().
 */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <outflank/engine.h>

#include "analysis/forecast.h"
#include "base/reason.h"

/* 0 means "no limit". */
struct analysis_limits {
    int64_t time_ms;
    uint64_t nodes;
    int depth;         /* plies, as in struct ofl_limits */
    bool wants_exact;  /* every move that is wanted is solved, unless a limit ends it */
    int n_best;        /* moves wanted, best first: 1..OFL_MAX_MOVES */
    uint64_t moves;    /* of these squares only; 0: of all. For analysis_want() */
};

struct analysis {
    ofl_position position;
    int n_empties;
    struct ofl_result result;  /* lines best first; nodes and time of all steps together */
    struct forecast forecast;  /* of an exact search for the best move */
    uint64_t moves;            /* squares that are considered */
    int ceiling[64];           /* by square: a move is proven to have no more, 1/100 disc */
};

/* An analysis that knows nothing yet. The board is valid. */
void analysis_begin(struct analysis *analysis, ofl_position position);

/* "b5,f4" as squares. False with the reason. */
bool analysis_read_moves(const char *text, uint64_t *squares, struct reason *reason);

/* Behind analysis_begin(): only these squares are considered (0: all). False with the reason: one
 * of them is no legal move. */
bool analysis_want(struct analysis *analysis, uint64_t squares, struct reason *reason);

/* Called about ten times a second by the thread that called analysis_run(). */
typedef void (*analysis_fn)(void *user, const struct analysis *now);

/* Adds what can be found within the limits; `tell` (or NULL) hears of it meanwhile. A second call
 * goes on where the first ended. `result.stopped` is true if a limit or ofl_stop() ended it. */
int analysis_run(ofl_engine *engine, const struct analysis_limits *limits, analysis_fn tell,
                 void *user, struct analysis *analysis);

/* The same in rounds, each twice as long as the one before, until ofl_stop() or the analysis is
 * complete. The first one takes limits->time_ms. */
int analysis_run_on(ofl_engine *engine, const struct analysis_limits *limits, analysis_fn tell,
                    void *user, struct analysis *analysis);

/* Are all lines exact, as many as are wanted? Then another call finds nothing more. */
bool analysis_is_complete(const struct analysis *analysis, int n_best);

/* What is proven of a move, 1/100 disc: by a solve, by bounds, or by discs that stay. */
void analysis_bounds(const struct analysis *analysis, int index, int *low_cd, int *high_cd);

/* What a move gives away against the best one, 1/100 disc; at least that, if it is a bound. */
int analysis_loss(const struct analysis *analysis, int index);

#endif
