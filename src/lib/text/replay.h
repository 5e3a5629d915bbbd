/* text/replay.h - plays the moves of a written game, for the readers of this room. */
#ifndef TEXT_REPLAY_H
#define TEXT_REPLAY_H

#include <outflank/game.h>

/* Plays `move`; a forced pass that was left out before it is put in (is_implied), and a
 * pass written after the end of the game is dropped. NULL, or why it is not legal
 * (as ofl_illegal_reason()); then nothing has changed. */
const char *replay_move(struct ofl_game *game, int move);

/* Puts in the pass that is forced now and was not written. */
void replay_implied_pass(struct ofl_game *game);

#endif
