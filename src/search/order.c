/* search/order.c - what is a move worth before it is searched (hot).
 *
 * Near the leaves mobility decides (fastest first: a side with few replies is
 * soon forced); further up the evaluation of the child, after a shallow search
 * where the subtree is large enough to pay for it. */
#include "search/order.h"

#include "base/bits.h"
#include "board/children.h"
#include "board/moves.h"
#include "board/squares.h"
#include "eval/student.h"
#include "search/effort.h"
#include "search/node.h"

/* From so many empties on moves to the end are valued by the evaluation too. From 11 on: 3 %
 * fewer nodes (FFO 20-39), and no less time; the endgame's functions take those now. */
enum { ORDER_EVAL_EMPTIES = ENDGAME_EMPTIES + 1 };

/* Depth of the shallow search that values a child; -1: mobility only. Short of the end no search
 * pays: one ply from depth 6 and two from 10 on made play 130 Elo weaker (docs/speed.md). */
static int value_depth(int n_empties, int depth)
{
    if (depth >= n_empties && n_empties < ORDER_EVAL_EMPTIES)
        return -1;
    if (depth >= n_empties)
        return n_empties < 17 ? 0 : n_empties < 19 ? 1 : n_empties < 24 ? 2 : 3;
    return depth < 3 ? -1 : 0;
}

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
    END_REPLY_DISC = 24,  /* a disc of the side to reply: many discs, few moves later */
    END_HORIZON_MOVE = 384 /* the best move of a search that did not reach the end */
};

/* From so many empties on the effort to refute the child is looked for, two plies on, and tells
 * more than the number of replies: 5, 7 and 9 % fewer nodes (20 empties, FFO 40-49, FFO 51-52).
 * With one empty less only where there are few moves: for all of them 0.5 to 1 % fewer nodes, but
 * 0.5 (FFO 40-49) to 2 % (FFO 57) more time. From 13 on another 1 to 2 %, and more time again. */
enum {
    EFFORT_EMPTIES = 15,
    EFFORT_FEW_MOVES = 7,
    EFFORT_MOVES = 3,     /* of so many moves; the rest is taken for as hard, by replies */
    END_EFFORT = 500,     /* each doubling */
    END_EFFORT_REPLY = 64 /* instead of END_REPLY */
};

static int score_weight(bool to_end) { return to_end ? 1 : WEIGHT_SCORE; }

static int reply_weight(int n_empties, bool by_effort)
{
    return by_effort ? END_EFFORT_REPLY : n_empties < END_FAR_EMPTIES ? END_REPLY : END_REPLY_FAR;
}

static int static_terms(const struct order_move *m, bool to_end, bool by_effort)
{
    const int potential = bit_count(m->potential);
    const int mobility = squares_mobility(m->replies);
    const int is_corner = (int)(SQUARES_CORNERS >> m->square & 1);
    if (!to_end)
        return WEIGHT_CORNER * is_corner - WEIGHT_REPLY * mobility - WEIGHT_POTENTIAL * potential;
    const int reply = reply_weight(m->after.n_empties + 1, by_effort);
    const int is_x = (int)(SQUARES_X >> m->square & 1);
    return END_CORNER * is_corner + END_X * is_x + END_OWN * m->n_next - reply * mobility -
           END_POTENTIAL * potential + END_REPLY_DISC * bit_count(m->after.player) -
           END_REPLY_CORNER * bit_count(m->replies & SQUARES_CORNERS);
}

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
    /* The children of the last node above the endgame are evaluated for their order only. */
    const bool with_ids = worker->weights && position_needs_ids(n_empties - 1, depth - 1) &&
                          (is_above_endgame || !list->how.is_low);
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
    }
}

/* Values the moves that need no look and puts the others in places. */
static void value_known(struct order_list *list)
{
    const struct ordering *how = &list->how;
    list->n_places = 0;
    for (int n = 0; n < list->n_moves; n++) {
        struct order_move *m = &list->moves[n];
        if (!m->after.player)
            m->value = ORDER_WIPE_OUT;
        else if (how->table && m->square == how->table->move)
            m->value = ORDER_TABLE;
        else if (how->table && m->square == how->table->second_move)
            m->value = ORDER_TABLE_SECOND;
        else if (how->is_on)
            list->places[list->n_places++] = (uint8_t)n;
        else
            m->value = -m->square;
    }
}

static inline int student_mobility(int n)
{
    return n < STUDENT_MOBILITY ? n : STUDENT_MOBILITY - 1;
}

/* Near the end of a search to the end the student tells what the evaluation would say: nodes of 13
 * to 15 empties are most of those that value moves at all. False if it has nothing to say. */
static bool ask_student(const struct worker *worker, const struct order_list *list,
                        int scores[OFL_MAX_MOVES])
{
    const struct student *student = worker->weights ? worker->weights->student : NULL;
    const int n_empties = list->moves[list->places[0]].after.n_empties;
    if (!student || !list->how.to_end || n_empties < STUDENT_EMPTIES_LEAST ||
        n_empties > STUDENT_EMPTIES_MOST)
        return false;
    struct student_input in[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < list->n_places; i++) {
        const struct order_move *m = &list->moves[list->places[i]];
        in[i] = (struct student_input){&m->after.ids, m->after.side,
                                       student_mobility(bit_count(m->replies)),
                                       student_mobility(m->n_next)};
    }
    ISA_FN(student_values)(student, n_empties, in, list->n_places, scores);
    return true;
}

void ISA_FN(order_look)(const struct worker *worker, struct order_list *list)
{
    value_known(list);
    const int n = list->n_places;
    for (int i = 0; list->how.to_end && i < n; i++) {
        struct order_move *m = &list->moves[list->places[i]];
        m->n_next = bit_count(moves_legal(m->after.opponent, m->after.player));
    }
    if (list->how.shallow_depth < 0 || n == 0)
        return;
    int scores[OFL_MAX_MOVES] UNINITIALIZED;
    if (!ask_student(worker, list, scores)) {
        const struct position *children[OFL_MAX_MOVES] UNINITIALIZED;
        for (int i = 0; i < n; i++)
            children[i] = &list->moves[list->places[i]].after;
        position_evaluate_all(worker, children, n, scores);
    }
    for (int i = 0; i < n; i++)
        list->moves[list->places[i]].after.score = scores[i];
}

/* So many moves of a node are searched for their order, those that look best without it. When all
 * were, these searches, which take few nodes, made half of the evaluations of a solve of 30
 * empties; five cost as many nodes. Fewer near the end paid for searches from 17 empties on, not
 * 18, two plies deep from 19, not 21, and three from 24, not 25: 1 to 2 % fewer nodes. */
static int searched_moves(int n_empties)
{
    return n_empties < 18 ? 2 : n_empties < 20 ? 3 : n_empties < 23 ? 4 : 5;
}

enum { TAKEN = INT32_MIN };

/* The place of the largest value, which is marked as TAKEN. */
static int take_largest(int *values, int n)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        at = values[i] > values[at] ? i : at;
    values[at] = TAKEN;
    return at;
}

/* The values of a shallow search in place of those of the evaluation; moves that are not searched
 * keep theirs, moved by what the search changed on average. */
static void search_best(struct worker *worker, struct order_list *list)
{
    const int n = list->n_places;
    const int n_wanted = searched_moves(list->moves[list->places[0]].after.n_empties + 1);
    int guesses[OFL_MAX_MOVES] UNINITIALIZED, n_searched = 0, change = 0;
    for (int i = 0; i < n; i++) {
        const struct order_move *m = &list->moves[list->places[i]];
        guesses[i] = static_terms(m, list->how.to_end, false) - m->after.score;
    }
    for (; n_searched < n && n_searched < n_wanted; n_searched++) {
        struct order_move *m = &list->moves[list->places[take_largest(guesses, n)]];
        const int before = m->after.score;
        m->after.score = ISA_FN(node_shallow)(worker, &m->after, list->how.shallow_depth,
                                              -EVAL_INFINITY, EVAL_INFINITY);
        change += m->after.score - before;
    }
    for (int i = 0; i < n; i++)
        if (guesses[i] != TAKEN)
            list->moves[list->places[i]].after.score += change / n_searched;
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
        const int at = take_largest(guesses, n);
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
        search_best(worker, list);

    /* 2. Values of what is known and of the scores, for the player. */
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
        m->value = static_terms(m, how->to_end, by_effort);
        if (how->shallow_depth >= 0)
            m->value -= score_weight(how->to_end) * m->after.score;
        if (how->hint && m->square == how->hint->move)
            m->value += END_HORIZON_MOVE;
    }
    const struct tt_claim known = {worker->shared->tt, worker->selectivity, alpha};
    if (by_effort)
        take_off_effort(&known, list);
}
