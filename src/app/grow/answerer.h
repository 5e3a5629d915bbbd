/* grow/answerer.h - answers tasks with an engine.
 *
 * Each task starts with an empty table and one thread: its answer does not depend on what was
 * searched before, nor where.
 *
 * Threads: an answerer belongs to one thread; any may stop its engine.
 */
#ifndef GROW_ANSWERER_H
#define GROW_ANSWERER_H

#include <outflank/engine.h>

#include "grow/task.h"

struct answerer {
    ofl_engine *engine;
    uint32_t network;
};

/* Takes the engine over in any case. `network` is its number by answerer_network(). False if the
 * engine cannot be made fit for books. */
bool answerer_init(struct answerer *answerer, ofl_engine *engine, uint32_t network,
                   struct reason *reason);
void answerer_free(struct answerer *answerer);

/* 1 answered, 0 stopped before the end, -1 with a reason. */
int answerer_search(struct answerer *answerer, const struct task *task, struct answer *answer,
                    struct reason *reason);

/* The number of the network that an engine plays with, as evidence has it: the generation of
 * networks in the upper 8 bits, 24 bits of the checksum of all its weights in the rest. Networks
 * that were never built in have generation 0, the classical evaluation has the number 0. */
uint32_t answerer_network(const ofl_engine *engine);

#endif
