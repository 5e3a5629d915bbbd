/* protocol/nboard.h - the NBoard protocol, versions 1 and 2. */
#ifndef PROTOCOL_NBOARD_H
#define PROTOCOL_NBOARD_H

#include "protocol/session.h"

/* Serves a session until it ends. */
void nboard_serve(struct session *session);

#endif
