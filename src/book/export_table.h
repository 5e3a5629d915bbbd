/* book/export_table.h - boards and their values in a temporary file, looked up in any order.
 *
 * A hash table whose size is known before. It lies in a file that has no name and all of its space,
 * and is mapped: the memory that it takes is the system's to give away. Nobody else can cut it off.
 *
 * Threads: one table belongs to one thread.
 */
#ifndef BOOK_EXPORT_TABLE_H
#define BOOK_EXPORT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/board.h>

struct export_slot {
    ofl_board board;
    int64_t value;
};

struct export_table {
    struct export_slot *slots;
    uint64_t n_slots; /* a power of two */
};

/* Room for `n` boards; the file is made beside `path`. False with errno. */
bool export_table_begin(struct export_table *table, const char *path, uint64_t n);
void export_table_end(struct export_table *table);

/* The value of a board; NULL if it is not there. */
const int64_t *export_table_find(const struct export_table *table, ofl_board board);
/* Of a board that is not there; there are fewer than `n`. */
void export_table_add(struct export_table *table, ofl_board board, int64_t value);

#endif
