/* grow/plan.c - see plan.h. */
#include "grow/plan.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/bits.h"
#include "book/key.h"

struct planner {
    struct plan *plan;
    const struct graph *graph;
    const struct plan_request *request;
    bool has_memory;
};

static void add(struct planner *planner, ofl_board board, uint64_t excluded, int32_t priority_cp)
{
    const struct plan_entry entry = {
        .task = {.board = board, .excluded = excluded, .effort = planner->request->effort},
        .priority_cp = priority_cp,
    };
    if (!array_push(&planner->plan->entries, &planner->plan->n, &entry, sizeof entry))
        planner->has_memory = false;
}

static int32_t priority_of(const struct planner *planner, const struct sweep_position *position,
                           int32_t loss_cd)
{
    return position->label.cost_cp + sweep_cost(planner->request->limits.omega_cp, loss_cd);
}

static bool is_within(const struct planner *planner, const struct sweep_position *position,
                      int32_t loss_cd)
{
    return position->label.error_cd + loss_cd <= planner->request->limits.error_cd;
}

/* ---- grow ---- */

/* What the move to `square` leads to; its least image stands in the list. */
static const struct book_child *child_of(const struct book_moves *moves, int square)
{
    for (int i = 0; i < moves->n; i++)
        if (moves->list[i].square == square)
            return &moves->list[i].child;
    return NULL;
}

/* A search of the position after `square`. */
static void offer_child(struct planner *planner, const struct sweep_position *position, int square,
                        int32_t loss_cd)
{
    const struct book_child *child = child_of(position->moves, square);
    if (!child || child->kind == BOOK_CHILD_OVER || !is_within(planner, position, loss_cd) ||
        ofl_count_empties(child->board) < planner->request->limits.least_empties)
        return;
    /* A record without a value makes its own offer. */
    if (graph_find(planner->graph, child->board) == GRAPH_NOT_THERE)
        add(planner, child->board, 0, priority_of(planner, position, loss_cd));
}

/* The least that a move outside loses, where the deviation is wanted: what is left scores no more
 * than the evidence that was used up. */
static int32_t least_loss(const struct book_record *record)
{
    const struct book_evidence *used = book_evidence_exists(&record->deviation)
                                           ? &record->deviation : &record->own;
    return sweep_loss(record->value_cd,
                      book_evidence_exists(used) ? used->score_cd : BOOK_NO_VALUE);
}

static void offer_deviation(struct planner *planner, const struct sweep_position *position)
{
    const struct book_record *record = position->record;
    const int32_t loss_cd = least_loss(record);
    const uint64_t missing = record->deviation.excluded & ~position->moves->known;
    if (missing) {
        /* It was searched without a move that the book does not have (any more). */
        offer_child(planner, position, book_key_least_square(record->board, bit_first(missing)), 0);
        return;
    }
    const bool is_deep =
        ofl_count_empties(record->board) - 1 < planner->request->limits.least_empties;
    const bool counts = loss_cd == 0 && record->low != record->high;
    if (is_within(planner, position, loss_cd) && (!is_deep || counts))
        add(planner, record->board, position->moves->known,
            priority_of(planner, position, loss_cd));
}

static void offer_value(struct planner *planner, const struct sweep_position *position)
{
    const struct book_record *record = position->record;
    const bool is_covered = !(record->deviation.excluded & ~position->moves->known);
    add(planner, record->board, is_covered ? position->moves->known : 0,
        priority_of(planner, position, 0));
}

static void offer_growth(struct planner *planner, const struct sweep_position *position)
{
    struct book_evidence deviation;
    const struct book_record *record = position->record;
    switch (book_derive_rest(record, position->moves, &deviation)) {
    case BOOK_REST_NONE:
        break;
    case BOOK_REST_KNOWN:
        offer_child(planner, position, deviation.move,
                    sweep_loss(record->value_cd, deviation.score_cd));
        break;
    case BOOK_REST_WANTED:
        offer_deviation(planner, position);
        break;
    }
}

/* ---- enhance ---- */

/* Is a search of that effort wanted instead of the evidence? Ours would replace whatever others
 * say, so only what is worth less goes: never what a person set. The network of another program's
 * evidence is none of ours, and no older one. */
static bool is_better(const struct planner *planner, const struct book_evidence *old,
                      int n_empties)
{
    const struct task_effort *effort = &planner->request->effort;
    const bool is_exact = n_empties <= effort->exact;
    const int depth = effort->depth < n_empties ? effort->depth : n_empties - 1;
    struct book_evidence hoped = *old;
    hoped.depth = (uint8_t)(is_exact ? n_empties : depth);
    hoped.confidence = is_exact ? 100 : effort->selectivity;
    hoped.network = planner->request->network;
    if (old->source != BOOK_SOURCE_OWN)
        return old->source == BOOK_SOURCE_OTHER &&
               (old->depth < hoped.depth || (is_exact && old->confidence < 100));
    /* An exact score is one whatever the network is. */
    return !book_evidence_is_exact(old, n_empties) &&
           book_evidence_compare(&hoped, old, n_empties) > 0;
}

static void offer_again(struct planner *planner, const struct sweep_position *position)
{
    struct book_evidence evidence;
    const struct book_record *record = position->record;
    const int n_empties = ofl_count_empties(record->board);
    if (book_derive_rest(record, position->moves, &evidence) != BOOK_REST_KNOWN)
        return;
    const int32_t loss_cd = sweep_loss(record->value_cd, evidence.score_cd);
    if (is_within(planner, position, loss_cd) && is_better(planner, &evidence, n_empties))
        add(planner, record->board, evidence.excluded ? position->moves->known : 0,
            priority_of(planner, position, loss_cd));
}

/* ---- fill ---- */

static bool leads_back(const struct graph *graph, ofl_board board)
{
    for (uint64_t left = book_key_moves(board); left; left = bit_drop(left)) {
        const struct book_child child = book_key_child(board, bit_first(left));
        if (child.kind != BOOK_CHILD_OVER && graph_find(graph, child.board) != GRAPH_NOT_THERE)
            return true;
    }
    return false;
}

static void offer_links(struct planner *planner, const struct sweep_position *position)
{
    struct book_evidence deviation;
    const struct book_record *record = position->record;
    const enum book_rest rest = book_derive_rest(record, position->moves, &deviation);
    const int32_t loss_cd = rest == BOOK_REST_KNOWN
                                ? sweep_loss(record->value_cd, deviation.score_cd)
                                : least_loss(record);
    for (int i = 0; i < position->moves->n; i++) {
        const struct book_move *move = &position->moves->list[i];
        if (!move->is_known && position->children[i] == GRAPH_NOT_THERE &&
            leads_back(planner->graph, move->child.board))
            offer_child(planner, position, move->square, loss_cd);
    }
}

/* ---- all ---- */

static void visit(void *user, const struct sweep_position *position)
{
    struct planner *planner = user;
    planner->plan->n_reached++;
    if (!is_within(planner, position, 0) || !planner->has_memory)
        return;
    if (position->record->value_cd == BOOK_NO_VALUE)
        offer_value(planner, position);
    else if (planner->request->kind == PLAN_GROW)
        offer_growth(planner, position);
    else if (planner->request->kind == PLAN_ENHANCE)
        offer_again(planner, position);
    else
        offer_links(planner, position);
}

/* Roots that the book does not have come first. */
static void offer_roots(struct planner *planner)
{
    const struct roots *roots = &planner->request->roots;
    for (size_t i = 0; i < roots->n; i++) {
        struct book_place place;
        if (book_key_place(roots->boards[i], &place) &&
            graph_find(planner->graph, place.key) == GRAPH_NOT_THERE)
            add(planner, place.key, 0, 0);
    }
}

static int compare_entries(const void *a, const void *b)
{
    const struct plan_entry *x = a, *y = b;
    if (x->priority_cp != y->priority_cp)
        return x->priority_cp < y->priority_cp ? -1 : 1;
    const int order = book_key_compare(x->task.board, y->task.board);
    if (order != 0)
        return order;
    return x->task.excluded < y->task.excluded ? -1 : x->task.excluded > y->task.excluded;
}

static int compare_tasks(const void *a, const void *b)
{
    const struct plan_entry *x = a, *y = b;
    const int order = book_key_compare(x->task.board, y->task.board);
    if (order != 0)
        return order;
    if (x->task.excluded != y->task.excluded)
        return x->task.excluded < y->task.excluded ? -1 : 1;
    return x->priority_cp < y->priority_cp ? -1 : x->priority_cp > y->priority_cp;
}

/* Two positions may ask for the same child: the cheaper one counts. */
static void sort_entries(struct plan *plan)
{
    size_t n = 0;
    if (plan->n == 0)
        return;
    qsort(plan->entries, plan->n, sizeof *plan->entries, compare_tasks);
    for (size_t i = 0; i < plan->n; i++) {
        const struct task *last = n ? &plan->entries[n - 1].task : NULL;
        const struct task *task = &plan->entries[i].task;
        if (!last || book_key_compare(last->board, task->board) != 0 ||
            last->excluded != task->excluded)
            plan->entries[n++] = plan->entries[i];
    }
    plan->n = n;
    qsort(plan->entries, plan->n, sizeof *plan->entries, compare_entries);
}

bool plan_make(struct plan *plan, const struct graph *graph, const struct plan_request *request,
               struct reason *reason)
{
    struct planner planner = {.plan = plan, .graph = graph, .request = request,
                              .has_memory = true};
    *plan = (struct plan){0};
    if (request->kind == PLAN_GROW)
        offer_roots(&planner);
    const bool is_swept =
        sweep_run(graph, &request->roots, request->limits.omega_cp, visit, &planner, reason);
    if (is_swept && planner.has_memory) {
        sort_entries(plan);
        return true;
    }
    plan_free(plan);
    return is_swept ? reason_set(reason, "no memory for a plan of %zu positions", graph->n) : false;
}

void plan_free(struct plan *plan)
{
    free(plan->entries);
    *plan = (struct plan){0};
}
