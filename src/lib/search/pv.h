/* search/pv.h - the line of play behind a move, longer than the search left it.
 *
 * `draw` is what a draw is worth to the side to move, 1/128 disc (search/contempt.h). */
#ifndef SEARCH_PV_H
#define SEARCH_PV_H

#include "base/checks.h"
#include "search/search.h"

/* For assert(): the moves of the line can be played. */
static ASSERT_ONLY bool pv_is_legal(ofl_board board, const struct ofl_line *line)
{
    for (int i = 0; i < line->pv_length; i++) {
        if (!ofl_is_legal(board, line->pv[i]))
            return false;
        board = ofl_play(board, line->pv[i]);
    }
    return line->pv_length > 0 && line->pv[0] == line->move;
}

/* A hit of the table ends the line of the search; the moves that the table holds go on with it. */
void pv_extend(const struct tt *tt, ofl_board board, int draw, struct ofl_line *line);

/* After the end has been proved the line may be cut short by a table hit: continues it by searches
 * around the known score, which the table answers fast. */
void pv_complete(struct worker *worker, ofl_board board, int draw, int score,
                 struct ofl_line *line);

#endif
