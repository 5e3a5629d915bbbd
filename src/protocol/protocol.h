/* protocol/protocol.h - Outflank on stdin and stdout: GTP, NBoard, or a console
 * for people. The command line calls protocol_run() and returns its value.
 *
 * Threads: one session per process (signal handlers are shared); a session
 *          starts one thread of its own, which reads the input.
 */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include <stdbool.h>
#include <outflank/engine.h>

enum protocol {
    PROTOCOL_AUTO, /* the first line decides; a terminal gets the console */
    PROTOCOL_GTP,
    PROTOCOL_NBOARD,
    PROTOCOL_CONSOLE
};

struct protocol_config {
    ofl_engine *engine;      /* its options are set; stays the caller's */
    bool has_upper_case;     /* GTP writes D3 instead of d3 */
    bool allow_files;        /* GTP may read files (loadsgf, options), the console load and
                              * save, too; at a terminal it always may */
    bool ignore_signals;     /* leave the process's signal handlers alone (tests) */
    int input_fd, output_fd; /* 0 and 1 in the program */
};

/* The configuration of the program: stdin, stdout, nothing else set. */
static inline struct protocol_config protocol_config_for(ofl_engine *engine)
{
    return (struct protocol_config){.engine = engine, .input_fd = 0, .output_fd = 1};
}

/* Serves the session until quit, end of input, a signal or an output that is
 * gone. Returns the exit code: 0; 128 + n after signal n; 141 if the reader of
 * the output went away; 74 if the output cannot be written; 71 if there is no
 * memory or thread to start with. */
int protocol_run(enum protocol protocol, const struct protocol_config *config);

#endif
