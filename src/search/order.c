/* search/order.c - what is a move worth before it is searched (hot).
 *
 * Near the leaves mobility decides (fastest first: a side with few replies is
 * soon forced); further up the evaluation of the child, after a shallow search
 * where the subtree is large enough to pay for it. */
#include "search/order.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/squares.h"
#include "board/stability.h"
#include "search/node.h"

/* From so many empties on moves to the end are valued by the evaluation too. From 11 on: 3 %
 * fewer nodes (FFO 20-39), and no less time; the endgame's functions take those now. */
enum { ORDER_EVAL_EMPTIES = ENDGAME_EMPTIES + 1 };

/* Depth of the shallow search that values a child; -1: mobility only. */
static int value_depth(int n_empties, int depth)
{
    if (depth >= n_empties && n_empties < ORDER_EVAL_EMPTIES)
        return -1;
    if (depth >= n_empties)
        return n_empties < 18 ? 0 : n_empties < 21 ? 1 : n_empties < 25 ? 2 : 3;
    return depth < 3 ? -1 : depth < 6 ? 0 : depth < 10 ? 1 : 2;
}

static int mobility_value(const struct position *p)
{
    uint64_t replies = moves_legal(p->player, p->opponent);
    return bit_count(replies) + bit_count(replies & SQUARES_CORNERS);
}

/* What counts beside the child's evaluation. */
enum { WEIGHT_REPLY = 256, WEIGHT_POTENTIAL = 48, WEIGHT_CORNER = 128, WEIGHT_SCORE = 16 };

/* To the end, 1/128 disc. Where one move refutes, most others do, too (8 of 9 at 13-22 empties,
 * FFO 40-49), so the cheapest is wanted. Tuned by nodes on FFO 40-49, 51, 52 and hard-20; the
 * replies count less where the evaluation has been searched for. */
enum {
    END_REPLY = 384, END_REPLY_FAR = 320, END_FAR_EMPTIES = 18,
    END_POTENTIAL = 144, END_CORNER = 256,
    END_REPLY_DISC = 24,  /* a disc of the side to reply: many discs, few moves later */
    END_HORIZON_MOVE = 384 /* the best move of a search that did not reach the end */
};

static int score_weight(bool to_end) { return to_end ? 1 : WEIGHT_SCORE; }

static int static_terms(const struct order_move *m, bool to_end)
{
    const int potential = bit_count(moves_potential(m->after.player, m->after.opponent));
    const int mobility = mobility_value(&m->after);
    const int is_corner = (int)(SQUARES_CORNERS >> m->square & 1);
    if (!to_end)
        return WEIGHT_CORNER * is_corner - WEIGHT_REPLY * mobility - WEIGHT_POTENTIAL * potential;
    const int reply = m->after.n_empties + 1 < END_FAR_EMPTIES ? END_REPLY : END_REPLY_FAR;
    return END_CORNER * is_corner - reply * mobility - END_POTENTIAL * potential +
           END_REPLY_DISC * bit_count(m->after.player);
}

/* All but the evaluation itself where that is not searched for (depth 0). */
static int child_value(struct worker *worker, const struct order_move *m, bool to_end,
                       int shallow_depth)
{
    int value = static_terms(m, to_end);
    if (shallow_depth <= 0)
        return value;
    int score = -ISA_FN(node_shallow)(worker, &m->after, shallow_depth, -EVAL_INFINITY,
                                      EVAL_INFINITY);
    return value + score_weight(to_end) * score;
}

/* Adds to the values of moves what the evaluation says of them. */
static void add_scores(struct worker *worker, struct order_list *list, const uint8_t *places,
                       int n, bool to_end)
{
    const struct position *children[OFL_MAX_MOVES] UNINITIALIZED;
    int scores[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n; i++)
        children[i] = &list->moves[places[i]].after;
    position_evaluate_all(worker, children, n, scores);
    for (int i = 0; i < n; i++)
        list->moves[places[i]].value -= score_weight(to_end) * scores[i];
}

void ISA_FN(order_make)(struct worker *worker, const struct position *position, uint64_t moves,
                        int depth, const struct tt_data *table, struct order_list *list)
{
    const int n_empties = position->n_empties;
    const int shallow_depth = value_depth(n_empties, depth);
    const bool with_ids = worker->weights && position_needs_ids(n_empties - 1, depth - 1);
    const bool is_in_table = depth > TABLE_DEPTH &&
                             (depth < n_empties || n_empties > ENDGAME_EMPTIES + 1);
    /* A move found short of the end refutes, but seldom at the least cost: it is one reason
     * among others then (4 % fewer nodes than to search it first, 3 % than to forget it). */
    const struct tt_data *hint = NULL;
    if (table && depth >= n_empties && table->depth < n_empties &&
        worker->shared->switches.ordering) {
        hint = table;
        table = NULL;
    }
    uint8_t to_evaluate[OFL_MAX_MOVES] UNINITIALIZED;
    int n_to_evaluate = 0;
    list->n_moves = 0;
    for (; moves; moves = bit_drop(moves)) {
        struct order_move *m = &list->moves[list->n_moves];
        list->order[list->n_moves] = (uint8_t)list->n_moves;
        list->n_moves++;
        m->square = bit_first(moves);
        uint64_t flips = flip(position->player, position->opponent, m->square);
        position_play(&m->after, position, m->square, flips, with_ids);
        if (is_in_table) /* for the enhanced transposition cut-off: 4 % of a solve */
            tt_prefetch(worker->shared->tt, m->after.player, m->after.opponent);
        if (!m->after.player)
            m->value = ORDER_WIPE_OUT;
        else if (table && m->square == table->move)
            m->value = ORDER_TABLE;
        else if (table && m->square == table->second_move)
            m->value = ORDER_TABLE_SECOND;
        else if (worker->shared->switches.ordering) {
            m->value = child_value(worker, m, depth >= n_empties, shallow_depth);
            if (hint && m->square == hint->move)
                m->value += END_HORIZON_MOVE;
            to_evaluate[n_to_evaluate] = (uint8_t)(m - list->moves);
            n_to_evaluate += shallow_depth == 0;
        } else
            m->value = -m->square;
    }
    add_scores(worker, list, to_evaluate, n_to_evaluate, depth >= n_empties);
}
