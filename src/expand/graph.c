/* expand/graph.c - see graph.h: open addressing, at most half full. */
#include "expand/graph.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(ofl_board key)
{
    uint64_t h = key.player * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 32) ^ key.opponent) * UINT64_C(0xBF58476D1CE4E5B9);
    return (size_t)(h ^ (h >> 29));
}

static bool is_same(ofl_board a, ofl_board b)
{
    return a.player == b.player && a.opponent == b.opponent;
}

/* The slot where a board is, or the free one where it belongs. */
static size_t slot_of(const struct graph *graph, ofl_board key)
{
    size_t slot = hash_of(key) & (graph->n_slots - 1);
    while (graph->slots[slot] && !is_same(graph->records[graph->slots[slot] - 1].board, key))
        slot = (slot + 1) & (graph->n_slots - 1);
    return slot;
}

static bool enlarge(struct graph *graph)
{
    const size_t size = graph->size ? 2 * graph->size : 1024;
    if (size > UINT32_MAX / 2)
        return false;
    struct book_record *records = realloc(graph->records, size * sizeof *records);
    if (!records)
        return false;
    graph->records = records;
    uint32_t *slots = calloc(2 * size, sizeof *slots);
    if (!slots)
        return false;
    free(graph->slots);
    graph->slots = slots;
    graph->n_slots = 2 * size;
    graph->size = size;
    for (size_t i = 0; i < graph->n; i++)
        slots[slot_of(graph, records[i].board)] = (uint32_t)(i + 1);
    return true;
}

bool graph_add(struct graph *graph, const struct book_record *record, struct reason *reason)
{
    if (graph->n == graph->size && !enlarge(graph))
        return reason_set(reason, "no memory for a plan of more than %zu positions", graph->n);
    graph->records[graph->n++] = *record;
    graph->slots[slot_of(graph, record->board)] = (uint32_t)graph->n;
    return true;
}

void graph_free(struct graph *graph)
{
    free(graph->records);
    free(graph->slots);
    *graph = (struct graph){0};
}

size_t graph_find(const struct graph *graph, ofl_board key)
{
    const uint32_t found = graph->n_slots ? graph->slots[slot_of(graph, key)] : 0;
    return found ? found - 1 : GRAPH_NOT_THERE;
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
