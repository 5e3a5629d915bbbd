/* protocol/modes.h - the protocols: each serves a session until it ends.
 *
 * They return when the session is over; session_close() knows why. */
#ifndef PROTOCOL_MODES_H
#define PROTOCOL_MODES_H

#include "protocol/session.h"

void mode_gtp(struct session *session);
void mode_nboard(struct session *session);
void mode_console(struct session *session);

/* Which protocol speaks so? AUTO for a blank line or a comment. */
enum protocol mode_detect(const char *line, size_t length);

#endif
