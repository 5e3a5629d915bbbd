/* protocol/resign.h - when the engine gives a game up: the options "resign" and "resign-moves".
 *
 * Threads: a struct resign belongs to one thread.
 */
#ifndef PROTOCOL_RESIGN_H
#define PROTOCOL_RESIGN_H

#include "protocol/session.h"

struct resign {
    int n_bad[2]; /* by ofl_color: own moves in a row that looked lost; all 0 in a new game */
};

/* To be asked once for each move that `color` has found. True if it is to resign instead. */
bool resign_is_due(const struct session *session, struct resign *resign, enum ofl_color color,
                   const struct ofl_line *line);

#endif
