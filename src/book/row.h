/* book/row.h - a record as a row of the table "position".
 *
 * Absent evidence, a missing value and a missing best move are NULL; squares are 0..63 (a1 b1 ..
 * h8); boards and masks are unsigned numbers kept in signed columns.
 */
#ifndef BOOK_ROW_H
#define BOOK_ROW_H

#include <sqlite3.h>

#include "book/record.h"

#define BOOK_ROW_COLUMNS                                                                       \
    "empties, mover, opponent, own_score, own_move, own_depth, own_confidence, own_source, "   \
    "own_network, deviation_score, deviation_move, deviation_depth, deviation_confidence, "    \
    "deviation_source, deviation_network, deviation_excluded, proof_low, proof_high, flags, "  \
    "value, best, low, high, sum"
enum { BOOK_ROW_N_COLUMNS = 24 };

/* Binds all columns, from parameter 1 on. False if SQLite has no memory. */
bool book_row_bind(sqlite3_stmt *statement, const struct book_record *record);

/* Binds the three columns of a key, from parameter `first` on. */
bool book_row_bind_key(sqlite3_stmt *statement, int first, ofl_board key);

/* Values of the columns as they stand in a file. NULL: is_null. */
struct book_cell {
    bool is_integer, is_null;
    int64_t number;
};

/* The record of a row; false with a sentence if a type, a range, the checksum or the board is
 * wrong. Nothing of a row is believed before that. */
bool book_row_decode(const struct book_cell cells[BOOK_ROW_N_COLUMNS], struct book_record *record,
                     struct reason *reason);

/* The same for the row that a statement over BOOK_ROW_COLUMNS stands on. */
bool book_row_read(sqlite3_stmt *statement, struct book_record *record, struct reason *reason);

#endif
