/* cli/cli.c - reads the command line, chooses the CPU level, runs the command. */
#include "cli/cli.h"

#include <signal.h>

#include "cli/config_files.h"
#include "cli/checked_output.h"
#include "cli/command_text.h"
#include "cli/commands.h"

static const struct cli_command *const commands[] = {
    &cmd_auto, &cmd_gtp, &cmd_nboard, &cmd_console, &cmd_edax, &cmd_cassio, &cmd_uci, &cmd_solve,
    &cmd_analyze, &cmd_review, &cmd_drill, &cmd_problems, &cmd_forget, &cmd_explain, &cmd_eval,
    &cmd_bench, &cmd_perft, &cmd_opening, &cmd_doctor, &cmd_match, &cmd_replay, &cmd_book,
    &cmd_convert, &cmd_serve, &cmd_help, NULL,
};

static int print_config(const struct cli_args *args)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (engine)
        settings_print(engine, args);
    ofl_engine_destroy(engine);
    return code;
}

static int run(const struct cli_args *args)
{
    int code = args_select_cpu(args);
    if (!code)
        code = args_set_params();
    if (code)
        return code;
    if (args->version)
        return text_version(), 0;
    const bool asks_one = args->command->program && args->n_words > 0; /* one of its commands */
    if ((args->help && !asks_one) || (args->help_all && args->command != &cmd_help))
        return text_help(args, args->command), 0;
    return args->print_config ? print_config(args) : args->command->run(args);
}

int cli_main(int argc, char **argv)
{
    /* A broken output is seen where it is written. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    struct cli_args args;
    int code = args_read(&args, commands, argc, argv);
    if (!code)
        code = run(&args);
    args_free(&args);
    int output_code = out_flush();
    return output_code ? output_code : code;
}
