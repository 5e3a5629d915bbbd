/* search/order.h - move lists of general nodes, best first (hot files only). */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "isa/isa.h"
#include "search/search.h"

struct order_move {
    uint64_t player, opponent; /* the board after the move, seen by the side to reply */
    int square;
    int value;                 /* larger first; no unit */
};

struct order_list {
    int n_moves;
    struct order_move moves[OFL_MAX_MOVES];
};

enum { ORDER_WIPE_OUT = 1 << 28, ORDER_TABLE = 1 << 26, ORDER_TABLE_SECOND = 1 << 25 };

/* Makes every move of `moves` and values it. `table` may be NULL. */
void ISA_FN(order_make)(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                        int n_empties, int depth, int alpha, const struct tt_data *table,
                        struct order_list *list);

/* The best of moves i.. comes to place i (selection sort: most nodes look at one or two). */
static inline struct order_move *order_next(struct order_list *list, int i)
{
    int best = i;
    for (int j = i + 1; j < list->n_moves; j++)
        if (list->moves[j].value > list->moves[best].value)
            best = j;
    struct order_move m = list->moves[best];
    list->moves[best] = list->moves[i];
    list->moves[i] = m;
    return &list->moves[i];
}

#endif
