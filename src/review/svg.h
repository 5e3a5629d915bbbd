/* review/svg.h - a board as SVG: discs, marks with values, arrows.
 *
 * web/common/board.js draws the same picture in a page: square s is the s-th group of class
 * "square".
 *
 * Threads: functions touch only their arguments. All text is escaped.
 */
#ifndef REVIEW_SVG_H
#define REVIEW_SVG_H

#include <outflank/board.h>

#include "base/strbuf.h"

enum svg_mark { SVG_NONE, SVG_PLAYED, SVG_BETTER, SVG_OTHER };

struct svg_board {
    ofl_position position;
    const char *title;          /* for who does not see it */
    struct { enum svg_mark mark; char text[8]; } squares[64]; /* a value on a badge */
    struct { int from, to; } arrows[8];
    int n_arrows;
};

/* The element <svg>, whole in itself. */
void svg_add_board(struct strbuf *text, const struct svg_board *board);

/* `text` with & < > " ' written as entities, and what is not visible as '?'. */
void svg_add_escaped(struct strbuf *out, const char *text);

#endif
