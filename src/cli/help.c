/* cli/help.c - help for people, --version, and the command that prints them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "cli/build_info.h"
#include "cli/output.h"
#include "cli/text.h"

enum { LINE_WIDTH = 80, HELP_COLUMN = 26 };

/* Prints words of `text` from `column` on, further lines indented to `indent`.
 * An empty line in the text stays one. */
static void print_wrapped(const char *text, int column, int indent)
{
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            out_printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            out_printf(" ");
            column++;
        }
        out_printf("%.*s", length, text);
        column += length;
        text += length;
        if (strncmp(text, "\n\n", 2) == 0) {
            out_printf("\n\n%*s", indent, "");
            column = indent;
        }
        text += strspn(text, " \n");
    }
    out_printf("\n");
}

static void print_option(const struct cli_option *option)
{
    char left[64], right[512];
    if (option->is_key)
        snprintf(left, sizeof left, "  %s=%s", option->name, option->argument);
    else
        snprintf(left, sizeof left, "  %c%c%c --%s%s%s%s", option->letter ? '-' : ' ',
                 option->letter ? option->letter : ' ', option->letter ? ',' : ' ', option->name,
                 option->argument ? (option->is_optional ? "[=" : " ") : "",
                 option->argument ? option->argument : "", option->is_optional ? "]" : "");
    int n = snprintf(right, sizeof right, "%s", option->help);
    if (option->choices && !option->is_optional)
        n += snprintf(right + n, sizeof right - n, ": %s", option->choices);
    if (option->is_number)
        n += snprintf(right + n, sizeof right - n, ", %" PRId64 "..%" PRId64, option->min,
                      option->max);
    if (option->default_value && *option->default_value)
        snprintf(right + n, sizeof right - n, " (default %s)", option->default_value);
    int length = (int)strlen(left);
    if (length < HELP_COLUMN)
        out_printf("%-*s", HELP_COLUMN, left);
    else
        out_printf("%s\n%*s", left, HELP_COLUMN, "");
    print_wrapped(right, HELP_COLUMN, HELP_COLUMN);
}

static void print_options(const struct cli_command *command)
{
    struct cli_option option;
    bool is_key = false;
    out_printf(command->has_own_options ? "\nOptions, after the command:\n"
                                        : "\nOptions, before or after the command:\n");
    for (size_t i = 0; command_option_at(command, i, &option); i++) {
        if (option.is_key && !is_key)
            out_printf("\nKeys of an engine, KEY=VALUE:\n");
        is_key = option.is_key;
        print_option(&option);
    }
}

void text_help(const struct cli_command *command)
{
    if (*command->name) {
        out_printf("usage: outflank %s [OPTION ...]%s%s\n\n", command->name,
                   command->arguments ? " " : "", command->arguments ? command->arguments : "");
        print_wrapped(command->text, 0, 0);
        print_options(command);
        return;
    }
    out_printf("usage: outflank [OPTION ...] [COMMAND [ARGUMENT ...]]\n\n"
               "Outflank plays, analyses and solves Othello.\n\nCommands:\n");
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *row = command_at(i);
        out_printf("  %-14s%s\n", *row->name ? row->name : "(none)", row->summary);
    }
    print_options(command);
    out_printf("\n");
    print_wrapped("\"outflank help COMMAND\" tells more. Exit codes: 0 well, 1 something found "
                  "wrong, 64 usage, 65 bad data, 66 no such input, 71 out of resources, 73 cannot "
                  "create, 74 input or output error, 128+N ended by signal N.", 0, 0);
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
    text_help(command);
    return 0;
}
