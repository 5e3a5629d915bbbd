/* protocol/serve.h - the protocols: each serves a session until it ends. */
#ifndef PROTOCOL_SERVE_H
#define PROTOCOL_SERVE_H

#include "protocol/command.h"
#include "protocol/session.h"

extern const struct command_set gtp_commands, console_commands;

/* GTP 2, the Go Text Protocol, for Othello. */
void gtp_serve(struct session *session);

/* The NBoard protocol, versions 1 and 2. */
void nboard_serve(struct session *session);

/* The engine protocol of Cassio. Its lines begin with this word, in any case. */
#define CASSIO_WORD "ENGINE-PROTOCOL"
void cassio_serve(struct session *session);

/* UCI, as Fairy-Stockfish speaks it for its variant flipello. */
void uci_serve(struct session *session);

/* The Edax console dialect: what programs written for Edax's console say and read. Its words stay
 * "Edax plays D3", since they are matched. `options` are those given at the start. Returns the
 * protocol that a line asked for in the end (the line is given back), else PROTOCOL_AUTO. */
enum protocol edax_serve(struct session *session, struct edax_options *options);

/* Tells of a line whether it is for another protocol. */
typedef bool console_line_test(const char *text, size_t length);

/* The console for people. Returns false, or true if the first line that is not empty is for another
 * protocol: it is given back to the session. NULL: it never is. */
bool console_serve(struct session *session, console_line_test *is_for_other);

#endif
