/* grow/graph.c - see graph.h. */
#include "grow/graph.h"

#include <stdlib.h>

bool graph_add(struct graph *graph, const struct book_record *record, struct reason *reason)
{
    return hash_push(&graph->hash, &graph->records, &graph->n, record, sizeof *record,
                     sizeof record->board) ||
           reason_set(reason, "no memory for a plan of more than %zu positions", graph->n);
}

void graph_free(struct graph *graph)
{
    free(graph->records);
    free(graph->hash.slots);
    *graph = (struct graph){0};
}

size_t graph_find(const struct graph *graph, ofl_board key)
{
    return hash_find(&graph->hash, graph->records, sizeof *graph->records, &key, sizeof key);
}

void graph_moves(const struct graph *graph, size_t index, struct book_moves *moves,
                 size_t children[OFL_MAX_MOVES])
{
    const ofl_board key = graph->records[index].board;
    book_moves_init(moves, key);
    for (int i = 0; i < moves->n; i++) {
        const struct book_child *child = &moves->list[i].child;
        children[i] = child->kind == BOOK_CHILD_OVER ? GRAPH_NOT_THERE
                                                     : graph_find(graph, child->board);
        if (children[i] != GRAPH_NOT_THERE)
            book_moves_set(moves, i, key, &graph->records[children[i]]);
    }
}
