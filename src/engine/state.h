/* engine/state.h - what engine/choose.c needs of an engine beyond its public face.
 *
 * Threads: as outflank/engine.h.
 */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include "engine/account.h"
#include "engine/bookplay.h"

/* The engine's book. Its taste is that of the options in force. */
struct bookplay *engine_bookplay(ofl_engine *engine);

/* As ofl_search() on one thread, but it knows nothing of searches before: it gives the same lines
 * whatever was searched, and whatever the options "hash" and "threads" are. */
int engine_search_afresh(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                         struct ofl_result *result);

/* The option "level"; the second sets it and returns what it was. */
int engine_level(const ofl_engine *engine);
int engine_swap_level(ofl_engine *engine, int level);

/* The option "strength"; OPTION_AUTO if it is off. */
int engine_strength(const ofl_engine *engine);

/* The checksum that names the weights in force (eval/weights.h); 0 for the classical evaluation. */
uint64_t engine_network(const ofl_engine *engine);

/* What the moves chosen in this game have lost. */
struct account *engine_account(ofl_engine *engine);

/* Has ofl_stop() been called, and not been taken back? */
bool engine_is_stopped(const ofl_engine *engine);

/* Keeps the sentence for ofl_last_error(); returns the error. */
int engine_refuse(ofl_engine *engine, int error, const char *sentence);

/* Why the book was closed, once; the engine's until its next call. */
const char *engine_take_problem(ofl_engine *engine);

#endif
