/* cli/args.c - implements args.h with getopt_long.
 *
 * "-" at the head of the short options makes getopt_long hand over words where
 * they stand, so that options may come before or after them whatever
 * POSIXLY_CORRECT says. Each option is then checked against the command. */
#include "cli/args.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "cli/output.h"
#include "eval/weights.h"

enum { LONG_BASE = 256 }; /* getopt's value of the first long option; below it: letters */

/* The table in the form getopt_long wants. Owned by the caller; NULL if out of memory. */
static struct option *make_getopt_table(size_t *n_options)
{
    struct cli_option row;
    size_t n = 0;
    while (command_option_at(NULL, n, &row))
        n++;
    struct option *table = calloc(n + 1, sizeof *table);
    for (size_t i = 0; table && command_option_at(NULL, i, &row); i++)
        table[i] = (struct option){
            .name = row.name,
            .has_arg = !row.argument     ? no_argument
                       : row.is_optional ? optional_argument
                                         : required_argument,
            .val = LONG_BASE + (int)i,
        };
    *n_options = n;
    return table;
}

/* "-:hVq" and the like. */
static void make_short_options(char *text, size_t size)
{
    struct cli_option row;
    size_t length = 0;
    text[length++] = '-';
    text[length++] = ':';
    for (size_t i = 0; command_option_at(NULL, i, &row); i++)
        if (row.letter && length + 3 < size) {
            text[length++] = row.letter;
            if (row.argument)
                text[length++] = ':';
        }
    text[length] = '\0';
}

/* Without the blank that protect_boards() put before it. */
static const char *as_given(const struct cli_args *args, const char *text)
{
    for (int i = 0; i < args->n_boards; i++)
        if (text == args->boards[i])
            return text + 1;
    return text;
}

static void keep_option(struct cli_args *args, const struct cli_option *row, const char *value)
{
    value = as_given(args, value);
    if (row->id >= 0) {
        args->has[row->id] = true;
        args->value[row->id] = value;
    } else {
        args->settings[args->n_settings++] =
            (struct cli_setting){row->name, value ? value : "on"};
    }
}

static bool find_letter(int letter, struct cli_option *row)
{
    for (size_t i = 0; command_option_at(NULL, i, row); i++)
        if (row->letter == letter)
            return true;
    return false;
}

/* What getopt_long did not understand, as one sentence. */
static int refuse_option(int found, char **argv)
{
    const char *word = argv[optind > 0 ? optind - 1 : 0];
    if (found == ':')
        complain("option %s needs a value", word);
    else if (optopt >= LONG_BASE)
        complain("option %s takes no value", word);
    else if (optopt)
        complain("unknown option -%c; \"outflank help\" lists all", optopt);
    else
        complain("unknown or ambiguous option %s; \"outflank help\" lists all", word);
    return EX_USAGE;
}

static int keep_word(struct cli_args *args, const char *word)
{
    if (args->command) {
        args->words[args->n_words++] = as_given(args, word);
        return 0;
    }
    args->command = *word ? command_find(word) : NULL;
    if (args->command)
        return 0;
    const char *close = command_suggest(word);
    if (close)
        complain("unknown command \"%s\"; did you mean \"%s\"?", word, close);
    else
        complain("unknown command \"%s\"; \"outflank help\" lists all", word);
    return EX_USAGE;
}

static bool is_given(const struct cli_args *args, const struct cli_option *row)
{
    if (row->id >= 0)
        return args->has[row->id];
    for (int i = 0; i < args->n_settings; i++)
        if (strcmp(args->settings[i].name, row->name) == 0)
            return true;
    return false;
}

/* Every option given must be one of the command's, and the words few or many enough. */
static int check_against_command(const struct cli_args *args)
{
    if (args->has[OPT_HELP] || args->has[OPT_VERSION])
        return 0;
    const struct cli_command *command = args->command;
    struct cli_option row, own;
    for (size_t i = 0; command_option_at(NULL, i, &row); i++) {
        if (!is_given(args, &row))
            continue;
        bool is_own = false;
        for (size_t k = 0; !is_own && command_option_at(command, k, &own); k++)
            is_own = own.id == row.id;
        if (!is_own) {
            complain("option --%s means nothing to \"outflank %s\"; see \"outflank help %s\"",
                     row.name, command->name, command->name);
            return EX_USAGE;
        }
    }
    if (args->n_words < command->min_words) {
        complain("\"outflank %s\" needs %s", command->name, command->arguments);
        return EX_USAGE;
    }
    if (args->n_words > command->max_words) {
        complain("\"outflank %s\" does not know what to do with \"%s\"", command->name,
                 args->words[command->max_words]);
        return EX_USAGE;
    }
    return 0;
}

/* A board as an argument: 64 squares or more, the first of them empty. */
static bool is_board(const char *word)
{
    return *word == '-' && strlen(word) >= 64 && word[strspn(word, "-._*XxOoBbWw0 ")] == '\0';
}

/* getopt_long takes a board that begins with '-' for options; a blank before it,
 * which readers of boards skip, makes it a word. */
static bool protect_boards(struct cli_args *args, int argc, char **argv)
{
    args->argv = calloc((size_t)argc + 1, sizeof *args->argv);
    args->boards = calloc((size_t)argc + 1, sizeof *args->boards);
    if (!args->argv || !args->boards)
        return false;
    for (int i = 0; i < argc; i++) {
        args->argv[i] = argv[i];
        if (!is_board(argv[i]))
            continue;
        size_t size = strlen(argv[i]) + 2;
        char *copy = malloc(size);
        if (!copy)
            return false;
        copy[0] = ' ';
        memcpy(copy + 1, argv[i], size - 1);
        args->argv[i] = args->boards[args->n_boards++] = copy;
    }
    return true;
}

/* --help and --version among the words of a command that reads its own options,
 * which take one dash or two. */
static bool keep_common(struct cli_args *args, const char *word)
{
    if (*word != '-')
        return false;
    word += word[1] == '-' ? 2 : 1;
    if (strcmp(word, "help") == 0 || strcmp(word, "h") == 0)
        args->has[OPT_HELP] = true;
    else if (strcmp(word, "version") == 0 || strcmp(word, "V") == 0)
        args->has[OPT_VERSION] = true;
    else
        return false;
    return true;
}

static int read_all(struct cli_args *args, int argc, char **argv, const struct option *table,
                    size_t n_options)
{
    char letters[64];
    make_short_options(letters, sizeof letters);
    opterr = 0;
    optind = 1;
    for (int found; (found = getopt_long(argc, argv, letters, table, NULL)) != -1;) {
        struct cli_option row;
        int code = 0;
        if (found == 1)
            code = keep_word(args, optarg);
        else if (found >= LONG_BASE && (size_t)(found - LONG_BASE) < n_options &&
                 command_option_at(NULL, (size_t)(found - LONG_BASE), &row))
            keep_option(args, &row, optarg);
        else if (found != '?' && found != ':' && find_letter(found, &row))
            keep_option(args, &row, optarg);
        else
            code = refuse_option(found, argv);
        if (code)
            return code;
        if (args->command && args->command->has_own_options)
            break;
    }
    for (int i = optind; i < argc; i++) { /* what follows "--", or the command's own */
        bool is_own = args->command && args->command->has_own_options;
        int code = is_own && keep_common(args, argv[i]) ? 0 : keep_word(args, argv[i]);
        if (code)
            return code;
    }
    if (!args->command)
        args->command = command_find("");
    return check_against_command(args);
}

int args_read(struct cli_args *args, int argc, char **argv)
{
    *args = (struct cli_args){0};
    if (argc < 1) /* execve() may pass nothing, not even a name */
        return args->command = command_find(""), 0;
    size_t n_options = 0, room = (size_t)argc + 1;
    struct option *table = make_getopt_table(&n_options);
    args->words = calloc(room, sizeof *args->words);
    args->settings = calloc(room, sizeof *args->settings);
    int code = EX_OSERR;
    if (table && args->words && args->settings && protect_boards(args, argc, argv))
        code = read_all(args, argc, args->argv, table, n_options);
    else
        complain("out of memory");
    free(table);
    return code;
}

void args_free(struct cli_args *args)
{
    for (int i = 0; i < args->n_boards; i++)
        free(args->boards[i]);
    free(args->boards);
    free(args->argv);
    free(args->words);
    free(args->settings);
    *args = (struct cli_args){0};
}

int args_select_cpu(const struct cli_args *args)
{
    const char *level = args->has[OPT_CPU] ? args->value[OPT_CPU] : getenv("OUTFLANK_CPU");
    const char *origin = args->has[OPT_CPU] ? "--cpu" : "OUTFLANK_CPU";
    if (!level || (!*level && !args->has[OPT_CPU]) || ofl_cpu_select(level) == OFL_OK)
        return 0;
    struct cli_option row;
    command_option_find("cpu", &row);
    const char *at = strstr(row.choices, level);
    size_t length = strlen(level);
    bool is_level = *level && at && (at == row.choices || at[-1] == '|') &&
                    (at[length] == '|' || !at[length]) && !strchr(level, '|');
    if (is_level)
        complain("%s: this machine, or this build, does not have the CPU level \"%s\"; "
                 "\"outflank doctor\" lists those it has", origin, level);
    else
        complain("%s: \"%s\" is no CPU level; expected %s", origin, level, row.choices);
    return EX_USAGE;
}

int args_set_option(ofl_engine *engine, const char *name, const char *value)
{
    int error = ofl_set_option(engine, name, value);
    if (error == OFL_OK)
        return 0;
    const char *reason = ofl_last_error(engine);
    complain("--%s %s: %s", name, value, reason && *reason ? reason : "refused");
    return error == OFL_ERR_NOMEM ? EX_OSERR : error == OFL_ERR_DATA ? EX_DATAERR : EX_USAGE;
}

/* Threads are taken as far as the system gives them: no silence about the rest. */
static void say_shortage(ofl_engine *engine, const char *name, const char *wanted)
{
    const char *granted = ofl_get_option(engine, name);
    int64_t n_wanted, n_granted;
    if (strcmp(name, "threads") == 0 && granted &&
        number_read_int(wanted, NUMBER_TO_NUL, 0, INT64_MAX, &n_wanted, NULL) &&
        number_read_int(granted, NUMBER_TO_NUL, 0, INT64_MAX, &n_granted, NULL) &&
        n_granted < n_wanted)
        complain("the system granted %s of %s threads", granted, wanted);
}

ofl_engine *args_create_engine(const struct cli_args *args, int *code)
{
    ofl_engine *engine = ofl_engine_create();
    if (!engine) {
        char why[160];
        struct weights *weights = weights_built_in(why);
        if (!weights && *why)
            complain("weights built in: %s", why);
        else
            complain("out of memory");
        weights_free(weights);
        *code = EX_OSERR;
        return NULL;
    }
    for (int i = 0; i < args->n_settings; i++) {
        *code = args_set_option(engine, args->settings[i].name, args->settings[i].value);
        if (*code) {
            ofl_engine_destroy(engine);
            return NULL;
        }
        say_shortage(engine, args->settings[i].name, args->settings[i].value);
    }
    return engine;
}

bool args_read_number(const char *what, const char *text, const struct number_range *range,
                      int64_t *number)
{
    struct reason reason;
    if (number_read(text, NUMBER_TO_NUL, range, number, &reason))
        return true;
    complain("%s: %s", what, reason.text);
    return false;
}
