/* outflank/notation.h - text to squares, moves, boards, and back.
 *
 * Readers take a pointer and a length, never allocate, never read past the
 * length and accept what docs/texts.md says of their format. Writers fill a buffer
 * of the stated size and always end it with a NUL.
 *
 * Threads: all functions are pure; call them from any thread.
 * Errors:  readers return false (or a negative number), leave their result
 *          untouched and, if `error` is not NULL, say where and what was
 *          expected there.
 */
#ifndef OFL_NOTATION_H
#define OFL_NOTATION_H

#include <stddef.h>
#include <outflank/board.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Where a text could not be read. Lines and columns count from 1, columns in
 * bytes. `text` is one sentence without a full stop, e.g.
 * "expected a square a1..h8, found 'i9'". */
struct ofl_text_error {
    size_t line, column;
    char text[160];
};

enum { OFL_BOARD_TEXT = 67 }; /* 64 squares, blank, side, NUL */

/* "a1".."h8" in any case, also "@a1" and "P@a1"; pass as pass, pas, pa, ps, p, --, @@, @@@@, 0000,
 * or a square given twice ("a1a1").
 * The whole text must be the move. Returns the move or OFL_NO_MOVE. */
int ofl_move_from_text(const char *text, size_t length);

/* "d3", or "D3" with `upper`; "pass" or "PASS"; "none" for OFL_NO_MOVE. */
const char *ofl_move_to_text(int move, bool upper, char out[8]);

/* 64 squares a1 b1 .. h8, then the side to move; blanks anywhere between.
 * Black: X x * b B, white: O o 0 w W, empty: - . _
 * Side: any of the disc letters, or the word black or white in any case.
 * `used` (or NULL) receives the bytes read; text after the side is left to the
 * caller. 63 or 65 squares are refused; every well-formed board is accepted. */
bool ofl_position_from_text(const char *text, size_t length, ofl_position *position,
                            size_t *used, struct ofl_text_error *error);

/* "-----...OX...----- X" */
const char *ofl_position_to_text(ofl_position position, char out[OFL_BOARD_TEXT]);

/* One line of an OBF file: a position and the scores of moves, if given. */
struct ofl_obf {
    ofl_position position;
    int n_scores;
    struct { uint8_t move; int8_t score; } scores[OFL_MAX_MOVES];
};

/* Reads a line "BOARD SIDE; MOVE:SCORE; ... % comment" (# starts a comment too).
 * Tolerant of blanks, tabs, CR, a byte order mark, a missing ';', scores without
 * sign, "PS:score" for a pass; the filler "--:-127" is skipped. Refused: a score
 * outside -64..64, of a move that is not legal, or two scores of one move.
 * Returns 1 for a position, 0 for a blank or comment line, -1 on error
 * (error->column set, error->line left as it was). */
int ofl_obf_from_text(const char *text, size_t length, struct ofl_obf *obf,
                      struct ofl_text_error *error);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
