/* train/pack_code.h - the coder of packed weights (eval/packed_weights.h): symbols in the order
 * they are read, written as a stream with the tables of their contexts. */
#ifndef TRAIN_PACK_CODE_H
#define TRAIN_PACK_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "eval/packed_contexts.h"

/* Bits that symbols take, by context. */
typedef float pack_costs[PACKED_CONTEXTS][PACKED_SYMBOLS];

struct pack_code {
    uint32_t *list;  /* owned; what is put */
    size_t n, room;
    uint32_t counts[PACKED_CONTEXTS][PACKED_SYMBOLS];
    bool is_full;    /* of memory: what is put is lost */
};

void pack_put_symbol(struct pack_code *code, int state, int context, unsigned symbol);
void pack_put_number(struct pack_code *code, int state, int context, int bits, int32_t q);

/* What symbols would take with tables of these counts. */
void pack_find_costs(const struct pack_code *code, pack_costs costs);
/* The same of a number. */
float pack_cost(const pack_costs costs, int context, int bits, int32_t q);

/* Forgets what was put. */
void pack_restart(struct pack_code *code);
/* The stream of all that was put, free() it; NULL if out of memory. */
uint8_t *pack_finish(struct pack_code *code, size_t n_contexts, size_t *size);
void pack_free(struct pack_code *code);

#endif
