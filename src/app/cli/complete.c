/* cli/complete.c - the table as completions for bash, zsh and fish. */
#include <string.h>

#include "cli/checked_output.h"
#include "cli/command_text.h"

/* "one|two" as "one two". */
static void print_words(const char *choices)
{
    for (const char *c = choices; *c; c++)
        out_printf("%c", *c == '|' ? ' ' : *c);
}

const struct program_command *const *text_parts_of(const struct cli_command *command)
{
    static const struct program_command *const none[] = {NULL};
    const bool has_any = command->program && *command->program->commands[0]->name;
    return has_any ? command->program->commands : none;
}

bool text_place_at(const struct cli_args *args, size_t index, struct text_place *place)
{
    for (const struct cli_command *const *c = args->commands; *c; c++) {
        const struct program_command *const *part = text_parts_of(*c);
        *place = (struct text_place){*c, NULL};
        for (; index > 0 && *part; index--)
            place->part = *part++;
        if (index == 0)
            return true;
        index--;
    }
    return false;
}

/* "", "solve", "book grow" */
static void print_name(const struct text_place *place)
{
    out_printf("%s%s%s", place->command->name, place->part ? " " : "",
               place->part ? place->part->name : "");
}

static bool place_option_at(const struct text_place *place, size_t index, struct option_row *option)
{
    if (!place->part)
        return cli_option_at(*place->command->name ? place->command : NULL, index, option);
    *option = place->part->options[index];
    return option->name != NULL;
}

/* The words that may follow: commands, or those of a command; else nothing. */
static void print_next(const struct cli_args *args, const struct text_place *place)
{
    const char *blank = "";
    const bool is_any = !*place->command->name || strcmp(place->command->name, "help") == 0;
    for (const struct cli_command *const *c = args->commands; is_any && *c; c++)
        if (*(*c)->name) {
            out_printf("%s%s", blank, (*c)->name);
            blank = " ";
        }
    for (const struct program_command *const *part = text_parts_of(place->command);
         *part && !place->part; part++) {
        out_printf("%s%s", blank, (*part)->name);
        blank = " ";
    }
}

static bool has_next(const struct text_place *place)
{
    return strcmp(place->command->name, "help") == 0 ||
           (!place->part && *text_parts_of(place->command));
}

static bool takes_files(const struct text_place *place)
{
    return place->command->takes_files && (place->part || !*text_parts_of(place->command));
}

static bool takes_file(const struct option_row *option)
{
    return option->argument && strcmp(option->argument, "FILE") == 0;
}

/* What is known of the command line up to here: `command` is the command and its part. */
static void print_search(const struct cli_args *args, const char *words)
{
    struct text_place place;
    const char *bar = "";
    out_printf("    for word in \"${%s}\"; do\n        case \"$command:$word\" in\n            ",
               words);
    for (size_t i = 0; text_place_at(args, i, &place); i++) {
        if (!*place.command->name)
            continue;
        out_printf("%s%s:%s", bar, place.part ? place.command->name : "",
                   place.part ? place.part->name : place.command->name);
        bar = "|";
    }
    out_printf(") command=${command:+$command }$word ;;\n        esac\n    done\n");
}

static void print_bash_value(const struct text_place *place, const struct option_row *option)
{
    if (option->is_hidden || !option->argument || option->is_key)
        return;
    out_printf(place->part ? "        \"" : "        *\"");
    print_name(place);
    out_printf(":--%s\") ", option->name);
    if (option->choices) {
        out_printf("COMPREPLY=($(compgen -W \"");
        print_words(option->choices);
        out_printf("\" -- \"$cur\")); ");
    } else if (takes_file(option)) {
        out_printf("COMPREPLY=($(compgen -f -- \"$cur\")); ");
    }
    out_printf("return ;;\n");
}

/* Values of options: of the parts first, since other commands may have other ones of a name. */
static void print_bash_values(const struct cli_args *args)
{
    struct text_place place;
    struct option_row option;
    out_printf("    case \"$command:$prev\" in\n");
    for (size_t i = 0; text_place_at(args, i, &place); i++)
        for (size_t k = 0; place.part && place_option_at(&place, k, &option); k++)
            print_bash_value(&place, &option);
    text_place_at(args, 0, &place); /* all options of commands without parts */
    for (size_t k = 0; cli_option_at(NULL, k, &option); k++)
        print_bash_value(&place, &option);
    out_printf("    esac\n");
}

static void print_bash(const struct cli_args *args)
{
    struct text_place place;
    struct option_row option;
    out_printf("# bash completion for outflank; written by \"outflank help --completions bash\".\n"
               "_outflank() {\n"
               "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
               "    local word command= words= files=\n"
               "    if [[ $cur == = ]]; then cur=; fi\n"
               "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n");
    print_search(args, "COMP_WORDS[@]:1:COMP_CWORD-1");
    print_bash_values(args);
    out_printf("    case $command in\n");
    for (size_t i = 0; text_place_at(args, i, &place); i++) {
        out_printf("        \"");
        print_name(&place);
        out_printf("\") words=\"");
        print_next(args, &place);
        for (size_t k = 0; place_option_at(&place, k, &option); k++)
            if (!option.is_hidden)
                out_printf(option.is_key ? " %s=" : " --%s", option.name);
        out_printf("\"%s ;;\n", takes_files(&place) ? " files=yes" : "");
    }
    out_printf("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
               "    [[ -z $files || $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\"))\n}\n"
               "complete -o filenames -F _outflank outflank\n");
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

static void print_zsh(const struct cli_args *args)
{
    struct text_place place;
    struct option_row option;
    out_printf("#compdef outflank\n"
               "# zsh completion for outflank; written by \"outflank help --completions zsh\".\n"
               "_outflank() {\n"
               "    local command= word\n");
    print_search(args, "words[@]:1:$((CURRENT-2))");
    out_printf("    case $command in\n");
    for (size_t i = 0; text_place_at(args, i, &place); i++) {
        out_printf("        '");
        print_name(&place);
        out_printf("')\n            _arguments -s");
        for (size_t k = 0; place_option_at(&place, k, &option); k++)
            if (!option.is_key && !option.is_hidden)
                print_zsh_option(&option);
        if (*place.command->name)
            out_printf(" \\\n                '1:command: '");
        if (place.part)
            out_printf(" \\\n                '2:command: '");
        if (!*place.command->name || has_next(&place)) {
            out_printf(" \\\n                '%d:command:(", has_next(&place) ? 2 : 1);
            print_next(args, &place);
            out_printf(")'");
        } else if (takes_files(&place)) {
            out_printf(" \\\n                '*:file:_files'");
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

/* "complete ... -n 'CONDITION'": the words of the place are there. */
static void print_fish_place(const struct text_place *place)
{
    out_printf("complete -c outflank -n '");
    if (*place->command->name)
        out_printf("__fish_seen_subcommand_from %s", place->command->name);
    else
        out_printf("__fish_use_subcommand");
    if (place->part)
        out_printf("; and __fish_seen_subcommand_from %s", place->part->name);
    out_printf("'");
}

static void print_fish_options(const struct text_place *place)
{
    struct option_row option;
    for (size_t k = 0; place_option_at(place, k, &option); k++) {
        if (option.is_key || option.is_hidden)
            continue;
        print_fish_place(place);
        out_printf(" -l %s", option.name);
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

static void print_fish(const struct cli_args *args)
{
    struct text_place place;
    out_printf("# fish completion for outflank; written by \"outflank help --completions fish\".\n"
               "complete -c outflank -f\n");
    for (size_t i = 0; text_place_at(args, i, &place); i++) {
        if (*place.command->name && !place.part) {
            out_printf("complete -c outflank -n __fish_use_subcommand -a %s -d '",
                       place.command->name);
            print_fish_text(place.command->summary);
            out_printf("'\n");
        }
        if (takes_files(&place)) {
            print_fish_place(&place);
            out_printf(" -F\n");
        } else if (has_next(&place)) {
            print_fish_place(&place);
            out_printf(" -a '");
            print_next(args, &place);
            out_printf("'\n");
        }
        print_fish_options(&place);
    }
}

bool text_completions(const struct cli_args *args, const char *shell)
{
    bool is_bash = strcmp(shell, "bash") == 0, is_zsh = strcmp(shell, "zsh") == 0;
    if (is_bash)
        print_bash(args);
    else if (is_zsh)
        print_zsh(args);
    else if (strcmp(shell, "fish") == 0)
        print_fish(args);
    else
        return false;
    return true;
}
