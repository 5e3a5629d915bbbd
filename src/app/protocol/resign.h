/* protocol/resign.h - when the engine gives a game up: the options "resign" and "resign-moves".
 *
 * Threads: a struct resign belongs to one thread.
 */
#ifndef PROTOCOL_RESIGN_H
#define PROTOCOL_RESIGN_H

#include "protocol/session.h"

/* The moves that the engine found in a game, by the number of moves before them. All 0 in a new
 * game. A move counts while it is one of the game: what is taken back does not. */
struct resign {
    struct { bool is_known, is_bad; uint8_t move; } found[OFL_MAX_PLIES];
};

/* To be asked once for each move that the side to move has found. True if it is to resign instead.
 * A position is lost by its best move, whatever was chosen to be played, with the komi of the
 * game. */
bool resign_is_due(const struct session *session, struct resign *resign,
                   const struct ofl_game *game, const struct ofl_result *result);

#endif
