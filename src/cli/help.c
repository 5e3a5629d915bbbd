/* cli/help.c - help for people, --version, and the command that prints them. */
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "cli/build_info.h"
#include "cli/output.h"
#include "cli/text.h"
#include "options/print.h"

static void print_options(const struct cli_command *command, bool shows_hidden)
{
    struct option_row option;
    bool is_key = false;
    out_printf(command->has_own_options ? "\nOptions, after the command:\n"
                                        : "\nOptions, before or after the command:\n");
    for (size_t i = 0; command_option_at(command, i, &option); i++) {
        if (option.is_hidden && !shows_hidden)
            continue;
        if (option.is_key && !is_key)
            out_printf("\nKeys of an engine, KEY=VALUE:\n");
        is_key = option.is_key;
        options_print_row(out_printf, &option);
    }
}

static void print_commands(const struct program *program)
{
    if (!*program->commands[0]->name)
        return;
    out_printf("\nCommands:\n");
    for (size_t i = 0; program->commands[i]; i++)
        out_printf("  %-14s%s\n", program->commands[i]->name, program->commands[i]->summary);
}

void text_help(const struct cli_command *command, bool shows_hidden)
{
    if (*command->name) {
        out_printf("usage: outflank %s [OPTION ...]%s%s\n\n", command->name,
                   command->arguments ? " " : "", command->arguments ? command->arguments : "");
        options_print_wrapped(out_printf, command->text, 0, 0);
        if (command->program)
            print_commands(command->program);
        print_options(command, shows_hidden);
        return;
    }
    out_printf("usage: outflank [OPTION ...] [COMMAND [ARGUMENT ...]]\n\n"
               "Outflank plays, analyses and solves Othello.\n\nCommands:\n");
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *row = command_at(i);
        out_printf("  %-14s%s\n", *row->name ? row->name : "(none)", row->summary);
    }
    print_options(command, shows_hidden);
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
    out_printf("outflank %s\ncommit %s\ncompiler %s\ncpu level %s\nlicence MIT\n", ofl_version(),
               BUILD_COMMIT, compiler, ofl_cpu_level());
}

/* "help book show": what "book show --help" says. */
static int help_of_part(const struct cli_args *args, const struct cli_command *command)
{
    if (!command->program || !*command->program->commands[0]->name) {
        complain("\"outflank %s\" has no commands of its own, such as \"%s\"", command->name,
                 args->words[1]);
        return EX_USAGE;
    }
    struct cli_args part = *args;
    part.command = command;
    part.words = args->words + 1;
    part.n_words = 1;
    part.has[OPT_HELP] = true;
    return command->run(&part);
}

int help_run(const struct cli_args *args)
{
    if (args->has[OPT_MAN])
        text_man();
    if (args->has[OPT_MARKDOWN])
        text_markdown();
    if (args->has[OPT_COMPLETIONS] && !text_completions(args->value[OPT_COMPLETIONS])) {
        complain("--completions: no shell \"%s\"; expected bash, zsh or fish",
                 args->value[OPT_COMPLETIONS]);
        return EX_USAGE;
    }
    if (args->has[OPT_MAN] || args->has[OPT_MARKDOWN] || args->has[OPT_COMPLETIONS])
        return 0;
    const struct cli_command *command = command_find(args->n_words ? args->words[0] : "");
    if (!command) {
        const char *close = command_suggest(args->words[0]);
        complain("no command \"%s\"%s%s%s", args->words[0], close ? "; did you mean \"" : "",
                 close ? close : "", close ? "\"?" : "");
        return EX_USAGE;
    }
    if (args->n_words > 1)
        return help_of_part(args, command);
    text_help(command, args->has[OPT_HELP_ALL]);
    return 0;
}
