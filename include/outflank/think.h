/* outflank/think.h - searches that run while the caller does something else.
 *
 * ofl_start() begins a search in a thread of the engine and returns at once. ofl_look() tells how
 * far it is, ofl_stop() (engine.h) ends it, ofl_wait() waits for its end and gives the result.
 *
 * Pondering is such a search in the opponent's time, of the board that the expected move leads to.
 * If that move comes, ofl_ponder_hit() starts the clock and the search goes on as the search for
 * the move; else stop it and wait for its end.
 *
 * Threads:   as engine.h says: one thread at a time calls an engine; ofl_stop(), ofl_clear_stop(),
 *            ofl_look() and ofl_is_thinking() may come from any, as long as the engine exists.
 * Meanwhile: until ofl_wait() has given the result, a second search and options are refused
 *            (OFL_ERR_BUSY). ofl_new_game() and ofl_engine_destroy() end the search first. All else
 *            may be called. Calls that search are refused even if a book would answer.
 * Callbacks: the function set by ofl_on_info() is called by the engine's thread, by one at a time,
 *            and not after ofl_wait() has given the result. It may call ofl_stop() and nothing else
 *            of this engine, and should be quick: the search waits for it. So does ofl_on_info():
 *            when it has returned, no call of the function before runs or follows. Hold no lock
 *            meanwhile that a callback takes.
 * Fork:      a child of fork() must not use an engine that was searching (engine.h).
 */
#ifndef OFL_THINK_H
#define OFL_THINK_H

#include <outflank/engine.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Starts a search as ofl_search() makes it; the limits are copied. OFL_ERR_NOMEM if no thread can
 * be had. A stop order that was not taken back ends it at once, as there. */
int ofl_start(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits);

/* Waits for the end of the search: up to timeout_ms, or as long as it takes if that is negative.
 * OFL_OK: it has ended, and *result is filled. OFL_ERR_BUSY: it goes on. Else the search's error,
 * or OFL_ERR_OPTION if none was started. */
int ofl_wait(ofl_engine *engine, int64_t timeout_ms, struct ofl_result *result);

/* Was a search started whose result has not been fetched? */
bool ofl_is_thinking(const ofl_engine *engine);

/* What is known by now: the lines of the newest iteration that has all of them (n_lines is 0 before
 * the first), the nodes and the time since the start. `stopped` is true. During ofl_search() and
 * its like only the nodes mean something. */
void ofl_look(ofl_engine *engine, struct ofl_result *now);

/* Starts a search in the opponent's time. `limits` are those that the search for the move would
 * have: the clock fields and move_ms wait for ofl_ponder_hit(), the others hold from the start. */
int ofl_ponder(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits);

/* The expected move came: the clocks of `limits` run from now on. Then ofl_wait(). Of `limits` only
 * the clock fields and move_ms count. OFL_ERR_OPTION if the engine does not ponder. */
int ofl_ponder_hit(ofl_engine *engine, const struct ofl_limits *limits);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
