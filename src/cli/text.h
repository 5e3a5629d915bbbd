/* cli/text.h - the table of commands and options (command.h) as texts to print. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "cli/command.h"

/* The general one for the command "". `shows_hidden`: with the switches for tests. */
void text_help(const struct cli_command *command, bool shows_hidden);
void text_version(void);
void text_man(void);
void text_markdown(void);

/* False if there is no such shell. */
bool text_completions(const char *shell);

#endif
