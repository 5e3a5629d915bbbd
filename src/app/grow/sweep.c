/* grow/sweep.c - see sweep.h.
 *
 * Every move fills a square. So one sweep from many empties to few meets each position after all
 * positions that lead to it, and labels are final when they are used: no queue is needed. */
#include "grow/sweep.h"

#include <stdlib.h>

#include "book/key.h"

enum { PLY_CP = 100, N_STRATA = 65 };

struct sweep {
    const struct graph *graph;
    struct label *labels; /* of the graph's records; INT32_MAX: not reached */
    int omega_cp;
};

int32_t sweep_loss(int value_cd, int move_cd)
{
    const bool is_known = value_cd != BOOK_NO_VALUE && move_cd != BOOK_NO_VALUE;
    return is_known && value_cd > move_cd ? value_cd - move_cd : 0;
}

/* Losses end at 128 discs and lines at 60 plies, so no sum comes near the end of its type. */
int32_t sweep_cost(int omega_cp, int32_t loss_cd)
{
    return PLY_CP + (int32_t)((int64_t)omega_cp * loss_cd / 100);
}

static void relax(struct label *label, struct label from, int32_t loss_cd, int32_t cost_cp)
{
    if (from.error_cd + loss_cd < label->error_cd)
        label->error_cd = from.error_cd + loss_cd;
    if (from.cost_cp + cost_cp < label->cost_cp)
        label->cost_cp = from.cost_cp + cost_cp;
}

static void visit_position(const struct sweep *sweep, size_t index, sweep_visitor visit, void *user)
{
    const struct label label = sweep->labels[index];
    struct book_moves moves;
    size_t children[OFL_MAX_MOVES];
    if (label.cost_cp == INT32_MAX)
        return;
    const struct book_record *record = &sweep->graph->records[index];
    graph_moves(sweep->graph, index, &moves, children);
    for (int i = 0; i < moves.n; i++) {
        if (children[i] == GRAPH_NOT_THERE)
            continue;
        const struct book_move *move = &moves.list[i];
        const int32_t loss_cd =
            sweep_loss(record->value_cd, move->is_known ? move->value_cd : BOOK_NO_VALUE);
        relax(&sweep->labels[children[i]], label, loss_cd, sweep_cost(sweep->omega_cp, loss_cd));
    }
    visit(user, &(struct sweep_position){index, record, label, &moves, children});
}

/* Indices of the graph's records, many empties first. NULL if out of memory. */
static uint32_t *order_of(const struct graph *graph)
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

static void label_roots(struct sweep *sweep, const struct roots *roots)
{
    for (size_t i = 0; i < sweep->graph->n; i++)
        sweep->labels[i] = (struct label){INT32_MAX, INT32_MAX};
    for (size_t i = 0; i < roots->n; i++) {
        struct book_place place;
        size_t index = GRAPH_NOT_THERE;
        if (book_key_place(roots->boards[i], &place))
            index = graph_find(sweep->graph, place.key);
        if (index != GRAPH_NOT_THERE)
            sweep->labels[index] = (struct label){0, 0};
    }
}

bool sweep_run(const struct graph *graph, const struct roots *roots, int omega_cp,
               sweep_visitor visit, void *user, struct reason *reason)
{
    struct sweep sweep = {.graph = graph, .omega_cp = omega_cp,
                          .labels = malloc((graph->n + 1) * sizeof *sweep.labels)};
    uint32_t *order = order_of(graph);
    const bool has_memory = sweep.labels && order;
    if (has_memory) {
        label_roots(&sweep, roots);
        for (size_t i = 0; i < graph->n; i++)
            visit_position(&sweep, order[i], visit, user);
    }
    free(sweep.labels);
    free(order);
    return has_memory || reason_set(reason, "no memory for a plan of %zu positions", graph->n);
}
