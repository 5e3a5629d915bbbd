/* search/order.c - what is a move worth before it is searched (hot).
 *
 * Near the leaves mobility decides (fastest first: a side with few replies is
 * soon forced); further up the evaluation of the child, after a shallow search
 * where the subtree is large enough to pay for it. */
#include "search/order.h"

#include "base/bits.h"
#include "board/children.h"
#include "search/effort.h"
#include "search/look.h"
#include "search/order_terms.h"

/* From so many empties on moves to the end are valued by the evaluation too. From 11 on: 3 %
 * fewer nodes (FFO 20-39), and no less time; the endgame's functions take those now. */
enum { ORDER_EVAL_EMPTIES = ENDGAME_EMPTIES + 1 };

/* Depth of the shallow search that values a child; -1: mobility only. Short of the end no search
 * pays: one ply from depth 6 and two from 10 on made play 130 Elo weaker (docs/speed.md). From depth
 * 2 on ProbCut needs the values of most children anyway: 7 % fewer nodes, 1 to 4 % less time. */
static int value_depth(int n_empties, int depth)
{
    if (depth >= n_empties && n_empties < ORDER_EVAL_EMPTIES)
        return -1;
    if (depth >= n_empties)
        return n_empties < 19 ? 0 : n_empties < 21 ? 1 : n_empties < 25 ? 2 : 3;
    return depth < 2 ? -1 : 0;
}

/* From so many empties on the effort to refute the child is looked for, two plies on, and tells
 * more than the number of replies: 5, 7 and 9 % fewer nodes (20 empties, FFO 40-49, FFO 51-52).
 * With one empty less only where there are few moves: for all of them 0.5 to 1 % fewer nodes, but
 * 0.5 (FFO 40-49) to 2 % (FFO 57) more time. From 13 on another 1 to 2 %, and more time again. */
enum {
    EFFORT_EMPTIES = 15,
    EFFORT_FEW_MOVES = 7,
    EFFORT_MOVES = 3,     /* of so many moves; the rest is taken for as hard, by replies */
    END_EFFORT = 500      /* each doubling */
};

/* To the end, a node is expected to fail low where a bolder pass did, or where the node above
 * found it so far below alpha: all its moves will be searched, and valuing them costs more than
 * their order is worth (time -4 % at FFO 57 with 30 empties, nodes -0.2 to +0.5 %). */
enum { HOPELESS = 8 * EVAL_DISC };

static struct ordering ordering_of(const struct worker *worker, const struct position *position,
                                   int depth, int alpha, const struct tt_data *table)
{
    const int n_empties = position->n_empties;
    struct ordering how = {
        .is_on = worker->shared->switches.ordering, .to_end = depth >= n_empties,
        .shallow_depth = value_depth(n_empties, depth), .table = table,
    };
    /* A move found short of the end refutes, but seldom at the least cost: it is one reason
     * among others then (4 % fewer nodes than to search it first, 3 % than to forget it). */
    if (table && how.is_on && how.to_end && table->depth < n_empties) {
        how.hint = table;
        how.table = NULL;
    }
    how.is_low = how.to_end && ((how.table && how.table->upper <= alpha) ||
                                position->score < alpha - HOPELESS);
    if (how.is_low)
        how.shallow_depth = -1;
    return how;
}

void ISA_FN(order_moves)(const struct worker *worker, const struct position *position,
                         uint64_t moves, int depth, int alpha, const struct tt_data *table,
                         struct order_list *list)
{
    const int n_empties = position->n_empties;
    list->how = ordering_of(worker, position, depth, alpha, table);
    list->n_moves = bit_count(moves);
    const bool is_above_endgame = !list->how.to_end || n_empties > ENDGAME_EMPTIES + 1;
    /* The children of the last node above the endgame are valued for their order only, and those
     * that the student values get their ids there. */
    const bool with_ids = worker->weights && position_needs_ids(n_empties - 1, depth - 1) &&
                          (is_above_endgame ||
                           (!list->how.is_low && !look_student(worker, &list->how, n_empties)));
    /* Nobody will say what these moves are worth: all are taken for as good as the position. */
    const bool is_behind = list->how.is_low && position->score < alpha;
    const bool is_in_table = depth > TABLE_DEPTH && is_above_endgame;
    struct child children[CHILDREN_MAX] UNINITIALIZED;
    children_make(position->player, position->opponent, moves, children);
    /* For the enhanced transposition cut-off (4 % of a solve), all of them before the boards are
     * made, or the last would be waited for (3 % at FFO 57). */
    for (int n = 0; is_in_table && n < list->n_moves; n++)
        tt_prefetch(worker->shared->tt, position->opponent ^ children[n].flips,
                    position->player ^ children[n].flips ^ bit_of((int)children[n].square));
    for (int n = 0; n < list->n_moves; n++) {
        struct order_move *m = &list->moves[n];
        list->order[n] = (uint8_t)n;
        m->square = (int)children[n].square;
        m->replies = children[n].replies;
        m->potential = children[n].potential;
        position_play(&m->after, position, m->square, children[n].flips, with_ids);
        if (is_behind)
            m->after.score = -position->score;
    }
}

/* The effort that each move leaves comes off its value: counted for the EFFORT_MOVES that look
 * best, and given up where it makes a move worse than the best so far. */
static void take_off_effort(const struct tt_claim *known, struct order_list *list)
{
    const int n = list->n_places;
    int guesses[OFL_MAX_MOVES] UNINITIALIZED, replies_log[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n; i++) {
        const struct order_move *m = &list->moves[list->places[i]];
        replies_log[i] = m->replies ? effort_log((uint64_t)bit_count(m->replies)) : 0;
        guesses[i] = m->value - END_EFFORT * replies_log[i] / EFFORT_LOG_ONE;
    }
    int best = -ORDER_WIPE_OUT, each = 0; /* logarithm of the effort a reply takes, at most */
    for (int n_valued = 0; n_valued < n; n_valued++) {
        const int at = order_take_largest(guesses, n);
        struct order_move *m = &list->moves[list->places[at]];
        int log = each + replies_log[at];
        if (m->replies && n_valued < EFFORT_MOVES) {
            const int64_t spare = ((int64_t)m->value - best) * EFFORT_LOG_ONE / END_EFFORT;
            const uint64_t limit = effort_from_log((int)spare + 1);
            log = effort_log(ISA_FN(effort_to_refute)(m->after.player, m->after.opponent,
                                                      m->replies, limit, known));
            each = log - replies_log[at] > each ? log - replies_log[at] : each;
        }
        if (m->replies)
            m->value -= END_EFFORT * log / EFFORT_LOG_ONE;
        best = m->value > best ? m->value : best;
    }
}

void ISA_FN(order_values)(struct worker *worker, int n_empties, int alpha,
                          struct order_list *list)
{
    /* 1. A shallow search corrects the scores. */
    const struct ordering *how = &list->how;
    const int n = list->n_places;
    if (how->shallow_depth > 0 && n > 0)
        ISA_FN(look_search)(worker, list);

    /* 2. The best score, for the player; 0 where nothing was evaluated. */
    int best = how->shallow_depth < 0 && n > 0 ? 0 : -EVAL_INFINITY;
    for (int i = 0; how->shallow_depth >= 0 && i < n; i++) {
        const int score = -list->moves[list->places[i]].after.score;
        best = score > best ? score : best;
    }

    /* 3. The effort matters where a move is expected to cut and is not known yet. */
    const bool is_worth_effort = n_empties >= EFFORT_EMPTIES ||
                                 (n_empties == EFFORT_EMPTIES - 1 && n <= EFFORT_FEW_MOVES);
    const bool by_effort = how->to_end && is_worth_effort && !how->is_low && best > alpha &&
                           n > 1 && (!how->table || how->table->move == OFL_NO_MOVE);
    for (int i = 0; i < n; i++) {
        struct order_move *m = &list->moves[list->places[i]];
        m->value = order_terms(m, how->to_end, by_effort);
        if (how->shallow_depth >= 0)
            m->value -= order_score_weight(how->to_end) * m->after.score;
        if (how->hint && m->square == how->hint->move)
            m->value += END_HORIZON_MOVE;
    }
    const struct tt_claim known = {worker->shared->tt, worker->selectivity, alpha};
    if (by_effort)
        take_off_effort(&known, list);
}
