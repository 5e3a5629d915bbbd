/* grow/graph.h - the records of a book in memory, found by their boards.
 *
 * A plan reads every position and its children; from the file that takes ten times as long. A
 * record takes about 120 bytes.
 *
 * Threads: a graph that nobody changes may be read by many.
 */
#ifndef GROW_GRAPH_H
#define GROW_GRAPH_H

#include <stddef.h>

#include "base/hash.h"
#include "book/derive.h"
#include "book/record.h"

#define GRAPH_NOT_THERE HASH_NONE

/* All zero: an empty graph. */
struct graph {
    struct book_record *records; /* in the order they were added */
    size_t n;
    struct hash hash; /* by their boards */
};

/* Adds a record whose board is not there yet. False with a reason if out of memory. */
bool graph_add(struct graph *graph, const struct book_record *record, struct reason *reason);
void graph_free(struct graph *graph);

/* The index of a board, or GRAPH_NOT_THERE. */
size_t graph_find(const struct graph *graph, ofl_board key);

/* The moves of record `index` as book_store_moves() has them, and the index of each child. */
void graph_moves(const struct graph *graph, size_t index, struct book_moves *moves,
                 size_t children[OFL_MAX_MOVES]);

#endif
