/* protocol/save.h - saves a game in the format that the end of the file's name says. */
#ifndef PROTOCOL_SAVE_H
#define PROTOCOL_SAVE_H

#include <outflank/game.h>

#include "protocol/file.h"

/* The result of a finished game is counted by `rule` if the game has none. False with the reason: a
 * name that says no format, a format that cannot hold the game, a file that cannot be written. */
bool save_game(struct word name, enum file_trust trust, const struct ofl_game *game,
               enum ofl_score_rule rule, struct strbuf *reason);

/* The game in a format by its name ("sgf"), added to `text`. False with the reason. */
bool save_add(const char *format, const struct ofl_game *game, enum ofl_score_rule rule,
              struct strbuf *text, struct strbuf *reason);

#endif
