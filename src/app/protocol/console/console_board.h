/* protocol/console/console_board.h - the board as a terminal shows it.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_CONSOLE_CONSOLE_BOARD_H
#define PROTOCOL_CONSOLE_CONSOLE_BOARD_H

#include <outflank/game.h>

#include "base/strbuf.h"
#include "text/reading.h"

/* What the terminal can show; all false in a pipe. */
struct console_look {
    bool is_board;        /* the board is drawn as here, not by show_board() */
    bool has_color, has_many_colors; /* of 16 or fewer; of 256 */
    bool has_unicode;
    bool has_cursor;      /* it obeys escape sequences */
};

/* The board with what stands beside it; `opening` may be NULL. */
void console_board_add(struct strbuf *out, const struct console_look *look,
                       const struct ofl_game *game, const char *opening);

/* The sign of a disc. */
const char *console_board_disc(const struct console_look *look, enum ofl_color color);

/* What the record says of the game's last move, and has in its place. */
void console_board_add_beside(struct strbuf *out, const struct reading *record,
                              const struct ofl_game *game);

#endif
