/* cli/args.h - from argv to struct cli_args, and what most commands do with it. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/number.h"
#include "cli/command.h"

/* Reads argv by the table. Returns 0, or an exit code after saying why.
 * args_free() is due in both cases. */
int args_read(struct cli_args *args, int argc, char **argv);
void args_free(struct cli_args *args);

/* Chooses the CPU level of --cpu, else of OUTFLANK_CPU, else the best one.
 * Returns 0, or an exit code after saying why. */
int args_select_cpu(const struct cli_args *args);

/* Sets the numbers of the search as OUTFLANK_PARAMS says (search/params.h). Returns 0, or an exit
 * code after saying why: a usual build takes none. */
int args_set_params(void);

/* A new engine with the options given; NULL after saying why, with *code set. */
ofl_engine *args_create_engine(const struct cli_args *args, int *code);

/* Was this option of the engine given? */
bool args_has_setting(const struct cli_args *args, const char *name);

/* For one long search, what the user did not choose: all processors, and a table that grows with
 * the work, up to a quarter of the memory that is free. */
void args_choose_resources(const struct cli_args *args, ofl_engine *engine);

/* Sets one option of the engine; returns 0, or an exit code after saying why. */
int args_set_option(ofl_engine *engine, const char *name, const char *value);

/* Reads a number that the user gave as `what` ("--depth"); false after saying what was expected. */
bool args_read_number(const char *what, const char *text, const struct number_range *range,
                      int64_t *number);

#endif
