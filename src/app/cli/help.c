/* cli/help.c - help for people, --version, and the command that prints them. */
#include <inttypes.h>
#include <stdio.h>
#include <sysexits.h>
#include <outflank/engine.h>

#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/command_text.h"
#include "options/print.h"
#include "options/release.h"

static void print_options(const struct cli_command *command, bool shows_hidden)
{
    struct option_row option;
    bool is_key = false;
    out_printf(command->own_option_at ? "\nOptions, after the command:\n"
                                      : "\nOptions, before or after the command:\n");
    for (size_t i = 0; cli_option_at(command, i, &option); i++) {
        if (option.is_hidden && !shows_hidden)
            continue;
        if (option.is_key && !is_key)
            out_printf("\nKeys of an engine, KEY=VALUE:\n");
        is_key = option.is_key;
        options_print_row(out_printf, &option);
    }
}

void text_help(const struct cli_args *args, const struct cli_command *command)
{
    if (*command->name) {
        out_printf("usage: outflank %s [OPTION ...]%s%s\n\n", command->name,
                   command->arguments ? " " : "", command->arguments ? command->arguments : "");
        options_print_wrapped(out_printf, command->text, 0, 0);
        const struct program_command *const *part = text_parts_of(command);
        out_printf(*part ? "\nCommands:\n" : "");
        for (; *part; part++)
            out_printf("  %-14s%s\n", (*part)->name, (*part)->summary);
        print_options(command, args->help_all);
        return;
    }
    out_printf("usage: outflank [OPTION ...] [COMMAND [ARGUMENT ...]]\n\n"
               "Outflank plays, analyses and solves Othello.\n\nCommands:\n");
    for (const struct cli_command *const *c = args->commands; *c; c++)
        out_printf("  %-14s%s\n", *(*c)->name ? (*c)->name : "(none)", (*c)->summary);
    print_options(command, args->help_all);
    out_printf("\n");
    options_print_wrapped(
        out_printf,
        "\"outflank help COMMAND\" tells more. Exit codes: 0 well, 1 something found wrong, "
        "64 usage, 65 bad data, 66 no such input, 71 out of resources, 73 cannot create, "
        "74 input or output error, 128+N ended by signal N.", 0, 0);
}

void text_version(void)
{
#ifdef __clang__
    const char *compiler = __VERSION__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    out_printf("outflank %s\ncommit %s\nsignature %" PRId64 "\n", ofl_version(), release_commit(),
               release_signature());
    out_printf("compiler %s\ncpu level %s\nlicence MIT\n", compiler, ofl_cpu_level());
}

/* "help book show": what "book show --help" says. */
static int help_of_part(const struct cli_args *args, const struct cli_command *command)
{
    if (!*text_parts_of(command)) {
        complain("\"outflank %s\" has no commands of its own, such as \"%s\"", command->name,
                 args->words[1]);
        return EX_USAGE;
    }
    struct cli_args part = *args;
    part.command = command;
    part.words = args->words + 1;
    part.n_words = 1;
    part.help = true;
    return command->run(&part);
}

static int help_run(const struct cli_args *args)
{
    if (args->man)
        text_man(args);
    if (args->markdown)
        text_markdown(args);
    if (args->completions && !text_completions(args, args->completions)) {
        complain("--completions: no shell \"%s\"; expected bash, zsh or fish",
                 args->completions);
        return EX_USAGE;
    }
    if (args->man || args->markdown || args->completions)
        return 0;
    const struct cli_command *command = args_find_command(args, args->n_words ? args->words[0]
                                                                              : "");
    if (!command) {
        const char *close = args_suggest_command(args, args->words[0]);
        complain("no command \"%s\"; %s%s%s", args->words[0],
                 close ? "did you mean \"" : "\"outflank help\" lists all", close ? close : "",
                 close ? "\"?" : "");
        return EX_USAGE;
    }
    if (args->n_words > 1)
        return help_of_part(args, command);
    text_help(args, command);
    return 0;
}

const struct cli_command cmd_help = {
    .name = "help",
    .arguments = "[COMMAND [COMMAND]]",
    .summary = "print help for a command, or for all",
    .text = "\"outflank help book show\" tells of a command of \"book\". Help, the manual page, "
            "the shell completions and the page in Markdown are all made from one table in the "
            "program.",
    .options = "man|completions|markdown",
    .max_words = 2,
    .run = help_run,
};
