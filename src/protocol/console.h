/* protocol/console.h - the console for people. */
#ifndef PROTOCOL_CONSOLE_H
#define PROTOCOL_CONSOLE_H

#include "protocol/command.h"
#include "protocol/session.h"

extern const struct command_set console_commands;

/* Tells of a line whether it is for another protocol. */
typedef bool console_line_test(const char *text, size_t length);

/* Serves a session until it ends, and returns false. If the first line that is not empty is for
 * another protocol, the line is given back to the session and the result is true. NULL: it never
 * is. */
bool console_serve(struct session *session, console_line_test *is_for_other);

#endif
