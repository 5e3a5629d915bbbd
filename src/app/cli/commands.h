/* cli/commands.h - the commands, each a row in its own file. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/args.h"

/* cli/protocols.c */
extern const struct cli_command cmd_auto, cmd_gtp, cmd_nboard, cmd_console, cmd_edax, cmd_cassio,
                                cmd_uci;

/* The others stand in files of their names; help in cli/help.c. */
extern const struct cli_command cmd_solve, cmd_analyze, cmd_review, cmd_drill, cmd_problems,
    cmd_forget, cmd_explain, cmd_eval, cmd_bench, cmd_perft, cmd_opening, cmd_doctor, cmd_match,
    cmd_replay, cmd_book, cmd_convert, cmd_serve, cmd_help;

#endif
