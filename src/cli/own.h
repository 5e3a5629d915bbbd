/* cli/own.h - commands that are programs with options of their own (options/program.h). */
#ifndef CLI_OWN_H
#define CLI_OWN_H

#include "cli/command.h"

/* Runs the program with the words and the --help of the command line. Returns its exit code. */
int own_program_run(const struct program *program, const struct cli_args *args);

#endif
