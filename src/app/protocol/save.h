/* protocol/save.h - saves a game with the record that it was loaded from (session_record()).
 *
 * The result of a finished game is counted by the engine's score rule if its record has none.
 */
#ifndef PROTOCOL_SAVE_H
#define PROTOCOL_SAVE_H

#include "protocol/small_file.h"
#include "protocol/session.h"

/* In the format that the end of the file's name says. `said` gets what the file cannot hold
 * ("left out: names, tags"), or nothing. False with the reason there: a name that says no format, a
 * format that cannot hold the game, a file that cannot be written. */
bool save_game(const struct session *session, struct word name, enum file_trust trust,
               const struct ofl_game *game, struct strbuf *said);

/* In a format by its name ("sgf"), added to `text`, without a line end. */
bool save_add(const struct session *session, const char *format, const struct ofl_game *game,
              struct strbuf *text, struct strbuf *said);

#endif
