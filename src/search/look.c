/* search/look.c - what evaluation and student say of the moves of a node (hot).
 *
 * A look at all moves costs as much as many nodes below the last one that looks, so those come
 * first of which it tells most. */
#include "search/look.h"

#include "board/moves.h"
#include "search/memo.h"
#include "search/node.h"
#include "search/order_terms.h"

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

/* At nodes of 13 and 14 empties only the moves that look best without a value are valued: 0.4 to
 * 0.8 % more nodes, but 12 % fewer misses of the L1, 5 % of the L2, 1 to 2 % less time. Of 3 moves,
 * or at 15 empties, too, as much time as that. */
enum { STUDENT_MOVES = 4, STUDENT_MOVES_EMPTIES = 14 };

/* The places of the moves that are valued, and how many they are. */
static int choose(const struct order_list *list, int n_empties, uint8_t chosen[OFL_MAX_MOVES])
{
    const int n = list->n_places;
    const bool all = n <= STUDENT_MOVES || n_empties > STUDENT_MOVES_EMPTIES;
    int guesses[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; !all && i < n; i++)
        guesses[i] = order_terms(&list->moves[list->places[i]], true, false);
    const int n_chosen = all ? n : STUDENT_MOVES;
    for (int k = 0; k < n_chosen; k++)
        chosen[k] = list->places[all ? k : order_take_largest(guesses, n)];
    return n_chosen;
}

/* Near the end of a search to the end the student tells what the evaluation would say: nodes of 13
 * to 15 empties are most of those that value moves at all. Moves it is not asked about are taken
 * for as bad as the worst of the others. */
static void ask_student(const struct student *student, const struct position *position,
                        struct order_list *list)
{
    uint8_t chosen[OFL_MAX_MOVES] UNINITIALIZED;
    const int n = choose(list, position->n_empties, chosen);
    if (n <= 0)
        return;
    struct student_input in[OFL_MAX_MOVES] UNINITIALIZED;
    int scores[OFL_MAX_MOVES] UNINITIALIZED, worst = -EVAL_INFINITY;
    for (int i = 0; i < n; i++) {
        struct order_move *m = &list->moves[chosen[i]];
        if (position->n_empties == ENDGAME_EMPTIES + 1) /* order_moves() left them out */
            linear_update(&m->after.ids, &position->ids, m->square,
                          position->opponent ^ m->after.player, position->side);
        in[i] = (struct student_input){&m->after.ids, m->after.side, m->replies, m->next};
    }
    ISA_FN(student_values)(student, position->n_empties - 1, in, n, scores);
    for (int i = 0; i < n; i++)
        worst = scores[i] > worst ? scores[i] : worst;
    for (int i = 0; i < list->n_places; i++)
        list->moves[list->places[i]].after.score = worst;
    for (int i = 0; i < n; i++)
        list->moves[chosen[i]].after.score = scores[i];
}

static void set_value(struct order_list *list, int place, int value)
{
    struct position *after = &list->moves[place].after;
    after->score = after->value = value;
}

/* The static values of the moves that need a look. */
static void ask_evaluation(const struct worker *worker, const struct position *position,
                           struct order_list *list)
{
    const int n = list->n_places;
    if (n == 0)
        return;
    const bool is_held = worker->shared->switches.memo && list->n_moves <= MEMO_MOVES;
    uint64_t wanted = 0;
    for (int i = 0; i < n; i++)
        wanted |= bit_of(list->places[i]);

    /* 1. Asked before? All or none: to tell them apart costs as much as to ask again. */
    struct memo_line *line = memo_line_of(worker->memo, position->player, position->opponent);
    if (is_held && memo_holds(line, position->player, position->opponent) &&
        !(wanted & ~line->known)) {
        for (int i = 0; i < n; i++)
            set_value(list, list->places[i], line->values[list->places[i]]);
        return;
    }

    /* 2. Ask. */
    const struct position *children[OFL_MAX_MOVES] UNINITIALIZED;
    int values[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n; i++)
        children[i] = &list->moves[list->places[i]].after;
    position_evaluate_all(worker, children, n, values);
    for (int i = 0; i < n; i++)
        set_value(list, list->places[i], values[i]);

    /* 3. Remember. */
    if (!is_held)
        return;
    memo_claim(line, position->player, position->opponent);
    line->known |= (uint32_t)wanted;
    for (int i = 0; i < n; i++)
        line->values[list->places[i]] = (int16_t)values[i];
}

void ISA_FN(look_at_moves)(const struct worker *worker, const struct position *position,
                           struct order_list *list)
{
    value_known(list);
    for (int i = 0; list->how.to_end && i < list->n_places; i++) {
        struct order_move *m = &list->moves[list->places[i]];
        m->next = moves_legal(m->after.opponent, m->after.player);
    }
    if (list->how.shallow_depth < 0)
        return;
    const struct student *student = look_student(worker, &list->how, position->n_empties);
    if (student)
        ask_student(student, position, list);
    else
        ask_evaluation(worker, position, list);
}

/* So many moves of a node are searched for their order, those that look best without it. When all
 * were, these searches, which take few nodes, made half of the evaluations of a solve of 30
 * empties; five cost as many nodes. From two plies nearer to the end on, and each depth two to
 * four earlier, they save 2 % of the nodes and miss the L2 12 % more often: 2 to 6 % more time
 * where memory is slow, as much where it is not. */
static int searched_moves(int n_empties)
{
    return n_empties < 20 ? 3 : n_empties < 23 ? 4 : 5;
}

/* The values of a shallow search in place of those of the evaluation; moves that are not searched
 * keep theirs, moved by what the search changed on average. */
void ISA_FN(look_search)(struct worker *worker, struct order_list *list)
{
    const int n = list->n_places;
    const int n_wanted = searched_moves(list->moves[list->places[0]].after.n_empties + 1);
    int guesses[OFL_MAX_MOVES] UNINITIALIZED, n_searched = 0, change = 0;
    for (int i = 0; i < n; i++) {
        const struct order_move *m = &list->moves[list->places[i]];
        guesses[i] = order_terms(m, list->how.to_end, false) - m->after.score;
    }
    for (; n_searched < n && n_searched < n_wanted; n_searched++) {
        struct order_move *m = &list->moves[list->places[order_take_largest(guesses, n)]];
        const int before = m->after.score;
        m->after.score = ISA_FN(node_shallow)(worker, &m->after, list->how.shallow_depth,
                                              -EVAL_INFINITY, EVAL_INFINITY);
        change += m->after.score - before;
    }
    for (int i = 0; i < n; i++)
        if (guesses[i] != ORDER_TAKEN)
            list->moves[list->places[i]].after.score += change / n_searched;
}
