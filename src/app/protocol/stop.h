/* protocol/stop.h - the order to end the search, or the count of perft, that is in work.
 *
 * The thread that reads the input gives it; the protocol's thread takes it back before each search.
 * The engine hears of it at once. After a signal the order always holds.
 *
 * Threads: all functions may be called from any thread. Who takes an order back must make sure
 *          that it does not lose a new one: line.c does both under one lock.
 */
#ifndef PROTOCOL_STOP_H
#define PROTOCOL_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <outflank/engine.h>

struct stop {
    ofl_engine *engine;
    atomic_bool is_given;
};

static inline struct stop stop_for(ofl_engine *engine) { return (struct stop){.engine = engine}; }

void stop_give(struct stop *stop);
void stop_take_back(struct stop *stop);
bool stop_is_given(const struct stop *stop);

#endif
