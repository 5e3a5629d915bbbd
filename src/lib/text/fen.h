/* text/fen.h - boards as rows of chess diagrams: "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1".
 *
 * Edax and its kin write rows 8 to 1, 'p' for black, 'P' for white. Others write rows 1 to 8: that
 * must be said, for the text looks the same. Source: Edax's form of it; FEN of the PGN standard.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_FEN_H
#define TEXT_FEN_H

#include "base/strbuf.h"
#include "text/text.h"

/* FEN_FAIRY is that of Fairy-Stockfish's flipello: rows 1 to 8, 'P' and "w" for black, who moves
 * first, and behind the rows in brackets the discs that are left. Only it has brackets, so they tell. */
enum fen_rows { FEN_FROM_8, FEN_FROM_1, FEN_FAIRY };

/* Eight rows with seven '/' at the cursor, and a digit or a pawn among them? */
bool fen_is_at(struct text text);

/* Reads the rows, the side and what chess writes behind it. */
bool fen_read_position(struct text *text, enum fen_rows rows, ofl_position *position,
                       struct ofl_text_error *error);

void fen_add(struct strbuf *out, enum fen_rows rows, ofl_position position);

/* Moves as Fairy-Stockfish names them: "P@f4", ranks from below; a pass is a move of the mover's first
 * disc on the spot, "a1a1". `board` is the one that is moved on. */
void fen_add_fairy_move(struct strbuf *out, ofl_board board, int move);

/* Such a move, or "0000" or "@@@@" for a pass; else OFL_NO_MOVE. */
int fen_read_fairy_move(const char *text, size_t length);

#endif
