/* search/picker_stages.c - makes the moves of a node and passes the stages of their order (hot).
 *
 * Near the leaves mobility decides (fastest first: a side with few replies is soon forced).
 * Further up the evaluation of the child decides, after a shallow search where the subtree is
 * large enough to pay for it. */
#include "search/picker.h"

#include "base/bits.h"
#include "board/children.h"
#include "board/flip.h"
#include "search/evalcache.h"
#include "search/picker_impl.h"

/* Depth of the search that values a child; 0: evaluation; -1: mobility only. */
static int value_depth(int n_empties, int depth)
{
    if (depth < n_empties)
        return depth < ORDER_EVAL_DEPTH ? -1 : 0;
    if (n_empties < ORDER_EVAL_EMPTIES)
        return -1;
    return (n_empties >= ORDER_SEARCH_EMPTIES[0]) + (n_empties >= ORDER_SEARCH_EMPTIES[1]) +
           (n_empties >= ORDER_SEARCH_EMPTIES[2]);
}

/* Chooses how the moves will be valued. To the end, a node is expected to fail low where a bolder
 * pass did, or where its score is taken to lie far below alpha. */
static void choose_how(struct picker *picker, int depth, const struct tt_data *table)
{
    const int n_empties = picker->position->n_empties, alpha = picker->alpha;
    picker->is_ordered = picker->worker->shared->switches.ordering;
    picker->to_end = depth >= n_empties;
    picker->value_depth = value_depth(n_empties, depth);
    picker->table = table;
    picker->hint = NULL;
    /* A move found short of the end is one reason among others to the end: END_HORIZON_MOVE. */
    if (table && picker->is_ordered && picker->to_end && table->depth < n_empties) {
        picker->hint = table;
        picker->table = NULL;
    }
    picker->fails_low = picker->to_end &&
                        ((picker->table && picker->table->upper <= alpha) ||
                         position_expected(picker->position) < alpha - ORDER_HOPELESS);
    if (picker->fails_low)
        picker->value_depth = -1;
}

static void make_moves(struct picker *picker, uint64_t moves, int depth)
{
    const struct worker *worker = picker->worker;
    const struct position *position = picker->position;
    const int n_empties = position->n_empties;
    const bool is_above_endgame = !picker->to_end || n_empties > ENDGAME_EMPTIES + 1;
    /* The children of the last node above the endgame are valued for their order only. Those that
     * the student values get their ids there. */
    const bool with_ids = worker->weights && position_needs_ids(n_empties - 1, depth - 1) &&
                          (is_above_endgame || (!picker->fails_low && !picker_student(picker)));
    /* Nothing will estimate these moves: all are taken for as good as the position. */
    const int expected = position_expected(position);
    const bool is_behind = picker->fails_low && expected < picker->alpha;
    const bool is_in_table = depth > TABLE_DEPTH && is_above_endgame;
    const int draw = position_draw(worker, position);
    struct child children[CHILDREN_MAX] UNINITIALIZED;
    children_make(position->player, position->opponent, moves, children);
    /* For the enhanced transposition cut-off (4 % of a solve). All are fetched before the boards
     * are made, or the last would be waited for (3 % at FFO 57). */
    for (int n = 0; is_in_table && n < picker->n_moves; n++)
        tt_prefetch(worker->shared->tt, position->opponent ^ children[n].flips,
                    position->player ^ children[n].flips ^ bit_of((int)children[n].square),
                    -draw);
    for (int n = 0; n < picker->n_moves; n++) {
        struct picker_move *m = &picker->moves[n];
        picker->order[n] = (uint8_t)n;
        m->square = (int)children[n].square;
        m->replies = children[n].replies;
        m->potential = children[n].potential;
        position_play(&m->child, position, m->square, children[n].flips, with_ids);
        if (is_behind)
            m->child.inherited = -expected;
    }
}

void ISA_FN(picker_start)(struct picker *picker, struct worker *worker,
                          const struct position *position, uint64_t moves, int depth, int alpha,
                          const struct tt_data *table)
{
    assert(position_is_valid(position) && moves && depth >= 0);
    assert(check_moves(position->player, position->opponent, moves));
    assert(!table || tt_data_is_valid(table));
    picker->worker = worker;
    picker->position = position;
    picker->alpha = alpha;
    picker->n_moves = bit_count(moves);
    picker->n_taken = 0;
    choose_how(picker, depth, table);
    if (!picker->to_end)
        __builtin_prefetch(
            evalcache_line_of(worker->evalcache, position->player, position->opponent));
    make_moves(picker, moves, depth);
    picker->stage = PICKER_TABLE_MOVE;
    /* To the end the moves are evaluated at once. That takes the time which the table's lines need
     * to arrive for the enhanced transposition cut-off (1 to 2 % of a solve). The cut-off makes it
     * vain in one node of twenty. */
    if (picker->to_end) {
        ISA_FN(picker_evaluate)(picker);
        picker->stage = PICKER_WEIGH;
    }
}

void ISA_FN(picker_start_root)(struct picker *picker, const struct worker *worker,
                               const struct position *position, const struct root_task *task)
{
    picker->stage = PICKER_BEST;
    picker->n_moves = task->n_moves;
    picker->n_taken = 0;
    picker->position = position;
    for (int i = 0; i < task->n_moves; i++) {
        struct picker_move *m = &picker->moves[i];
        m->square = task->moves[i].move;
        m->value = -i;
        picker->order[i] = (uint8_t)i;
        position_play(&m->child, position, m->square,
                      flip(position->player, position->opponent, m->square),
                      worker->weights != NULL);
    }
}

/* The move of the table; NULL if there is none. */
static struct picker_move *take_table_move(struct picker *picker)
{
    const struct tt_data *table = picker->is_ordered ? picker->table : NULL;
    for (int i = 0; table && i < picker->n_moves; i++)
        if (picker->moves[i].square == table->move) {
            picker->order[i] = 0;
            picker->order[0] = (uint8_t)i;
            picker->n_taken = 1;
            return &picker->moves[i];
        }
    return NULL;
}

struct picker_move *ISA_FN(picker_advance)(struct picker *picker)
{
    /* 1. Short of the end the table's move comes before the evaluation of the others: it cuts at
     *    three of five nodes that have one, and most evaluations are for the order
     *    (docs/lab/midgame.md). */
    if (picker->stage == PICKER_TABLE_MOVE) {
        picker->stage = PICKER_EVALUATE;
        struct picker_move *m = take_table_move(picker);
        if (m)
            return m;
    }

    /* 2. Value the other children. */
    if (picker->stage == PICKER_EVALUATE) {
        ISA_FN(picker_evaluate)(picker);
        picker->stage = PICKER_WEIGH;
    }

    /* 3. Give every move its value in the order. */
    if (picker->stage == PICKER_WEIGH) {
        ISA_FN(picker_weigh)(picker);
        picker->stage = PICKER_BEST;
    }
    return NULL;
}
