/* protocol/modes.h - the protocols: each serves a session until it ends.
 *
 * They return when the session is over; session_close() knows why. */
#ifndef PROTOCOL_MODES_H
#define PROTOCOL_MODES_H

#include "protocol/session.h"

void mode_gtp(struct session *session);
void mode_nboard(struct session *session);

/* True if the first line, which has been given back, wants another protocol. */
bool mode_console(struct session *session);

/* Which protocol speaks so? AUTO for a blank line or a comment. Words that GTP
 * and the console share are GTP's in a pipe and the console's on a terminal. */
enum protocol mode_detect(const char *line, size_t length);
enum protocol mode_detect_on_terminal(const char *line, size_t length);

bool mode_is_console_word(struct word word);

#endif
