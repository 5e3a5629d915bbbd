/* engine/calls.h - what the rest of Outflank asks of an engine beyond its public face.
 *
 * Threads: as outflank/engine.h.
 */
#ifndef ENGINE_CALLS_H
#define ENGINE_CALLS_H

#include <outflank/engine.h>

/* May this search begin? Else the error, with its sentence: another one runs, a limit is out of
 * range, or the sides share a square. All that search ask this first. */
int engine_check(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits);

/* ofl_search() with a listener of its own; that of ofl_on_info() hears nothing, and stays. */
int engine_search_heard(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                        ofl_info_fn on_info, void *user, struct ofl_result *result);

/* The checksum that names the weights in force (eval/weights.h); 0 for the classical evaluation. */
uint64_t engine_network(const ofl_engine *engine);

/* The contempt of a search with these limits (NULL: the option's), 1/100 disc. */
int engine_contempt(const ofl_engine *engine, const struct ofl_limits *limits);

/* The value of an option that is a number; 0 if it is none. */
int64_t engine_option_number(ofl_engine *engine, const char *name);

/* Is the option "level" that of an engine just made? */
bool engine_has_usual_level(const ofl_engine *engine);

/* Has ofl_stop() been called, and not been taken back? */
bool engine_is_stopped(const ofl_engine *engine);

/* Keeps the sentence for ofl_last_error(); returns the error. */
int engine_refuse(ofl_engine *engine, int error, const char *sentence);

/* The option "variety" for moves of the book only, until the option is set again. */
void engine_vary_book(ofl_engine *engine, const char *discs);

/* The seed, if a move of the game was drawn by it; else 0. */
int64_t engine_used_seed(const ofl_engine *engine);

/* Keeps the sentence for ofl_book_take_problem(). */
void engine_keep_problem(ofl_engine *engine, const char *sentence);

#endif
