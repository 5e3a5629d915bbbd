/* protocol/gtp.h - GTP 2, the Go Text Protocol, for Othello. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "protocol/command.h"
#include "protocol/session.h"

extern const struct command_set gtp_commands;

/* Serves a session until it ends. */
void gtp_serve(struct session *session);

#endif
