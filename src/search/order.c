/* search/order.c - what is a move worth before it is searched (hot).
 *
 * Near the leaves mobility decides (fastest first: a side with few replies is
 * soon forced); further up the evaluation of the child, after a shallow search
 * where the subtree is large enough to pay for it. */
#include "search/order.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/stability.h"
#include "eval/eval.h"
#include "search/node.h"

static const uint64_t corner_squares = UINT64_C(0x8100000000000081);

/* Depth of the shallow search that values a child; -1: mobility only. */
static int value_depth(int n_empties, int depth)
{
    bool to_end = depth >= n_empties;
    if (to_end && depth < 15)
        return -1;
    if (!to_end && depth < 3)
        return -1;
    int effective = to_end ? depth - 9 : depth;
    return effective < 6 ? 0 : effective < 10 ? 1 : 2;
}

static int mobility_value(const struct order_move *m)
{
    uint64_t replies = moves_legal(m->player, m->opponent);
    return bit_count(replies) + bit_count(replies & corner_squares);
}

static int child_value(struct worker *worker, const struct order_move *m, int n_empties, int depth,
                       int shallow_depth, int alpha)
{
    bool to_end = depth >= n_empties;
    int value = -2 * EVAL_DISC * mobility_value(m) -
                EVAL_DISC / 8 * bit_count(moves_potential(m->player, m->opponent));
    if (corner_squares & UINT64_C(1) << m->square)
        value += EVAL_DISC;
    if (shallow_depth < 0)
        return value;
    int score = -ISA_FN(node_shallow)(worker, m->player, m->opponent, n_empties - 1, shallow_depth,
                                      -EVAL_INFINITY, EVAL_INFINITY);
    (void)alpha;
    /* To the end, a small tree matters as much as a good move. */
    return to_end ? 4 * score + value : 16 * score + value;
}

void ISA_FN(order_make)(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                        int n_empties, int depth, int alpha, const struct tt_data *table,
                        struct order_list *list)
{
    int shallow_depth = value_depth(n_empties, depth);
    list->n_moves = 0;
    for (; moves; moves = bit_drop(moves)) {
        struct order_move *m = &list->moves[list->n_moves++];
        m->square = bit_first(moves);
        uint64_t flips = flip(player, opponent, m->square);
        m->player = opponent ^ flips;
        m->opponent = player ^ flips ^ bit_of(m->square);
        if (!m->player)
            m->value = ORDER_WIPE_OUT;
        else if (table && m->square == table->move)
            m->value = ORDER_TABLE;
        else if (table && m->square == table->second_move)
            m->value = ORDER_TABLE_SECOND;
        else if (worker->shared->switches.ordering)
            m->value = child_value(worker, m, n_empties, depth, shallow_depth, alpha);
        else
            m->value = -m->square;
    }
}
