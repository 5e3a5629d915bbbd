/* book/check_packed.c - see check_packed.h. */
#include "book/check_packed.h"

#include <outflank/notation.h>

#include "book/packed_record.h"

struct run {
    struct packed_book *book;
    struct book_check *check;
};

static bool is_derived(const struct book_record *record, const struct book_record *derived)
{
    return derived->value_cd == record->value_cd && derived->best == record->best &&
           derived->low == record->low && derived->high == record->high;
}

static bool check_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct run *run = user;
    struct book_moves moves;
    struct book_record record = packed_record_of(entry);
    struct reason why;
    if (!packed_record_complete(run->book, &record, reason) ||
        !packed_record_moves(run->book, record.board, &moves, reason))
        return false;
    struct book_record derived = record;
    if (!book_derive(&derived, &moves, &why)) {
        book_check_fault(run->check, why.text);
    } else if (!is_derived(&record, &derived)) {
        char text[OFL_BOARD_TEXT];
        reason_set(&why, "%s: value, best move or bounds do not follow from its children",
                   ofl_position_to_text((ofl_position){record.board, OFL_BLACK}, text));
        book_check_fault(run->check, why.text);
    }
    return true;
}

bool check_packed_run(struct packed_book *book, struct book_check *check)
{
    struct run run = {book, check};
    const bool has_values = !packed_may_be_simplified(book);
    struct reason why;
    check->n_positions = check->n_games = check->n_counts = check->n_faults = 0;
    if (!packed_check(book, &why) || (has_values && !packed_walk(book, check_entry, &run, &why)))
        book_check_fault(run.check, why.text);
    else
        check->n_positions = (int64_t)packed_info(book)->n_positions;
    return has_values;
}
