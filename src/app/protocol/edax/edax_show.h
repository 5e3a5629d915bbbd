/* protocol/edax/edax_show.h - the tables and the board of the Edax console dialect.
 *
 * Programs cut these texts at columns, so every blank counts (tests/protocol/edax_clients.py).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_EDAX_EDAX_SHOW_H
#define PROTOCOL_EDAX_EDAX_SHOW_H

#include <outflank/engine.h>
#include <outflank/game.h>

#include "base/strbuf.h"

/* One line of a search: what it found, and what it took. */
struct edax_row {
    const struct ofl_line *line;
    enum ofl_color color;  /* of the side to move */
    uint64_t nodes;
    int64_t time_ms;
    int width;             /* of the row: 53 characters, then 3 for each move of the line of play */
};

/* The names of the columns and the line below them; "solve" has a column for the number more. */
void edax_add_header(struct strbuf *text, bool is_solve);
void edax_add_separator(struct strbuf *text, bool is_solve);

/* One row, ended. A line from the book has its own form. */
void edax_add_row(struct strbuf *text, const struct edax_row *row);

/* "D3", or "PS" for a pass; in lower case for Black in lines of play. */
const char *edax_move_text(int move, bool is_upper, char out[8]);

/* Ten lines: the position, who is to move, and the order of the moves. `used_ms`: by colour. */
void edax_add_board(struct strbuf *text, const struct ofl_game *game, const int64_t used_ms[2]);

#endif
