/* protocol/protocol.h - Outflank on stdin and stdout: GTP, UCI, NBoard, Cassio,
 * the Edax console dialect, or a console for people. The command line calls protocol_run() and returns
 * its value.
 *
 * Threads: one session per process (signal handlers are shared); a session
 *          starts one thread of its own, which reads the input.
 */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "protocol/protocol_config.h"

/* Serves the session until quit, end of input, a signal or an output that is
 * gone. Returns the exit code: 0; 128 + n after signal n; 141 if the reader of
 * the output went away; 74 if the output cannot be written; 71 if there is no
 * memory or thread to start with. */
int protocol_run(enum protocol protocol, const struct protocol_config *config);

#endif
