/* cli/config.h - the options of the engine in a file: lines NAME = VALUE, remarks behind '#'. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/command.h"

/* What a file says, in its order. All zero is empty. */
struct cli_config {
    int n;
    struct cli_setting *settings;
    char **blocks; /* the texts of each */
};

/* Adds what the file says. Returns 0, or an exit code after saying why. */
int settings_read(struct cli_config *config, const char *path);
void settings_release(struct cli_config *config);

/* Prints the values in force as such a file. What was not given stands in remarks: protocols choose
 * some of it, and a file that is read back must not take that from them. */
void settings_print(ofl_engine *engine, const struct cli_setting *given, int n_given);

#endif
