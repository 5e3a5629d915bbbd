/* protocol/edax/edax_solve.h - "-solve FILE" of the Edax console dialect. */
#ifndef PROTOCOL_EDAX_EDAX_SOLVE_H
#define PROTOCOL_EDAX_EDAX_SOLVE_H

#include <outflank/engine.h>

#include "protocol/edax/edax_options.h"
#include "protocol/output.h"

/* How a search is done: as ofl_search(); *is_stopped ends the run. */
struct edax_solver {
    int (*search)(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped);
    void *user;
};

/* Searches the positions of an OBF file ("-" or /dev/stdin: stdin) as the options say, and prints a
 * row for each and a summary. `solver` may be NULL: the engine alone. Returns an exit code: 0; 1 if
 * the file cannot be read; 65 if lines of it could not (told on stderr, the rest is searched); 74 or
 * 141 if the output cannot be written. */
int edax_solve(ofl_engine *engine, const struct edax_options *options, const char *path,
               struct output *output, const struct edax_solver *solver);

/* The same for the games of a WTHOR base: the positions that it has theoretical scores of, solved. */
int edax_wtest(ofl_engine *engine, const struct edax_options *options, const char *path,
               struct output *output, const struct edax_solver *solver);

#endif
