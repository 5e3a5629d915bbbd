/* protocol/cassio.h - the engine protocol of Cassio: lines that begin with ENGINE-PROTOCOL. */
#ifndef PROTOCOL_CASSIO_H
#define PROTOCOL_CASSIO_H

#include "protocol/session.h"

/* The first word of the lines, in any case. */
#define CASSIO_WORD "ENGINE-PROTOCOL"

/* Serves a session until it ends. */
void cassio_serve(struct session *session);

#endif
