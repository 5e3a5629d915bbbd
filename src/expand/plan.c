/* expand/plan.c - see plan.h.
 *
 * Every move fills a square. So one sweep from many empties to few meets each position after all
 * positions that lead to it, and costs are final when they are used. */
#include "expand/plan.h"

#include <stdlib.h>

#include "base/bits.h"
#include "book/key.h"

enum { PLY_CP = 100, N_STRATA = 65 };

/* Ways to a position. */
struct label {
    int32_t error_cd, cost_cp; /* INT32_MAX: no root leads here */
};

struct planner {
    struct plan *plan;
    const struct graph *graph;
    const struct plan_limits *limits;
    const struct task_effort *effort;
    struct label *labels; /* of the graph's records */
    size_t size;          /* entries there is room for */
    bool has_memory;
};

static int32_t max_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Losses end at 128 discs and lines at 60 plies, so no sum comes near the end of its type. */
static int32_t cost_of(const struct planner *planner, int32_t loss_cd)
{
    return PLY_CP + (int32_t)((int64_t)planner->limits->omega_cp * loss_cd / 100);
}

static void add(struct planner *planner, ofl_board board, uint64_t excluded, int32_t priority_cp)
{
    struct plan *plan = planner->plan;
    if (plan->n == planner->size) {
        const size_t size = planner->size ? 2 * planner->size : 256;
        struct plan_entry *entries = realloc(plan->entries, size * sizeof *entries);
        if (!entries) {
            planner->has_memory = false;
            return;
        }
        plan->entries = entries;
        planner->size = size;
    }
    plan->entries[plan->n++] = (struct plan_entry){
        .task = {.board = board, .excluded = excluded, .effort = *planner->effort},
        .priority_cp = priority_cp,
    };
}

static void relax(struct label *label, struct label from, int32_t loss_cd, int32_t cost_cp)
{
    if (from.error_cd + loss_cd < label->error_cd)
        label->error_cd = from.error_cd + loss_cd;
    if (from.cost_cp + cost_cp < label->cost_cp)
        label->cost_cp = from.cost_cp + cost_cp;
}

/* The record of the move to `square`; its least image stands in the list. */
static const struct book_child *child_of(const struct book_moves *moves, int square)
{
    for (int i = 0; i < moves->n; i++)
        if (moves->list[i].square == square)
            return &moves->list[i].child;
    return NULL;
}

/* A search of the position after `square`. */
static void offer_child(struct planner *planner, struct label label,
                        const struct book_moves *moves, int square, int32_t loss_cd)
{
    const struct book_child *child = child_of(moves, square);
    if (!child || child->kind == BOOK_CHILD_OVER ||
        label.error_cd + loss_cd > planner->limits->error_cd ||
        ofl_count_empties(child->board) < planner->limits->least_empties)
        return;
    /* A record without a value makes its own offer. */
    if (graph_find(planner->graph, child->board) == GRAPH_NOT_THERE)
        add(planner, child->board, 0, label.cost_cp + cost_of(planner, loss_cd));
}

/* Nothing is known of the moves outside but what bounds them. */
static void offer_deviation(struct planner *planner, struct label label,
                            const struct book_record *record, const struct book_moves *moves)
{
    const struct book_evidence *used = book_evidence_exists(&record->deviation)
                                           ? &record->deviation : &record->own;
    const int32_t bound_cd = book_evidence_exists(used) ? used->score_cd : record->value_cd;
    const int32_t loss_cd = max_of(0, record->value_cd - bound_cd);
    const uint64_t missing = record->deviation.excluded & ~moves->known;
    if (missing) {
        /* It was searched without a move that the book does not have (any more). */
        offer_child(planner, label, moves, book_key_least_square(record->board,
                                                                 bit_first(missing)), 0);
        return;
    }
    const bool is_deep = ofl_count_empties(record->board) - 1 < planner->limits->least_empties;
    const bool counts = loss_cd == 0 && record->low != record->high;
    if (label.error_cd + loss_cd <= planner->limits->error_cd && (!is_deep || counts))
        add(planner, record->board, moves->known, label.cost_cp + cost_of(planner, loss_cd));
}

static void offer(struct planner *planner, struct label label, const struct book_record *record,
                  const struct book_moves *moves)
{
    struct book_evidence deviation;
    if (record->value_cd == BOOK_NO_VALUE) {
        const bool is_covered = !(record->deviation.excluded & ~moves->known);
        add(planner, record->board, is_covered ? moves->known : 0, label.cost_cp + PLY_CP);
        return;
    }
    switch (book_derive_rest(record, moves, &deviation)) {
    case BOOK_REST_NONE:
        break;
    case BOOK_REST_KNOWN:
        offer_child(planner, label, moves, deviation.move,
                    max_of(0, record->value_cd - deviation.score_cd));
        break;
    case BOOK_REST_WANTED:
        offer_deviation(planner, label, record, moves);
        break;
    }
}

static void visit(struct planner *planner, size_t index)
{
    const struct label label = planner->labels[index];
    if (label.cost_cp == INT32_MAX)
        return;
    const struct book_record *record = &planner->graph->records[index];
    struct book_moves moves;
    size_t children[OFL_MAX_MOVES];
    planner->plan->n_reached++;
    graph_moves(planner->graph, index, &moves, children);
    for (int i = 0; i < moves.n; i++) {
        if (children[i] == GRAPH_NOT_THERE)
            continue;
        const bool has_loss = moves.list[i].is_known && record->value_cd != BOOK_NO_VALUE;
        const int32_t loss_cd =
            has_loss ? max_of(0, record->value_cd - moves.list[i].value_cd) : 0;
        relax(&planner->labels[children[i]], label, loss_cd, cost_of(planner, loss_cd));
    }
    if (label.error_cd <= planner->limits->error_cd)
        offer(planner, label, record, &moves);
}

/* Indices of the graph's records, many empties first. NULL if out of memory. */
static uint32_t *sweep_order(const struct graph *graph)
{
    size_t begin[N_STRATA + 1] = {0};
    uint32_t *order = malloc((graph->n + 1) * sizeof *order);
    for (size_t i = 0; i < graph->n; i++)
        begin[N_STRATA - ofl_count_empties(graph->records[i].board)]++;
    for (int s = 1; s <= N_STRATA; s++)
        begin[s] += begin[s - 1];
    for (size_t i = 0; order && i < graph->n; i++)
        order[begin[N_STRATA - 1 - ofl_count_empties(graph->records[i].board)]++] = (uint32_t)i;
    return order;
}

static void put_roots(struct planner *planner, const ofl_board *roots, size_t n_roots)
{
    for (size_t i = 0; i < n_roots; i++) {
        struct book_place place;
        if (!book_key_place(roots[i], &place))
            continue;
        const size_t index = graph_find(planner->graph, place.key);
        if (index == GRAPH_NOT_THERE)
            add(planner, place.key, 0, 0);
        else
            planner->labels[index] = (struct label){0, 0};
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

bool plan_make(struct plan *plan, const struct graph *graph, const ofl_board *roots,
               size_t n_roots, const struct plan_limits *limits,
               const struct task_effort *effort, struct reason *reason)
{
    struct planner planner = {.plan = plan, .graph = graph, .limits = limits, .effort = effort,
                              .labels = malloc((graph->n + 1) * sizeof *planner.labels),
                              .has_memory = true};
    uint32_t *order = sweep_order(graph);
    *plan = (struct plan){0};
    if (planner.labels && order) {
        for (size_t i = 0; i < graph->n; i++)
            planner.labels[i] = (struct label){INT32_MAX, INT32_MAX};
        put_roots(&planner, roots, n_roots);
        for (size_t i = 0; i < graph->n && planner.has_memory; i++)
            visit(&planner, order[i]);
        sort_entries(plan);
    }
    planner.has_memory &= planner.labels && order;
    free(planner.labels);
    free(order);
    if (planner.has_memory)
        return true;
    plan_free(plan);
    return reason_set(reason, "no memory for a plan of %zu positions", graph->n);
}

void plan_free(struct plan *plan)
{
    free(plan->entries);
    *plan = (struct plan){0};
}
