/* cli/args.c - implements args.h with options/read.h. Each option is then checked against the
 * command. */
#include "cli/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/ascii.h"
#include "board/reader.h"
#include "cli/config.h"
#include "cli/output.h"
#include "eval/weights.h"
#include "options/read.h"
#include "protocol/edax_options.h"
#include "search/params.h"

/* All options as rows. Owned by the caller; NULL if out of memory. */
static struct option_row *make_rows(void)
{
    struct option_row row;
    size_t n = 0;
    while (command_option_at(NULL, n, &row))
        n++;
    struct option_row *rows = calloc(n + 1, sizeof *rows);
    for (size_t i = 0; rows && i < n; i++)
        command_option_at(NULL, i, &rows[i]);
    return rows;
}

/* Without the blank that protect_boards() put before it. */
static const char *as_given(const struct cli_args *args, const char *text)
{
    for (int i = 0; i < args->n_boards; i++)
        if (text == args->boards[i])
            return text + 1;
    return text;
}

static int keep_option(void *user, const struct option_row *row, const char *value)
{
    struct cli_args *args = user;
    value = as_given(args, value);
    if (row->id >= 0) {
        args->has[row->id] = true;
        args->value[row->id] = value;
    } else {
        args->settings[args->n_settings++] =
            (struct cli_setting){row->name, value ? value : "on"};
    }
    return 0;
}

static int keep_word(void *user, const char *word)
{
    struct cli_args *args = user;
    if (args->command) {
        /* Commands of a program read their words as options once more. */
        args->words[args->n_words++] = args->command->program ? word : as_given(args, word);
        return 0;
    }
    args->command = *word ? command_find(word) : NULL;
    if (args->command)
        return args->command->has_own_options ? OPTIONS_STOP : 0;
    const char *close = command_suggest(word);
    if (*word && (reader_format(word, strlen(word)) || access(word, R_OK) == 0))
        complain("unknown command \"%s\"; did you mean \"outflank analyze %s\"?", word, word);
    else if (close)
        complain("unknown command \"%s\"; did you mean \"%s\"?", word, close);
    else
        complain("unknown command \"%s\"; \"outflank help\" lists all", word);
    return EX_USAGE;
}

static bool is_given(const struct cli_args *args, const struct option_row *row)
{
    if (row->id >= 0)
        return args->has[row->id];
    for (int i = 0; i < args->n_settings; i++)
        if (strcmp(args->settings[i].name, row->name) == 0)
            return true;
    return false;
}

static bool is_of_command(const struct cli_command *command, const struct option_row *row)
{
    struct option_row own;
    for (size_t i = 0; command_option_at(command, i, &own); i++)
        if (own.id == row->id)
            return true;
    return false;
}

/* Before the command is known every option may be meant. */
static bool may_mean(void *user, const struct option_row *row)
{
    const struct cli_args *args = user;
    return !args->command || is_of_command(args->command, row);
}

/* Every option given must be one of the command's, and the words few or many enough. */
static int check_against_command(const struct cli_args *args)
{
    if (args->has[OPT_HELP] || args->has[OPT_HELP_ALL] || args->has[OPT_VERSION])
        return 0;
    const struct cli_command *command = args->command;
    struct option_row row;
    for (size_t i = 0; command_option_at(NULL, i, &row); i++) {
        if (is_given(args, &row) && !is_of_command(command, &row)) {
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

/* A board as an argument: 64 squares, the first of them empty, and what follows them, such as
 * scores of moves. */
static bool is_board(const char *word)
{
    return *word == '-' && strspn(word, "-._*XxOoBbWw0 ") >= 64;
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
    if (strcmp(word, "help") == 0 || strcmp(word, "h") == 0 || strcmp(word, "help-all") == 0)
        args->has[OPT_HELP] = true;
    else if (strcmp(word, "version") == 0 || strcmp(word, "V") == 0)
        args->has[OPT_VERSION] = true;
    else
        return false;
    return true;
}

/* "--cpu LEVEL" behind the word of a command that has commands. Returns the words it takes. */
static int keep_cpu(struct cli_args *args, int left, char **words)
{
    const char *value = NULL;
    if (strncmp(words[0], "--cpu=", 6) == 0)
        value = words[0] + 6;
    else if (strcmp(words[0], "--cpu") == 0 && left > 1)
        value = words[1];
    if (!value || !args->command || !args->command->program)
        return 0;
    args->has[OPT_CPU] = true;
    args->value[OPT_CPU] = value;
    return value == words[1] ? 2 : 1;
}

/* Programs that drive Edax start it by a name and by options of its own. */
static bool is_for_edax(int argc, char *const *argv)
{
    static const char name[] = "edax";
    const char *slash = strrchr(argv[0], '/'), *own = slash ? slash + 1 : argv[0];
    for (; *own; own++)
        if (ascii_is_word(own, strnlen(own, sizeof name - 1), name))
            return true;
    return argc > 1 && edax_options_are_meant(argc - 1, argv + 1);
}

/* The settings of --config stand before those of the command line. */
static int add_config(struct cli_args *args)
{
    if (!args->has[OPT_CONFIG] || args->has[OPT_HELP])
        return 0;
    args->config = calloc(1, sizeof *args->config);
    if (!args->config)
        return complain("out of memory"), EX_OSERR;
    const int code = settings_read(args->config, args->value[OPT_CONFIG]);
    const size_t n = (size_t)(args->config->n + args->n_settings);
    struct cli_setting *all = code ? NULL : calloc(n + 1, sizeof *all);
    if (!all)
        return code ? code : EX_OSERR;
    for (size_t i = 0; i < n; i++)
        all[i] = i < (size_t)args->config->n ? args->config->settings[i]
                                             : args->settings[i - (size_t)args->config->n];
    free(args->settings);
    args->settings = all;
    args->n_settings = (int)n;
    return 0;
}

static int read_all(struct cli_args *args, int argc)
{
    if (is_for_edax(argc, args->argv)) {
        args->command = command_find("edax");
        for (int i = 1; i < argc; i++)
            args->words[args->n_words++] = args->argv[i];
        return 0;
    }
    const struct options_taker taker = {.option = keep_option, .word = keep_word,
                                        .may_mean = may_mean, .user = args};
    struct reason reason;
    int rest;
    int code = options_read(args->rows, argc, args->argv, &taker, &rest, &reason);
    if (code == OPTIONS_REFUSED) {
        const bool is_question = reason.text[strlen(reason.text) - 1] == '?';
        const char *command = args->command ? args->command->name : "";
        if (is_question)
            complain("%s", reason.text);
        else
            complain("%s; \"outflank help%s%s\" lists all", reason.text, *command ? " " : "",
                     command);
        return EX_USAGE;
    }
    for (int i = rest; code == 0 && i < argc; i++) { /* behind "--", or the command's own */
        bool is_own = args->command && args->command->has_own_options;
        const int n_taken = keep_cpu(args, argc - i, args->argv + i);
        if (n_taken) {
            i += n_taken - 1;
            continue;
        }
        is_own = is_own && !args->command->reads_all_words;
        code = is_own && keep_common(args, args->argv[i]) ? 0 : keep_word(args, args->argv[i]);
        code = code == OPTIONS_STOP ? 0 : code;
    }
    if (code)
        return code;
    if (!args->command)
        args->command = command_find("");
    code = check_against_command(args);
    return code ? code : add_config(args);
}

int args_read(struct cli_args *args, int argc, char **argv)
{
    *args = (struct cli_args){0};
    if (argc < 1) /* execve() may pass nothing, not even a name */
        return args->command = command_find(""), 0;
    const size_t room = (size_t)argc + 1;
    args->rows = make_rows();
    args->words = calloc(room, sizeof *args->words);
    args->settings = calloc(room, sizeof *args->settings);
    int code = EX_OSERR;
    if (args->rows && args->words && args->settings && protect_boards(args, argc, argv))
        code = read_all(args, argc);
    else
        complain("out of memory");
    return code;
}

void args_free(struct cli_args *args)
{
    if (args->config)
        settings_release(args->config);
    free(args->config);
    for (int i = 0; i < args->n_boards; i++)
        free(args->boards[i]);
    free(args->boards);
    free(args->rows);
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
    struct option_row row;
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

int args_set_params(void)
{
    const char *settings = getenv("OUTFLANK_PARAMS");
    struct reason reason;
    if (!settings || param_set(settings, &reason))
        return 0;
    complain("OUTFLANK_PARAMS: %s", reason.text);
    return EX_USAGE;
}

/* `before` says where the option stands. */
static int set_option(ofl_engine *engine, const char *before, const char *name, const char *value)
{
    int error = ofl_set_option(engine, name, value);
    if (error == OFL_OK)
        return 0;
    const char *reason = ofl_last_error(engine);
    complain("%s%s %s: %s", before, name, value, reason && *reason ? reason : "refused");
    if (error == OFL_ERR_DATA)
        return access(value, F_OK) == 0 ? EX_DATAERR : EX_NOINPUT;
    return error == OFL_ERR_NOMEM ? EX_OSERR : EX_USAGE;
}

int args_set_option(ofl_engine *engine, const char *name, const char *value)
{
    return set_option(engine, "--", name, value);
}

/* A setting of a file is not blamed on the command line. */
static int set_setting(ofl_engine *engine, const struct cli_args *args, int i)
{
    const bool is_of_file = args->config && i < args->config->n;
    char before[256] = "--";
    if (is_of_file)
        snprintf(before, sizeof before, "--config %s: ", args->value[OPT_CONFIG]);
    return set_option(engine, before, args->settings[i].name, args->settings[i].value);
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
        struct reason reason;
        struct weights *weights = weights_built_in(&reason);
        if (!weights && *reason.text)
            complain("weights built in: %s", reason.text);
        else
            complain("out of memory");
        weights_free(weights);
        *code = EX_OSERR;
        return NULL;
    }
    for (int i = 0; i < args->n_settings; i++) {
        *code = set_setting(engine, args, i);
        if (*code) {
            ofl_engine_destroy(engine);
            return NULL;
        }
        say_shortage(engine, args->settings[i].name, args->settings[i].value);
    }
    return engine;
}

bool args_has_setting(const struct cli_args *args, const char *name)
{
    for (int i = 0; i < args->n_settings; i++)
        if (strcmp(args->settings[i].name, name) == 0)
            return true;
    return false;
}

void args_choose_resources(const struct cli_args *args, ofl_engine *engine)
{
    enum { LEAST_MIB = 128, MOST_MIB = 1024 };
    if (!args_has_setting(args, "threads"))
        ofl_set_option(engine, "threads", "auto");
    if (args_has_setting(args, "hash"))
        return;
    const long page = sysconf(_SC_PAGESIZE), n_free = sysconf(_SC_AVPHYS_PAGES);
    const int64_t quarter_mib = page > 0 && n_free > 0 ? (int64_t)n_free * page / 4 >> 20 : 0;
    char mib[16];
    snprintf(mib, sizeof mib, "%d", quarter_mib < MOST_MIB ? (int)quarter_mib : MOST_MIB);
    if (quarter_mib > LEAST_MIB)
        ofl_set_option(engine, "hash", mib); /* refused: the usual table stays */
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
