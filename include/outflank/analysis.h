/* outflank/analysis.h - what the moves of a position are worth.
 *
 * An analysis goes further than a search (outflank/engine.h): moves that the engine's book knows
 * have their lines from it, the others are searched together, and what can be solved within the
 * limits is solved, the best move first. It is what "outflank analyze" prints.
 *
 * With a depth, or with no limit at all (then the engine's level holds), there is one search to
 * that depth. With one thread, after ofl_new_game(), such an analysis repeats exactly; so does one
 * with a limit of nodes.
 *
 * Threads: as the engine. ofl_stop() from any thread ends an analysis; it keeps what it knows.
 * Errors:  OFL_OK or a negative enum ofl_error, with ofl_last_error().
 * Units:   those of outflank/engine.h.
 */
#ifndef OFL_ANALYSIS_H
#define OFL_ANALYSIS_H

#include <outflank/engine.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* 0 means "no limit". */
struct ofl_analysis_limits {
    int64_t time_ms;
    uint64_t nodes;
    int depth;   /* plies, 0..60, as in struct ofl_limits */
    bool exact;  /* every move that is wanted is solved, unless a limit ends it */
    int n_best;  /* moves wanted, best first; 0: all */
};

/* How long an exact search for the best move will take, by one thread. */
struct ofl_forecast {
    double nodes;   /* half of the positions like this one take less; 0: unknown */
    double seconds; /* the same in time; 0: unknown */
    double factor;  /* two of three positions lie within a factor of this */
};

struct ofl_analysis {
    struct ofl_result result;      /* best first; nodes and time of all searches together.
                                    * `stopped`: a limit ended it before all was solved */
    struct ofl_forecast forecast;
    int proven_low[OFL_MAX_MOVES];  /* what is proven of the score of each line: by a solve, by */
    int proven_high[OFL_MAX_MOVES]; /* bounds, or by discs that stay; 1/100 disc */
};

/* Hears of an analysis about ten times a second. It comes from the thread that called
 * ofl_analyze(), and may call ofl_stop() and nothing else of this engine. */
typedef void (*ofl_analysis_fn)(void *user, const struct ofl_analysis *now);

/* Analyses `board` for its side to move; `tell` (or NULL) hears of it meanwhile. Limits that are
 * out of range give OFL_ERR_OPTION. A line whose score is a bound has at most that score. */
int ofl_analyze(ofl_engine *engine, ofl_board board, const struct ofl_analysis_limits *limits,
                ofl_analysis_fn tell, void *user, struct ofl_analysis *analysis);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
