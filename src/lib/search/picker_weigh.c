/* search/picker_weigh.c - what is a move worth before it is searched (hot).
 *
 * The child's evaluation and the terms of picker_impl.h add up to one number. To the end, where a
 * move is expected to cut, the child's proof number counts, too. */
#include "search/picker_impl.h"

#include "search/proof.h"

/* Takes the logarithm of each child's proof number off the move's value. Only the PROOF_MOVES best
 * are counted, and each only until it is worse than the best so far. */
static void take_off_proof(struct picker *picker)
{
    const struct tt_query known = {picker->worker->shared->tt, picker->worker->selectivity,
                                   picker->alpha,
                                   position_draw(picker->worker, picker->position)};
    const int n = picker->n_unknown;
    int keys[OFL_MAX_MOVES] UNINITIALIZED, replies_log[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n; i++) {
        const struct picker_move *m = picker_unknown(picker, i);
        replies_log[i] = m->replies ? proof_log((uint64_t)bit_count(m->replies)) : 0;
        keys[i] = m->value - PROOF_DOUBLING * replies_log[i] / PROOF_LOG_ONE;
    }
    int best = -PICKER_WIPE_OUT, each = 0; /* log of what a reply costs, at most */
    for (int n_valued = 0; n_valued < n; n_valued++) {
        const int at = picker_take_largest(keys, n);
        struct picker_move *m = picker_unknown(picker, at);
        int log = each + replies_log[at];
        if (m->replies && n_valued < PROOF_MOVES) {
            const int64_t spare = ((int64_t)m->value - best) * PROOF_LOG_ONE / PROOF_DOUBLING;
            const uint64_t limit = proof_from_log((int)spare + 1);
            log = proof_log(ISA_FN(proof_number)(m->child.player, m->child.opponent, m->replies,
                                                 limit, &known));
            each = log - replies_log[at] > each ? log - replies_log[at] : each;
        }
        if (m->replies)
            m->value -= PROOF_DOUBLING * log / PROOF_LOG_ONE;
        best = m->value > best ? m->value : best;
    }
}

/* The best evaluation of a child, for the mover; 0 where nothing was evaluated. */
static int best_evaluation(struct picker *picker)
{
    const int n = picker->n_unknown;
    if (picker->value_depth < 0 && n > 0)
        return 0;
    int best = -EVAL_INFINITY;
    for (int i = 0; picker->value_depth >= 0 && i < n; i++) {
        const int score = -picker_unknown(picker, i)->child.estimate;
        best = score > best ? score : best;
    }
    return best;
}

/* Proof numbers matter where a move is expected to cut and is not known yet. */
static bool proof_matters(struct picker *picker)
{
    const int n = picker->n_unknown, n_empties = picker->position->n_empties;
    const bool is_far = n_empties >= PROOF_EMPTIES ||
                        (n_empties == PROOF_EMPTIES - 1 && n <= PROOF_FEW_MOVES);
    return picker->to_end && is_far && !picker->fails_low && n > 1 &&
           (!picker->table || picker->table->move == OFL_NO_MOVE) &&
           best_evaluation(picker) > picker->alpha;
}

void ISA_FN(picker_weigh)(struct picker *picker)
{
    /* 1. A shallow search corrects the evaluations. */
    const bool to_end = picker->to_end;
    if (picker->value_depth > 0 && picker->n_unknown > 0)
        ISA_FN(picker_search)(picker);

    /* 2. What each move is worth. */
    const bool by_proof = proof_matters(picker);
    for (int i = 0; i < picker->n_unknown; i++) {
        struct picker_move *m = picker_unknown(picker, i);
        m->value = picker_terms(m, to_end, by_proof);
        if (picker->value_depth >= 0)
            m->value -= (to_end ? 1 : ORDER_SCORE) * m->child.estimate;
        if (picker->hint && m->square == picker->hint->move)
            m->value += END_HORIZON_MOVE;
    }

    /* 3. The proof numbers come off. */
    if (by_proof)
        take_off_proof(picker);
}
