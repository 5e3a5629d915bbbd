/* board/fen.h - boards as rows of chess diagrams: "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1".
 *
 * Edax and its kin write rows 8 to 1, 'p' for black, 'P' for white. Others write rows 1 to 8: that
 * must be said, for the text looks the same. Source: Edax's form of it; FEN of the PGN standard.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOARD_FEN_H
#define BOARD_FEN_H

#include "base/strbuf.h"
#include "board/text.h"

enum fen_rows { FEN_FROM_8, FEN_FROM_1 };

/* Eight rows with seven '/' at the cursor, and a digit or a pawn among them? */
bool fen_is_at(struct text text);

/* Reads the rows, the side and what chess writes behind it. */
bool fen_read_position(struct text *text, enum fen_rows rows, ofl_position *position,
                       struct ofl_text_error *error);

void fen_add(struct strbuf *out, enum fen_rows rows, ofl_position position);

#endif
