/* book/foreign_stream.c - see foreign_stream.h. */
#include "book/foreign_stream.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/bits.h"
#include "base/visible.h"
#include "book/key.h"

/* Of the first records more than one in a hundred bad: it is another kind of file. */
enum { TRIAL = 10000, TRIAL_BAD = TRIAL / 100, SCORE_MAX = 6400 };

static const uint64_t CENTRE = UINT64_C(0x0000001818000000);

bool foreign_damaged(struct foreign_stream *stream, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    reason_set_list(stream->reason, format, list);
    va_end(list);
    stream->is_damaged = true;
    return reason_put_before(stream->reason, "%s: byte %" PRIu64 ": ", visible(stream->path).text,
                             stream->at);
}

bool foreign_take(struct foreign_stream *stream, uint8_t *bytes, size_t n)
{
    if (fread(bytes, 1, n, stream->file) != n)
        return foreign_damaged(stream, ferror(stream->file) ? "the file cannot be read"
                                                            : "the file ends within a record");
    stream->at += n;
    return true;
}

static bool is_board(ofl_board board)
{
    return ofl_board_is_valid(board) && ((board.player | board.opponent) & CENTRE) == CENTRE;
}

static bool is_score(int score_cd)
{
    return score_cd >= -SCORE_MAX && score_cd <= SCORE_MAX;
}

static bool is_move(ofl_board board, int square, int score_cd)
{
    return square < 64 && (ofl_legal_moves(board) & bit_of(square)) && is_score(score_cd);
}

/* Leaf and link of a board that can move, as those of its key. */
static void take_moves(const struct foreign_entry *raw, int symmetry, struct foreign_entry *entry)
{
    entry->has_leaf = raw->has_leaf && is_move(raw->board, raw->leaf_move, raw->leaf_cd);
    entry->has_links = raw->has_links &&
                       (raw->best_link == OFL_NO_MOVE ||
                        is_move(raw->board, raw->best_link, raw->best_link_cd));
    if (entry->has_leaf)
        entry->leaf_move = (uint8_t)book_key_square_there(entry->board, raw->leaf_move, symmetry);
    if (entry->has_links && raw->best_link != OFL_NO_MOVE)
        entry->best_link = (uint8_t)book_key_square_there(entry->board, raw->best_link, symmetry);
}

/* The board behind the pass has the value, seen by the other side. A value that is missing may
 * stand in the leaf: the pass is the only move. */
static void take_pass(struct foreign_entry *entry)
{
    if (!entry->has_value && entry->has_leaf && is_score(entry->leaf_cd)) {
        entry->has_value = true;
        entry->value_cd = entry->leaf_cd;
        entry->search = entry->leaf_search;
    }
    entry->is_passed = true;
    entry->value_cd = (int16_t)-entry->value_cd;
    entry->has_leaf = entry->has_links = false;
}

bool foreign_give(struct foreign_stream *stream, const struct foreign_entry *raw)
{
    struct foreign_report *report = stream->report;
    struct foreign_entry entry = *raw;
    report->n_records++;
    if (!is_board(raw->board)) {
        report->n_bad_boards++;
        return (report->n_records > TRIAL || report->n_bad_boards <= TRIAL_BAD) ||
               foreign_damaged(stream, "too many records have no board");
    }
    struct book_place place;
    if (!book_key_place(raw->board, &place)) {
        report->n_over++;
        return true;
    }
    entry.board = place.key;
    entry.has_value = entry.has_value && is_score(entry.value_cd);
    if (place.is_passed) {
        take_pass(&entry);
        report->n_passes++;
    } else {
        take_moves(raw, place.symmetry, &entry);
        report->n_bad_leaves += raw->has_leaf && !entry.has_leaf;
    }
    const bool is_valueless = !entry.has_value && !entry.has_leaf;
    report->n_valueless += is_valueless;
    if (is_valueless && entry.is_passed)
        return true;
    report->n_entries++;
    return stream->visit(stream->user, &entry, stream->reason);
}
