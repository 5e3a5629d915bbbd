/* engine/like_people.h - play as a person of a rating plays: the option "style" is people.
 *
 * Threads: as the engine. */
#ifndef ENGINE_LIKE_PEOPLE_H
#define ENGINE_LIKE_PEOPLE_H

#include <outflank/engine.h>
#include <outflank/game.h>

#include "people/people_look.h"

/* Draws a move by the model of people, which is read at the first one; of plies 1 to 8, to which it
 * was hardly fitted, by the games of the engine's book, where these are enough. The line has the
 * value after the best reply, one ply deep. OFL_ERR_DATA without a model. The board has a legal
 * move. */
int like_people_choose(ofl_engine *engine, const struct ofl_game *game, struct ofl_result *result);

/* Takes the model of a file's bytes into use. OFL_ERR_DATA if it is none; the one before stays. */
int like_people_take(ofl_engine *engine, const uint8_t *bytes, size_t size);

/* The moves of a board with their values by the engine's weights; none if there are too many.
 * OFL_OK, or OFL_ERR_DATA without a model. */
int like_people_moves(ofl_engine *engine, ofl_board board, struct people_moves *moves);

/* The chance of each of them, after like_people_moves(). `last`: the square just played. */
void like_people_shares(const ofl_engine *engine, ofl_board board, int last, int rating,
                        const struct people_moves *moves, double *share);
/* By the games of the engine's book; false if these are few. */
bool like_people_by_games(ofl_engine *engine, ofl_board board, const struct people_moves *moves,
                          double *share);
/* The same at `n` ratings, `step` apart. */
void like_people_shares_by(const ofl_engine *engine, ofl_board board, int last, int rating,
                           int step, int n, const struct people_moves *moves,
                           double (*share)[PEOPLE_MOVES]);

#endif
