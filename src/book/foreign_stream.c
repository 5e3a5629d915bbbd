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

static bool is_move(ofl_board board, int square, int score_cd)
{
    return square < 64 && (ofl_legal_moves(board) & bit_of(square)) && score_cd >= -SCORE_MAX &&
           score_cd <= SCORE_MAX;
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
    if (!ofl_legal_moves(raw->board)) {
        *(ofl_is_over(raw->board) ? &report->n_over : &report->n_passes) += 1;
        return true;
    }
    int symmetry;
    entry.board = ofl_canonical(raw->board, &symmetry);
    if (entry.has_value && (entry.value_cd < -SCORE_MAX || entry.value_cd > SCORE_MAX))
        entry.has_value = false;
    if (entry.has_leaf) {
        entry.has_leaf = is_move(raw->board, raw->leaf_move, raw->leaf_cd);
        report->n_bad_leaves += !entry.has_leaf;
    }
    if (entry.has_leaf)
        entry.leaf_move = (uint8_t)book_key_square_there(entry.board, raw->leaf_move, symmetry);
    if (entry.has_links && raw->best_link != OFL_NO_MOVE) {
        entry.has_links = is_move(raw->board, raw->best_link, raw->best_link_cd);
        if (entry.has_links)
            entry.best_link =
                (uint8_t)book_key_square_there(entry.board, raw->best_link, symmetry);
    }
    report->n_valueless += !entry.has_value && !entry.has_leaf;
    report->n_entries++;
    return stream->visit(stream->user, &entry, stream->reason);
}
