/* book/packed_record.h - an entry of a packed book as a record, and its moves.
 *
 * Errors, threads: as book/packed.h.
 */
#ifndef BOOK_PACKED_RECORD_H
#define BOOK_PACKED_RECORD_H

#include "book/derive.h"
#include "book/packed.h"

/* Facts and derived fields of an entry; bounds become proofs. The squares that the deviation
 * excluded are those that packed_record_complete() finds. */
struct book_record packed_record_of(const struct packed_entry *entry);

/* The moves of a key with what the book has of each child. */
bool packed_record_moves(struct packed_book *book, ofl_board key, struct book_moves *moves,
                         struct reason *reason);

/* Sets the squares that the deviation excluded: those of the moves that the book knows. */
bool packed_record_complete(struct packed_book *book, struct book_record *record,
                            struct reason *reason);

#endif
