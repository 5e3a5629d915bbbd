/* protocol/edax.h - the Edax console dialect: what programs written for Edax's console say and
 * read. Its words stay "Edax plays D3", since they are matched. */
#ifndef PROTOCOL_EDAX_H
#define PROTOCOL_EDAX_H

#include "protocol/edax_options.h"
#include "protocol/session.h"

/* Serves the session until it ends, with the options given at the start. Returns the protocol that
 * a line asked for in the end (the line is given back), else PROTOCOL_AUTO. */
enum protocol edax_serve(struct session *session, struct edax_options *options);

#endif
