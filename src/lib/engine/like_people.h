/* engine/like_people.h - play as a person of a rating plays: the option "style" is people.
 *
 * Threads: as the engine. */
#ifndef ENGINE_LIKE_PEOPLE_H
#define ENGINE_LIKE_PEOPLE_H

#include <outflank/engine.h>
#include <outflank/game.h>

/* Draws a move by the model of people, which is read at the first one. The line has the value after
 * the best reply, one ply deep. OFL_ERR_DATA without a model. The board has a legal move. */
int like_people_choose(ofl_engine *engine, const struct ofl_game *game, struct ofl_result *result);

#endif
