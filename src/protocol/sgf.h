/* protocol/sgf.h - the moves of an SGF file (GM[2], Othello), main line only. */
#ifndef PROTOCOL_SGF_H
#define PROTOCOL_SGF_H

#include <outflank/game.h>

/* Reads the first game: properties B, W, AB, AW, AE, PL, SZ; others are skipped.
 * Squares as "f5" or in SGF's letters "fe" (columns, then rows from the top);
 * "", "tt", "pass" pass. A pass that is left out is inserted. On error *game is
 * untouched. */
bool sgf_read(const char *text, size_t length, struct ofl_game *game,
              struct ofl_text_error *error);

#endif
