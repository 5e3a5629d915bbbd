/* cli/complete.c - the table as completions for bash, zsh and fish. */
#include <string.h>

#include "cli/output.h"
#include "cli/text.h"

/* "one|two" as "one two". */
static void print_words(const char *choices)
{
    for (const char *c = choices; *c; c++)
        out_printf("%c", *c == '|' ? ' ' : *c);
}

static void print_commands(void)
{
    for (size_t i = 0; command_at(i); i++)
        if (*command_at(i)->name)
            out_printf("%s%s", i ? " " : "", command_at(i)->name);
}

static bool takes_file(const struct option_row *option)
{
    return option->argument && strcmp(option->argument, "FILE") == 0;
}

static void print_bash(void)
{
    struct option_row option;
    out_printf("# bash completion for outflank; written by \"outflank help --completions bash\".\n"
               "_outflank() {\n"
               "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
               "    local word command=\n"
               "    if [[ $cur == = ]]; then cur=; fi\n"
               "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
               "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
               "        case $word in\n            ");
    const char *bar = "";
    for (size_t i = 0; command_at(i); i++)
        if (*command_at(i)->name) {
            out_printf("%s%s", bar, command_at(i)->name);
            bar = "|";
        }
    out_printf(") command=$word; break ;;\n        esac\n    done\n    case $prev in\n");
    for (size_t i = 0; command_option_at(NULL, i, &option); i++) {
        if (option.is_hidden)
            continue;
        if (option.choices) {
            out_printf("        --%s) COMPREPLY=($(compgen -W \"", option.name);
            print_words(option.choices);
            out_printf("\" -- \"$cur\")); return ;;\n");
        } else if (takes_file(&option)) {
            out_printf("        --%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n",
                       option.name);
        } else if (option.argument) {
            out_printf("        --%s) return ;;\n", option.name);
        }
    }
    out_printf("        help) if [[ $cur != -* ]]; then COMPREPLY=($(compgen -W \"");
    print_commands();
    out_printf("\" -- \"$cur\")); return; fi ;;\n    esac\n"
               "    local words=\n    case $command in\n");
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *command = command_at(i);
        out_printf("        \"%s\") words=\"", command->name);
        if (!*command->name)
            print_commands();
        for (size_t k = 0; command_option_at(*command->name ? command : NULL, k, &option); k++)
            if (!option.is_hidden)
                out_printf(option.is_key ? " %s=" : " --%s", option.name);
        out_printf("\" ;;\n");
    }
    out_printf("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
               "    case $command in\n        ");
    bar = "";
    for (size_t i = 0; command_at(i); i++)
        if (command_at(i)->takes_files) {
            out_printf("%s%s", bar, command_at(i)->name);
            bar = "|";
        }
    out_printf("%s) [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\n"
               "complete -o filenames -F _outflank outflank\n", *bar ? "" : "-");
}

/* zsh's _arguments gives ':', '[' and ']' a meaning of their own; a quote ends the word. */
static void print_zsh_text(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == ':' || *c == '[' || *c == ']')
            out_printf("\\");
        if (*c == '\'')
            out_printf("'\\''");
        else
            out_printf("%c", *c);
    }
}

static void print_zsh_option(const struct option_row *option)
{
    out_printf(" \\\n                '--%s%s[", option->name, option->argument ? "=" : "");
    print_zsh_text(option->help);
    out_printf("]");
    if (option->argument) {
        out_printf(":%s:", option->argument);
        if (option->choices) {
            out_printf("(");
            print_words(option->choices);
            out_printf(")");
        } else if (takes_file(option)) {
            out_printf("_files");
        } else {
            out_printf(" ");
        }
    }
    out_printf("'");
}

static void print_zsh(void)
{
    struct option_row option;
    out_printf("#compdef outflank\n"
               "# zsh completion for outflank; written by \"outflank help --completions zsh\".\n"
               "_outflank() {\n"
               "    local command= word\n"
               "    for word in ${words[2,CURRENT-1]}; do\n"
               "        [[ $word == -* ]] || { command=$word; break }\n"
               "    done\n"
               "    case $command in\n");
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *command = command_at(i);
        out_printf("        '%s')\n            _arguments -s", command->name);
        for (size_t k = 0; command_option_at(*command->name ? command : NULL, k, &option); k++)
            if (!option.is_key && !option.is_hidden)
                print_zsh_option(&option);
        if (!*command->name) {
            out_printf(" \\\n                '1:command:(");
            print_commands();
            out_printf(")'");
        } else {
            out_printf(" \\\n                '1:command: '");
            if (strcmp(command->name, "help") == 0) {
                out_printf(" \\\n                '2:command:(");
                print_commands();
                out_printf(")'");
            } else if (command->takes_files) {
                out_printf(" \\\n                '*:file:_files'");
            }
        }
        out_printf("\n            ;;\n");
    }
    out_printf("    esac\n}\n_outflank \"$@\"\n");
}

static void print_fish_text(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\'' || *c == '\\')
            out_printf("\\");
        out_printf("%c", *c);
    }
}

static void print_fish_options(const struct cli_command *command)
{
    struct option_row option;
    for (size_t k = 0; command_option_at(*command->name ? command : NULL, k, &option); k++) {
        if (option.is_key || option.is_hidden)
            continue;
        out_printf("complete -c outflank -n '");
        if (*command->name)
            out_printf("__fish_seen_subcommand_from %s", command->name);
        else
            out_printf("__fish_use_subcommand");
        out_printf("' -l %s", option.name);
        if (option.letter)
            out_printf(" -s %c", option.letter);
        if (option.choices) {
            out_printf(" -x -a '");
            print_words(option.choices);
            out_printf("'");
        } else if (takes_file(&option)) {
            out_printf(" -r -F");
        } else if (option.argument) {
            out_printf(" -x");
        }
        out_printf(" -d '");
        print_fish_text(option.help);
        out_printf("'\n");
    }
}

static void print_fish(void)
{
    out_printf("# fish completion for outflank; written by \"outflank help --completions fish\".\n"
               "complete -c outflank -f\n");
    for (size_t i = 0; command_at(i); i++) {
        const struct cli_command *command = command_at(i);
        if (*command->name) {
            out_printf("complete -c outflank -n __fish_use_subcommand -a %s -d '", command->name);
            print_fish_text(command->summary);
            out_printf("'\n");
        }
        if (command->takes_files)
            out_printf("complete -c outflank -n '__fish_seen_subcommand_from %s' -F\n",
                       command->name);
        if (strcmp(command->name, "help") == 0) {
            out_printf("complete -c outflank -n '__fish_seen_subcommand_from help' -a '");
            print_commands();
            out_printf("'\n");
        }
        print_fish_options(command);
    }
}

bool text_completions(const char *shell)
{
    bool is_bash = strcmp(shell, "bash") == 0, is_zsh = strcmp(shell, "zsh") == 0;
    if (is_bash)
        print_bash();
    else if (is_zsh)
        print_zsh();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else
        return false;
    return true;
}
