/* book/export.h - a book as the book of another program.
 *
 * Scores are rounded to whole discs. The value of a record is the best of its moves there, as the
 * other programs have it, so all is computed anew from few empties to many. Moves whose position is
 * in the file are links; the best of the others, as far as its value is known, is the leaf. Edax
 * wants a leaf wherever a move is no link: without one the worst link becomes the leaf. In .egbk2 a
 * leaf is a link, with the leaf's own score, to a record without links.
 *
 * Errors:  false with a sentence; what was there is as it was.
 * Threads: as book/view.h.
 */
#ifndef BOOK_EXPORT_H
#define BOOK_EXPORT_H

#include "book/foreign_write.h"
#include "book/view.h"

struct export_report {
    bool cannot_create, cannot_write; /* why it failed, if it is the new file */
    uint64_t n_records, n_passes; /* written; of forced passes among them */
    uint64_t n_valueless;         /* left out: no value */
    uint64_t n_centreless;        /* left out: the centre is not full */
    uint64_t n_moveless;          /* left out: a value, but no move is known */
    uint64_t n_unproved;          /* whose value is another there: not by a move, but by a proof */
    uint64_t n_other_levels;      /* as in the writer */
    uint64_t n_games;             /* positions whose counts of games are left out */
};

/* Writes the whole book; the file takes its place when it is whole. */
bool export_book(struct book_view *view, const char *path, enum foreign_format format,
                 struct export_report *report, struct reason *reason);

#endif
