/* cli/args.h - from argv to struct cli_args, and what most commands do with it. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <jansson.h>
#include <outflank/engine.h>

#include "cli/cli_options.h"

/* Reads argv by the commands. Returns 0, or an exit code after saying why.
 * args_free() is due in both cases. */
int args_read(struct cli_args *args, const struct cli_command *const *commands, int argc,
              char **argv);
void args_free(struct cli_args *args);

/* The command of that name, or of a word that people try for it (hint, play); or NULL. */
const struct cli_command *args_find_command(const struct cli_args *args, const char *name);

/* The command closest in spelling to `word`, or NULL if none is close. */
const char *args_suggest_command(const struct cli_args *args, const char *word);

/* Chooses the CPU level of --cpu, else of OUTFLANK_CPU, else the best one.
 * Returns 0, or an exit code after saying why. */
int args_select_cpu(const struct cli_args *args);

/* Sets the numbers of the search as OUTFLANK_PARAMS says (search/params.h). Returns 0, or an exit
 * code after saying why: a usual build takes none. */
int args_set_params(void);

/* A new engine with the options given; NULL after saying why, with *code set. */
ofl_engine *args_create_engine(const struct cli_args *args, int *code);

/* The options of the engine that were given, {"hash":"64"}. NULL if there is no memory. */
json_t *args_settings(const struct cli_args *args);

/* For one long search, what the user did not choose: all processors, and a table that grows with
 * the work, up to a quarter of the memory that is free. */
void args_choose_resources(const struct cli_args *args, ofl_engine *engine);

/* Sets one option of the engine; returns 0, or an exit code after saying why. */
int args_set_option(ofl_engine *engine, const char *name, const char *value);

/* Runs the program of a command with the words and the --help of the command line; what --config
 * says holds where a row has its name. Returns its exit code. */
int args_run_program(const struct cli_args *args);

#endif
