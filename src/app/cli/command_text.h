/* cli/command_text.h - commands and options (cli/cli_options.h) as texts to print. */
#ifndef CLI_COMMAND_TEXT_H
#define CLI_COMMAND_TEXT_H

#include "cli/cli_options.h"

/* A command, or one of the commands that it has ("book grow"). */
struct text_place {
    const struct cli_command *command;
    const struct program_command *part; /* or NULL */
};

/* Commands, each with what it has behind it. False past the last. */
bool text_place_at(const struct cli_args *args, size_t index, struct text_place *place);
/* The commands that it has, up to NULL. */
const struct program_command *const *text_parts_of(const struct cli_command *command);

/* The general one for the command "". With the switches for tests if --help-all is given. */
void text_help(const struct cli_args *args, const struct cli_command *command);
void text_version(void);
void text_man(const struct cli_args *args);
void text_markdown(const struct cli_args *args);

/* False if there is no such shell. */
bool text_completions(const struct cli_args *args, const char *shell);

#endif
