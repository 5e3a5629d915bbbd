/* search/order_list.h - the moves of a general node and the order they are searched in (hot files
 * only). */
#ifndef SEARCH_ORDER_LIST_H
#define SEARCH_ORDER_LIST_H

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

enum { TABLE_DEPTH = 3 }; /* table from this depth on: shallower nodes cost less than a miss */

struct order_move {
    struct position after; /* seen by the side to reply */
    uint64_t replies, potential; /* its moves_legal() and moves_potential(); by order_moves() only */
    uint64_t next;         /* to the end: legal moves its player would have if it were his turn */
    int square;
    int value;             /* larger first; no unit */
};

/* How the moves of a node are valued. */
struct ordering {
    bool is_on, to_end, is_low;  /* is_low: all moves will be searched, as far as can be told */
    int shallow_depth;           /* of the search of each child: 0 evaluation, -1 none */
    const struct tt_data *table; /* moves to search first, or NULL */
    const struct tt_data *hint;  /* a move found short of the end, or NULL */
};

struct order_list {
    int n_moves;
    struct ordering how;           /* by order_moves() only */
    int n_places;                  /* of the moves that need a look, by look_at_moves() */
    uint8_t places[OFL_MAX_MOVES];
    uint8_t order[OFL_MAX_MOVES];  /* places in `moves`, in the order of searching */
    struct order_move moves[OFL_MAX_MOVES];
};

/* The i-th move in the order of searching. */
static inline struct order_move *order_at(struct order_list *list, int i)
{
    return &list->moves[list->order[i]];
}

static inline void order_swap(struct order_list *list, int i, int j)
{
    uint8_t place = list->order[i];
    list->order[i] = list->order[j];
    list->order[j] = place;
}

enum { ORDER_WIPE_OUT = 1 << 28, ORDER_TABLE = 1 << 26, ORDER_TABLE_SECOND = 1 << 25 };

/* The best of moves i.. comes to place i (selection sort: most nodes look at one or two). */
static inline struct order_move *order_next(struct order_list *list, int i)
{
    int best = i, largest = list->moves[list->order[i]].value;
    SHORT_LOOP
    for (int j = i + 1; j < list->n_moves; j++) {
        const int value = list->moves[list->order[j]].value;
        best = value > largest ? j : best;
        largest = value > largest ? value : largest;
    }
    uint8_t chosen = list->order[best];
    list->order[best] = list->order[i];
    list->order[i] = chosen;
    return &list->moves[chosen];
}

#endif
