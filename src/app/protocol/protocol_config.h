/* protocol/protocol_config.h - what a session is opened with. */
#ifndef PROTOCOL_PROTOCOL_CONFIG_H
#define PROTOCOL_PROTOCOL_CONFIG_H

#include <outflank/engine.h>

struct edax_options;

enum protocol {
    PROTOCOL_AUTO, /* the first line decides; a terminal gets the console */
    PROTOCOL_GTP,
    PROTOCOL_NBOARD,
    PROTOCOL_CONSOLE,
    PROTOCOL_EDAX,  /* never by a line: the command line tells */
    PROTOCOL_CASSIO,
    PROTOCOL_UCI
};

struct protocol_config {
    ofl_engine *engine;      /* its options are set; stays the caller's */
    bool has_variety;        /* the option was given: it is not the protocol's */
    struct edax_options *edax; /* of PROTOCOL_EDAX: what it was started with */
    const char *log_path;    /* of --log; NULL: none */
    const char *command;     /* what the log says of how the program was started */
    bool has_all_results;    /* Cassio: a result for each iteration, not only the last */
    bool has_upper_case;     /* GTP writes D3 instead of d3 */
    bool ignores_komi;       /* GTP takes "komi" and counts none */
    bool allow_files;        /* GTP may read files (loadsgf, options), the console load and
                              * save, too; at a terminal it always may */
    bool has_threads;        /* the user said how many: else the protocol decides */
    bool ignore_signals;     /* leave the process's signal handlers alone (tests) */
    int input_fd, output_fd; /* 0 and 1 in the program */
};

/* The configuration of the program: stdin, stdout, nothing else set. */
static inline struct protocol_config protocol_config_for(ofl_engine *engine)
{
    return (struct protocol_config){.engine = engine, .input_fd = 0, .output_fd = 1};
}

#endif
