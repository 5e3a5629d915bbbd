/* protocol/first_mover.h - which colour begins.
 *
 * Black begins, unless the players agree otherwise: that White does, or that the colour of the
 * first move decides. And the starts of other games: with corners given, Reversi's old one, eXtreme
 * Othello's.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_FIRST_MOVER_H
#define PROTOCOL_FIRST_MOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>
#include <outflank/game.h>

#include "protocol/word.h"

enum first_mover { FIRST_BLACK, FIRST_WHITE, FIRST_CHOOSE };

/* "black", "white" or "choose", and what else names a colour. False for anything else. */
bool first_mover_read(struct word word, enum first_mover *first);
const char *first_mover_name(enum first_mover first);

/* The start of a game. With FIRST_CHOOSE Black is to move until a first move says otherwise. */
ofl_position first_mover_start(enum first_mover first);

/* The same discs with `color` to move. */
ofl_position first_mover_give_turn(ofl_position position, enum ofl_color color);

/* "2", "white 2" or "2 white": the number's word, and who gets the corners; Black unless told. */
bool first_mover_read_handicap(const struct word *words, size_t n, struct word *number,
                               enum ofl_color *color);

/* As ofl_handicap(), with White's corners below 0. */
bool first_mover_handicap(ofl_position *position, int corners);

/* The old start of Reversi: discs of one colour side by side. */
ofl_position first_mover_alternate(enum first_mover first);

/* Eight moves that nobody would choose and that leave the game open, drawn by the seed, in a new
 * game. Where White begins, all is mirrored. Returns which of xot_count() starts it is. */
size_t first_mover_xot(enum first_mover first, uint64_t seed, struct ofl_game *game);

#endif
