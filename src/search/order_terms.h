/* search/order_terms.h - what a look at a move adds to its value in the order (hot files only). */
#ifndef SEARCH_ORDER_TERMS_H
#define SEARCH_ORDER_TERMS_H

#include "base/bits.h"
#include "board/squares.h"
#include "search/order_list.h"

/* What counts beside the child's evaluation. */
enum { WEIGHT_REPLY = 256, WEIGHT_POTENTIAL = 48, WEIGHT_CORNER = 128, WEIGHT_SCORE = 16 };

/* To the end, 1/128 disc. Where one move refutes, most others do, too (8 of 9 at 13-22 empties,
 * FFO 40-49), so the cheapest is wanted. Tuned by nodes on FFO 40-49, 51, 52 and hard-20; the
 * replies count less where the evaluation has been searched for. Own moves, X squares and corners
 * given away save 0.4, 0.3 and 0.5 % of the nodes (114 positions of people, 20-24 empties). */
enum {
    END_REPLY = 384, END_REPLY_FAR = 320, END_FAR_EMPTIES = 18,
    END_POTENTIAL = 144, END_CORNER = 256, END_X = -192,
    END_OWN = 24,            /* a move that the mover would have */
    END_REPLY_CORNER = 128,  /* a corner that the other side can take, beside counting twice */
    END_REPLY_DISC = 24,     /* a disc of the side to reply: many discs, few moves later */
    END_HORIZON_MOVE = 384,  /* the best move of a search that did not reach the end */
    END_EFFORT_REPLY = 64    /* instead of END_REPLY where the effort is counted */
};

static inline int order_score_weight(bool to_end) { return to_end ? 1 : WEIGHT_SCORE; }

static inline int reply_weight(int n_empties, bool by_effort)
{
    return by_effort ? END_EFFORT_REPLY : n_empties < END_FAR_EMPTIES ? END_REPLY : END_REPLY_FAR;
}

static inline int order_terms(const struct order_move *m, bool to_end, bool by_effort)
{
    const int potential = bit_count(m->potential);
    const int mobility = squares_mobility(m->replies);
    const int is_corner = (int)(SQUARES_CORNERS >> m->square & 1);
    if (!to_end)
        return WEIGHT_CORNER * is_corner - WEIGHT_REPLY * mobility - WEIGHT_POTENTIAL * potential;
    const int reply = reply_weight(m->after.n_empties + 1, by_effort);
    const int is_x = (int)(SQUARES_X >> m->square & 1);
    return END_CORNER * is_corner + END_X * is_x + END_OWN * bit_count(m->next) - reply * mobility -
           END_POTENTIAL * potential + END_REPLY_DISC * bit_count(m->after.player) -
           END_REPLY_CORNER * bit_count(m->replies & SQUARES_CORNERS);
}

enum { ORDER_TAKEN = INT32_MIN };

/* The place of the largest value, which is marked as ORDER_TAKEN. */
static inline int order_take_largest(int *values, int n)
{
    int at = 0, largest = values[0];
    SHORT_LOOP
    for (int i = 1; i < n; i++) {
        at = values[i] > largest ? i : at;
        largest = values[i] > largest ? values[i] : largest;
    }
    values[at] = ORDER_TAKEN;
    return at;
}

#endif
