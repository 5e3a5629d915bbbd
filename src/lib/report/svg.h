/* report/svg.h - a board as SVG: discs, marks with values, arrows.
 *
 * web/board/board.js draws the same picture in a page: square s is the s-th group of class
 * "square".
 *
 * Threads: functions touch only their arguments. All text is escaped.
 */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <outflank/board.h>

#include "text/writer.h"

enum svg_mark { SVG_NONE, SVG_PLAYED, SVG_BETTER, SVG_OTHER, SVG_DIFFERS };

struct svg_board {
    ofl_position position;
    const char *title;          /* for who does not see it */
    struct { enum svg_mark mark; char text[8]; } squares[64]; /* a value on a badge */
    struct { int from, to; } arrows[8];
    int n_arrows;
};

/* The element <svg>, whole in itself. */
void svg_add_board(struct strbuf *text, const struct svg_board *board);

/* The board of a record with its last move marked: a format of one record a file. Nothing reads it
 * again, so it is not among those of text/writer.h. */
extern const struct writer_row svg_writer;

/* `row`, or if that is NULL and the name is, or ends in, "svg", svg_writer. */
const struct writer_row *svg_or_writer(const struct writer_row *row, const char *name,
                                       size_t length);

#endif
