/* book/packed_record.c - see packed_record.h. */
#include "book/packed_record.h"

#include "base/bits.h"

struct book_record packed_record_of(const struct packed_entry *entry)
{
    struct book_record record = book_record_of(entry->board);
    record.flags = entry->flags;
    record.proof_low = record.low = entry->low;
    record.proof_high = record.high = entry->high;
    record.value_cd = entry->value_cd;
    record.best = entry->best;
    if (entry->role == PACKED_DEVIATION)
        record.deviation = entry->evidence;
    else if (entry->role != PACKED_NONE)
        record.own = entry->evidence;
    return record;
}

bool packed_record_moves(struct packed_book *book, ofl_board key, struct book_moves *moves,
                         struct reason *reason)
{
    book_moves_init(moves, key);
    for (int i = 0; i < moves->n; i++) {
        struct packed_entry entry;
        if (moves->list[i].child.kind == BOOK_CHILD_OVER)
            continue;
        const int found = packed_get(book, moves->list[i].child.board, &entry, reason);
        if (found < 0)
            return false;
        if (!found)
            continue;
        const struct book_record child = packed_record_of(&entry);
        book_moves_set(moves, i, key, &child);
    }
    return true;
}

bool packed_record_complete(struct packed_book *book, struct book_record *record,
                            struct reason *reason)
{
    struct book_moves moves;
    if (!book_evidence_exists(&record->deviation))
        return true;
    if (!packed_record_moves(book, record->board, &moves, reason))
        return false;
    const uint64_t own = bit_of(record->deviation.move);
    record->deviation.excluded = moves.known & ~book_key_all_squares(record->board, own);
    return true;
}
