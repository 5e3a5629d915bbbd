/* cli/man.c - the table as the manual page outflank(6), and as a page in Markdown. */
#include <stdio.h>
#include <string.h>
#include <outflank/engine.h>

#include "cli/checked_output.h"
#include "cli/command_text.h"
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

/* What a place takes that not every command takes, one row after the other. */
static bool own_row_at(const struct text_place *place, size_t *index, struct option_row *option)
{
    const struct cli_command *command = place->command;
    if (place->part) {
        *option = place->part->options[(*index)++];
        return option->name && strcmp(option->name, "help") != 0; /* the last */
    }
    while (!*text_parts_of(command) && cli_option_at(command, (*index)++, option))
        if (!option->is_of_engine && (!cli_option_is_common(option) || command->own_option_at))
            return true;
    return false;
}

/* " book grow FILE" */
static void print_name(const struct text_place *place)
{
    const char *arguments = place->part ? place->part->arguments : place->command->arguments;
    out_printf("%s%s%s%s%s%s", *place->command->name ? " " : "", place->command->name,
               place->part ? " " : "", place->part ? place->part->name : "", arguments ? " " : "",
               arguments ? arguments : "");
}

static const char *text_of(const struct text_place *place)
{
    return place->part ? place->part->text : place->command->text;
}

static void print_place(const struct text_place *place)
{
    struct option_row option;
    out_printf(".SS \"outflank");
    print_name(place);
    out_printf("\"\n");
    print_roff(text_of(place));
    for (size_t i = 0; own_row_at(place, &i, &option);)
        print_option(&option);
    if (place->command->has_engine)
        out_printf(".PP\nTakes the options of the engine%s.\n",
                   place->command->plays ? "" : " but those of play");
}

static void print_names_of_play(void)
{
    struct option_row option;
    out_printf("Those of play:");
    for (size_t i = 0; cli_option_at(NULL, i, &option); i++)
        if (cli_option_is_of_play(&option))
            out_printf(" %s", option.name);
    out_printf(".\n");
}

void text_man(const struct cli_args *args)
{
    struct text_place place;
    struct option_row option;
    out_printf(".TH OUTFLANK 6 \"\" \"Outflank %s\" \"Games\"\n", ofl_version());
    out_printf(".SH NAME\noutflank \\- play, analyse and solve Othello\n.SH SYNOPSIS\n"
               ".B outflank\n[\\fIOPTION\\fR ...] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]]\n"
               ".SH DESCRIPTION\nOutflank is an Othello engine. It is mostly started by a board "
               "program or a match runner;\nthe commands below also serve people.\n"
               "Options stand before or after the command alike.\n.SH COMMANDS\n");
    for (size_t i = 0; text_place_at(args, i, &place); i++)
        print_place(&place);
    out_printf(".SH OPTIONS OF ALL COMMANDS\n");
    for (size_t i = 0; cli_option_at(NULL, i, &option); i++)
        if (cli_option_is_common(&option))
            print_option(&option);
    out_printf(".SH OPTIONS OF THE ENGINE\n");
    print_names_of_play();
    for (size_t i = 0; cli_option_at(NULL, i, &option); i++)
        if (option.is_of_engine && !option.is_hidden)
            print_option(&option);
    out_printf(
        ".SH ENVIRONMENT\n"
        ".TP\n.B OUTFLANK_CPU\nThe CPU level, where \\fB\\-\\-cpu\\fR is not given.\n"
        ".TP\n.B OUTFLANK_BOOK\nThe book, where \\fB\\-\\-book\\fR is not given.\n"
        ".SH FILES\n"
        ".TP\n.I ~/.outflank_history\nThe lines typed in the console.\n.PP\n"
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

void text_markdown(const struct cli_args *args)
{
    struct text_place place;
    struct option_row option;
    out_printf("# Commands and options\n\nWritten by `outflank help --markdown`. Options stand "
               "before or after the\ncommand alike. Switches that tests use are left out: "
               "`outflank --help-all` has them.\n\n## Options of every command\n");
    print_markdown_head();
    for (size_t i = 0; cli_option_at(NULL, i, &option); i++)
        if (cli_option_is_common(&option))
            print_markdown_row(&option);
    for (size_t i = 0; text_place_at(args, i, &place); i++) {
        out_printf("\n##%s `outflank", place.part ? "#" : "");
        print_name(&place);
        out_printf("`\n\n%s\n", text_of(&place));
        for (size_t k = 0, n = 0; own_row_at(&place, &k, &option); n++) {
            if (n == 0)
                print_markdown_head();
            print_markdown_row(&option);
        }
        if (place.command->has_engine)
            out_printf("\nAnd the options of the engine%s, below.\n",
                       place.command->plays ? "" : " but those of play");
    }
    out_printf("\n## Options of the engine\n\nThe same names serve `ofl_set_option()` of the "
               "library. ");
    print_names_of_play();
    print_markdown_head();
    for (size_t i = 0; cli_option_at(NULL, i, &option); i++)
        if (option.is_of_engine && !option.is_hidden)
            print_markdown_row(&option);
}
