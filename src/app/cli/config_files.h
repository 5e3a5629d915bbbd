/* cli/config_files.h - the options of the engine in a file: lines NAME = VALUE, remarks behind
 * '#'. */
#ifndef CLI_CONFIG_FILES_H
#define CLI_CONFIG_FILES_H

#include <outflank/engine.h>

#include "cli/cli_options.h"

/* What a file says, in its order. All zero is empty. */
struct cli_config {
    size_t n;
    struct option_given *settings; /* the values are its own */
};

/* Adds what the file says, by these rows. Returns 0, or an exit code after saying why. */
int settings_read(struct cli_config *config, const char *path, const struct option_row *rows);
void settings_release(struct cli_config *config);

/* Prints the values in force as such a file. What was not given stands in remarks: protocols choose
 * some of it, and a file that is read back must not take that from them. */
void settings_print(ofl_engine *engine, const struct cli_args *args);

#endif
