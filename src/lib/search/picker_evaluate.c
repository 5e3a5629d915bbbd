/* search/picker_evaluate.c - values the children of a node for the order of its moves (hot).
 *
 * The evaluation of all children costs as much as many nodes below the last one that asks for it,
 * so it is left out where it tells least. */
#include "search/picker_impl.h"

#include "board/moves.h"
#include "search/evalcache.h"
#include "search/shallow.h"

/* Gives a value to the moves that need no evaluation; the others are `unknown`. */
static void find_unknown(struct picker *picker)
{
    const struct tt_data *table = picker->table;
    picker->n_unknown = 0;
    for (int n = 0; n < picker->n_moves; n++) {
        struct picker_move *m = &picker->moves[n];
        if (!m->child.player)
            m->value = PICKER_WIPE_OUT;
        else if (table && m->square == table->move)
            m->value = PICKER_TABLE_FIRST;
        else if (table && m->square == table->second_move)
            m->value = PICKER_TABLE_SECOND;
        else if (picker->is_ordered)
            picker->unknown[picker->n_unknown++] = (uint8_t)n;
        else
            m->value = -m->square;
    }
}

/* The places of the moves that are valued, and how many they are. */
static int choose(struct picker *picker, uint8_t chosen[OFL_MAX_MOVES])
{
    const int n = picker->n_unknown;
    const bool all = n <= STUDENT_MOVES || picker->position->n_empties > STUDENT_MOVES_EMPTIES;
    int keys[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; !all && i < n; i++)
        keys[i] = picker_terms(picker_unknown(picker, i), true, false);
    const int n_chosen = all ? n : STUDENT_MOVES;
    for (int k = 0; k < n_chosen; k++)
        chosen[k] = picker->unknown[all ? k : picker_take_largest(keys, n)];
    return n_chosen;
}

/* Near the end of a search to the end the student tells what the evaluation would say: nodes of 13
 * to 15 empties are most of those that value moves at all. A move it is not asked about is taken
 * for as bad as the worst of the others. */
static void ask_student(const struct student *student, struct picker *picker)
{
    const struct position *position = picker->position;
    uint8_t chosen[OFL_MAX_MOVES] UNINITIALIZED;
    const int n = choose(picker, chosen);
    if (n <= 0)
        return;
    struct student_input in[OFL_MAX_MOVES] UNINITIALIZED;
    int scores[OFL_MAX_MOVES] UNINITIALIZED, worst = -EVAL_INFINITY;
    for (int i = 0; i < n; i++) {
        struct picker_move *m = &picker->moves[chosen[i]];
        if (position->n_empties == ENDGAME_EMPTIES + 1) /* make_moves() left them out */
            pattern_update(&m->child.ids, &position->ids, m->square,
                           position->opponent ^ m->child.player, position->side);
        in[i] = (struct student_input){&m->child.ids, m->child.side, m->replies, m->own_moves};
    }
    ISA_FN(student_values)(student, position->n_empties - 1, in, n, scores);
    for (int i = 0; i < n; i++)
        worst = scores[i] > worst ? scores[i] : worst;
    for (int i = 0; i < picker->n_unknown; i++)
        picker_unknown(picker, i)->child.estimate = worst;
    for (int i = 0; i < n; i++)
        picker->moves[chosen[i]].child.estimate = scores[i];
}

static void set_value(struct picker_move *m, int value)
{
    m->child.estimate = m->child.static_value = value;
}

/* The static values of the unknown moves. */
static void ask_evaluation(struct picker *picker)
{
    const struct worker *worker = picker->worker;
    const struct position *position = picker->position;
    const int n = picker->n_unknown;
    if (n == 0)
        return;
    const bool is_held = worker->shared->switches.evalcache && picker->n_moves <= EVALCACHE_MOVES;
    uint64_t wanted = 0;
    for (int i = 0; i < n; i++)
        wanted |= bit_of(picker->unknown[i]);

    /* 1. Asked before? All or none: to tell them apart costs as much as to ask again. */
    struct evalcache_line *line =
        evalcache_line_of(worker->evalcache, position->player, position->opponent);
    if (is_held && evalcache_holds(line, position->player, position->opponent) &&
        !(wanted & ~line->known)) {
        for (int i = 0; i < n; i++)
            set_value(picker_unknown(picker, i), line->values[picker->unknown[i]]);
        return;
    }

    /* 2. Ask. */
    const struct position *children[OFL_MAX_MOVES] UNINITIALIZED;
    int values[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n; i++)
        children[i] = &picker_unknown(picker, i)->child;
    position_evaluate_all(worker, children, n, values);
    for (int i = 0; i < n; i++)
        set_value(picker_unknown(picker, i), values[i]);

    /* 3. Remember. */
    if (!is_held)
        return;
    evalcache_reset(line, position->player, position->opponent);
    line->known |= (uint32_t)wanted;
    for (int i = 0; i < n; i++)
        line->values[picker->unknown[i]] = (int16_t)values[i];
}

void ISA_FN(picker_evaluate)(struct picker *picker)
{
    find_unknown(picker);
    for (int i = 0; picker->to_end && i < picker->n_unknown; i++) {
        struct picker_move *m = picker_unknown(picker, i);
        m->own_moves = moves_legal(m->child.opponent, m->child.player);
    }
    if (picker->value_depth < 0)
        return;
    const struct student *student = picker_student(picker);
    if (student)
        ask_student(student, picker);
    else
        ask_evaluation(picker);
}

/* So many moves of a node are searched for their order, those that look best without it. */
static int searched_moves(int n_empties)
{
    return ORDER_SEARCH_MOVES + (n_empties >= ORDER_SEARCH_MORE_EMPTIES[0]) +
           (n_empties >= ORDER_SEARCH_MORE_EMPTIES[1]);
}

/* Moves that are not searched keep their evaluation, moved by what the searches changed on
 * average. */
void ISA_FN(picker_search)(struct picker *picker)
{
    const int n = picker->n_unknown, n_wanted = searched_moves(picker->position->n_empties);
    int keys[OFL_MAX_MOVES] UNINITIALIZED, n_searched = 0, change = 0;
    for (int i = 0; i < n; i++) {
        const struct picker_move *m = picker_unknown(picker, i);
        keys[i] = picker_terms(m, picker->to_end, false) - m->child.estimate;
    }
    for (; n_searched < n && n_searched < n_wanted; n_searched++) {
        struct picker_move *m = picker_unknown(picker, picker_take_largest(keys, n));
        const int before = m->child.estimate;
        m->child.estimate = ISA_FN(shallow_search)(picker->worker, &m->child, picker->value_depth,
                                                   -EVAL_INFINITY, EVAL_INFINITY);
        change += m->child.estimate - before;
    }
    for (int i = 0; i < n; i++)
        if (keys[i] != PICKER_TAKEN)
            picker_unknown(picker, i)->child.estimate += change / n_searched;
}
