/* cli/man.c - the table as the manual page outflank(6), and as a page in Markdown. */
#include <stdio.h>
#include <string.h>

#include "cli/output.h"
#include "cli/text.h"
#include "options/print.h"

/* Text for troff: '\' and '-' are escaped; a line never begins with '.' or '\''. */
static void print_roff(const char *text)
{
    for (const char *c = text; *c; c++) {
        bool is_line_start = c == text || c[-1] == '\n';
        if (is_line_start && (*c == '.' || *c == '\''))
            out_printf("\\&");
        if (*c == '\\')
            out_printf("\\e");
        else if (*c == '-')
            out_printf("\\-");
        else if (*c == '\n')
            out_printf(c[1] == '\n' ? "\n.PP" : "\n");
        else
            out_printf("%c", *c);
    }
    out_printf("\n");
}

/* The help of an option has no full stop; here something follows. */
static void print_sentence(const char *text)
{
    char sentence[1024];
    snprintf(sentence, sizeof sentence, "%s.", text);
    print_roff(sentence);
}

static void print_option(const struct option_row *option)
{
    char range[OPTIONS_RANGE_TEXT];
    out_printf(".TP\n");
    if (option->letter)
        out_printf("\\fB\\-%c\\fR, ", option->letter);
    out_printf(option->is_key ? "\\fB" : "\\fB\\-\\-");
    for (const char *c = option->name; *c; c++)
        out_printf(*c == '-' ? "\\-" : "%c", *c);
    out_printf("\\fR");
    if (option->is_key)
        out_printf("=\\fI%s\\fR", option->argument);
    else if (option->argument)
        out_printf(option->is_optional ? "[=\\fI%s\\fR]" : " \\fI%s\\fR", option->argument);
    out_printf("\n");
    print_sentence(option->help);
    if (option->choices)
        out_printf("(%s).\n", option->choices);
    if (*options_range(option, range))
        out_printf("(%s).\n", range);
    if (option->default_value && *option->default_value) {
        out_printf("Default: ");
        print_sentence(option->default_value);
    }
}

static bool is_common(const struct option_row *option)
{
    return option->id == OPT_HELP || option->id == OPT_HELP_ALL ||
           option->id == OPT_VERSION || option->id == OPT_CPU;
}

static bool is_help(const struct option_row *option)
{
    return strcmp(option->name, "help") == 0;
}

static void print_command(const struct cli_command *command)
{
    out_printf(".SS \"outflank%s%s%s%s\"\n", *command->name ? " " : "", command->name,
               command->arguments ? " " : "", command->arguments ? command->arguments : "");
    print_roff(command->text);
    struct option_row option;
    for (size_t i = 0; !command->program && command_option_at(command, i, &option); i++)
        if (option.id >= 0 && !is_common(&option))
            print_option(&option);
    if (command->has_engine)
        out_printf(".PP\nTakes the options of the engine.\n");
}

static void print_program(const char *name, const struct program *program)
{
    for (size_t i = 0; program->commands[i]; i++) {
        const struct program_command *command = program->commands[i];
        /* A program without commands has been told of with its name. */
        if (*command->name) {
            out_printf(".SS \"outflank %s %s%s%s\"\n", name, command->name,
                       command->arguments ? " " : "",
                       command->arguments ? command->arguments : "");
            print_roff(command->text);
        }
        for (const struct option_row *row = command->options; row->name; row++)
            if (!is_help(row))
                print_option(row);
    }
}

void text_man(void)
{
    struct option_row option;
    out_printf(".TH OUTFLANK 6 \"\" \"Outflank %s\" \"Games\"\n", ofl_version());
    out_printf(".SH NAME\noutflank \\- play, analyse and solve Othello\n.SH SYNOPSIS\n"
               ".B outflank\n[\\fIOPTION\\fR ...] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]]\n"
               ".SH DESCRIPTION\nOutflank is an Othello engine. It is mostly started by a board "
               "program or a match runner;\nthe commands below also serve people.\n"
               "Options stand before or after the command alike.\n.SH COMMANDS\n");
    for (size_t i = 0; command_at(i); i++) {
        print_command(command_at(i));
        if (command_at(i)->program)
            print_program(command_at(i)->name, command_at(i)->program);
    }
    out_printf(".SH OPTIONS OF ALL COMMANDS\n");
    for (size_t i = 0; command_option_at(NULL, i, &option); i++)
        if (is_common(&option))
            print_option(&option);
    if (ofl_option_at(0))
        out_printf(".SH OPTIONS OF THE ENGINE\n");
    for (size_t i = 0; command_option_at(NULL, i, &option); i++)
        if (option.id < 0 && !option.is_hidden)
            print_option(&option);
    out_printf(
        ".SH ENVIRONMENT\n"
        ".TP\n.B OUTFLANK_CPU\nThe CPU level, where \\fB\\-\\-cpu\\fR is not given.\n"
        ".SH FILES\n"
        "Pages of the folder docs that are named here are installed below share/doc/outflank.\n"
        ".SH EXIT STATUS\n"
        ".TP\n0\nAll well.\n"
        ".TP\n1\nSomething was found wrong: a wrong score, a failed self\\-test.\n"
        ".TP\n64\nWrong usage.\n.TP\n65\nBad data.\n.TP\n66\nNo such input.\n"
        ".TP\n71\nOut of memory or threads.\n.TP\n73\nOutput file cannot be created.\n"
        ".TP\n74\nInput or output error.\n"
        ".TP\n128+N\nEnded by signal N; 141: the reader of the output went away.\n");
}

static void print_markdown_row(const struct option_row *option)
{
    char range[OPTIONS_RANGE_TEXT];
    out_printf("| `");
    if (option->letter)
        out_printf("-%c, ", option->letter);
    out_printf("%s%s%s%s` | ", option->is_key ? "" : "--", option->name,
               option->is_key ? "=" : option->argument ? " " : "",
               option->argument ? option->argument : "");
    out_printf("%s", options_range(option, range));
    for (const char *c = option->choices ? option->choices : ""; *c; c++)
        out_printf(*c == '|' ? " \\| " : "%c", *c);
    out_printf(" | %s | %s |\n", option->default_value ? option->default_value : "", option->help);
}

static void print_markdown_head(void)
{
    out_printf("\n| option | values | default | what it does |\n|---|---|---|---|\n");
}

/* What a command takes that not every one takes. */
static void print_markdown_own(const struct cli_command *command)
{
    struct option_row option;
    bool has_head = false;
    for (size_t k = 0; command_option_at(command, k, &option); k++) {
        if (option.id < 0 || (command_option_is_common(&option) && !command->has_own_options))
            continue;
        if (!has_head)
            print_markdown_head();
        has_head = true;
        print_markdown_row(&option);
    }
}

static void print_markdown_program(const char *name, const struct program *program)
{
    for (size_t i = 0; program->commands[i]; i++) {
        const struct program_command *command = program->commands[i];
        if (*command->name)
            out_printf("\n### `outflank %s %s%s%s`\n\n%s\n", name, command->name,
                       command->arguments ? " " : "",
                       command->arguments ? command->arguments : "", command->text);
        bool has_head = false;
        for (const struct option_row *row = command->options; row->name; row++) {
            if (is_help(row))
                continue;
            if (!has_head)
                print_markdown_head();
            has_head = true;
            print_markdown_row(row);
        }
    }
}

void text_markdown(void)
{
    struct option_row option;
    out_printf("# Commands and options\n\nWritten by `outflank help --markdown`. Options stand "
               "before or after the\ncommand alike. Switches that tests use are left out: "
               "`outflank --help-all` has them.\n\n## Options of every command\n");
    print_markdown_head();
    for (size_t i = 0; command_option_at(NULL, i, &option); i++)
        if (command_option_is_common(&option))
            print_markdown_row(&option);
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *command = command_at(i);
        out_printf("\n## `outflank%s%s%s%s`\n\n%s\n", *command->name ? " " : "", command->name,
                   command->arguments ? " " : "", command->arguments ? command->arguments : "",
                   command->text);
        if (command->program)
            print_markdown_program(command->name, command->program);
        else
            print_markdown_own(command);
        if (command->has_engine)
            out_printf("\nAnd the options of the engine, below.\n");
    }
    out_printf("\n## Options of the engine\n\nThe same names serve `ofl_set_option()` of the "
               "library.\n");
    print_markdown_head();
    for (size_t i = 0; command_option_at(NULL, i, &option); i++)
        if (option.id < 0 && !option.is_hidden)
            print_markdown_row(&option);
}
