/* cli/cli.c - reads the command line, chooses the CPU level, runs the command. */
#include "cli/cli.h"

#include <signal.h>

#include "cli/args.h"
#include "cli/config.h"
#include "cli/output.h"
#include "cli/text.h"

static int print_config(const struct cli_args *args)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (engine)
        settings_print(engine, args->settings, args->n_settings);
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
    if (args->has[OPT_VERSION])
        return text_version(), 0;
    const bool asks_one = args->command->program && args->n_words > 0; /* one of its commands */
    if ((args->has[OPT_HELP] && !asks_one) ||
        (args->has[OPT_HELP_ALL] && args->command->run != help_run))
        return text_help(args->command, args->has[OPT_HELP_ALL]), 0;
    return args->has[OPT_PRINT_CONFIG] ? print_config(args) : args->command->run(args);
}

int cli_main(int argc, char **argv)
{
    /* A broken output is seen where it is written. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    struct cli_args args;
    int code = args_read(&args, argc, argv);
    if (!code)
        code = run(&args);
    args_free(&args);
    int output_code = out_flush();
    return output_code ? output_code : code;
}
