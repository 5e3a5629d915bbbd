/* cli/args.c - implements args.h with options/read.h. Each option is then checked against the
 * command. */
#include "cli/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/number.h"
#include "base/path.h"
#include "text/reader.h"
#include "cli/config_files.h"
#include "cli/checked_output.h"
#include "eval/weights.h"
#include "options/read.h"
#include "text/json_build.h"
#include "options/suggest.h"
#include "protocol/edax/edax_options.h"
#include "search/params.h"

/* Words that people try for a command. */
static const struct {
    const char *word, *command;
} other_words[] = {
    {"analyse", "analyze"}, {"analysis", "analyze"}, {"hint", "analyze"}, {"hints", "analyze"},
    {"best", "analyze"}, {"bestmove", "analyze"}, {"moves", "analyze"}, {"play", "console"},
    {"game", "console"}, {"evaluate", "eval"}, {"evaluation", "eval"}, {"endgame", "solve"},
    {"solver", "solve"}, {"benchmark", "bench"}, {"openings", "opening"}, {"joseki", "opening"},
    {"annotate", "review"}, {"delete", "forget"}, {"check", "doctor"}, {"selftest", "doctor"},
    {"tournament", "match"},
};

const struct cli_command *args_find_command(const struct cli_args *args, const char *name)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].word, name) == 0)
            name = other_words[i].command;
    for (const struct cli_command *const *c = args->commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

const char *args_suggest_command(const struct cli_args *args, const char *word)
{
    struct suggestion meant = {.word = word, .length = strlen(word)};
    for (const struct cli_command *const *c = args->commands; *c; c++)
        suggest_offer(&meant, (*c)->name);
    return meant.best;
}

static bool has_own_options(const struct cli_command *command)
{
    return command->own_option_at || command->program;
}

/* All options as rows. Owned by the caller; NULL if out of memory. */
static struct option_row *make_rows(void)
{
    struct option_row row;
    size_t n = 0;
    while (cli_option_at(NULL, n, &row))
        n++;
    struct option_row *rows = calloc(n + 1, sizeof *rows);
    for (size_t i = 0; rows && i < n; i++)
        cli_option_at(NULL, i, &rows[i]);
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
    struct reason reason;
    value = as_given(args, value ? value : row->is_of_engine ? "on" : NULL);
    args->given[args->n_given++] = (struct option_given){row, value};
    if (row->is_of_engine)
        return 0;
    if (!options_store(row, value, args, &reason) && !*args->problem.text)
        args->problem = reason;
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
    args->command = *word ? args_find_command(args, word) : NULL;
    if (args->command)
        return has_own_options(args->command) ? OPTIONS_STOP : 0;
    const char *close = args_suggest_command(args, word);
    if (*word && (reader_format(word, strlen(word)) || access(word, R_OK) == 0))
        complain("unknown command \"%s\"; did you mean \"outflank analyze %s\"?", word, word);
    else if (close)
        complain("unknown command \"%s\"; did you mean \"%s\"?", word, close);
    else
        complain("unknown command \"%s\"; \"outflank help\" lists all", word);
    return EX_USAGE;
}

static bool is_of_command(const struct cli_command *command, const struct option_row *row)
{
    struct option_row own;
    for (size_t i = 0; cli_option_at(command, i, &own); i++)
        if (strcmp(own.name, row->name) == 0)
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
    const struct cli_command *command = args->command;
    if (args->help || args->help_all || args->version)
        return 0;
    for (int i = 0; i < args->n_given; i++)
        if (!is_of_command(command, args->given[i].row)) {
            complain("option --%s means nothing to \"outflank %s\"; see \"outflank help %s\"",
                     args->given[i].row->name, command->name, command->name);
            return EX_USAGE;
        }
    if (*args->problem.text) {
        complain("%s", args->problem.text);
        return EX_USAGE;
    }
    const int n_names = !command->takes_files || command->program ? 0
                        : command->min_words ? command->min_words : args->n_words;
    for (int i = 0; i < n_names && i < args->n_words; i++) {
        if (!*args->words[i]) {
            complain("\"outflank %s\": expected %s, found ''", command->name, command->arguments);
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

/* A board as an argument: 64 squares (16 of --variant 4x4), the first of them empty, and what
 * follows them, such as scores of moves. */
static bool is_board(const char *word)
{
    return *word == '-' && strspn(word, "-._*XxOoBbWw0 ") >= 16;
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
    const bool is_help = options_is_choice("help|h|help-all", word);
    const bool is_version = options_is_choice("version|V", word);
    args->help |= is_help;
    args->version |= is_version;
    return is_help || is_version;
}

/* "--cpu LEVEL" and "--config FILE" among the words of a program. Returns the words it takes. */
static int keep_shared(struct cli_args *args, int left, char **words)
{
    const struct option_row *row = args->rows;
    if (strncmp(words[0], "--", 2) != 0)
        return 0;
    const size_t length = strcspn(words[0] + 2, "=");
    while (row->name && (strncmp(row->name, words[0] + 2, length) != 0 || row->name[length]))
        row++;
    const bool has_value = words[0][2 + length] == '=';
    if (!row->name || !options_is_choice("cpu|config", row->name) ||
        !is_of_command(args->command, row) || (!has_value && left < 2))
        return 0;
    keep_option(args, row, has_value ? words[0] + length + 3 : words[1]);
    return has_value ? 1 : 2;
}

/* Does the word before, an option of another command, take this one as its value? */
static bool is_value(const char *before)
{
    struct option_row row;
    return strncmp(before, "--", 2) == 0 && !strchr(before, '=') &&
           cli_option_find(before + 2, &row) && row.argument && !row.is_optional;
}

/* A command with own options reads those before it, too: its words come to the front. Edax's
 * grammar knows no such order. */
static void bring_forward(const struct cli_args *args, int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i - 1], "--") != 0; i++) {
        const struct cli_command *command = *argv[i] != '-' ? args_find_command(args, argv[i])
                                                            : NULL;
        if (!command || is_value(argv[i - 1]))
            continue;
        const bool has_part = command->program && *command->program->commands[0]->name;
        const bool is_own = has_own_options(command) && !command->reads_all_words;
        const int n = !is_own ? 0 : has_part && i + 1 < argc ? 2 : 1;
        for (int k = 0; k < n; k++) {
            char *word = argv[i + k];
            memmove(argv + k + 2, argv + k + 1, (size_t)(i - 1) * sizeof *argv);
            argv[k + 1] = word;
        }
        return;
    }
}

/* Programs that drive Edax start it by a name and by options of its own. */
static bool is_for_edax(int argc, char *const *argv)
{
    static const char name[] = "edax";
    for (const char *own = argv[0] + path_folder_length(argv[0]); *own; own++)
        if (ascii_is_word(own, strnlen(own, sizeof name - 1), name))
            return true;
    return argc > 1 && edax_options_are_meant(argc - 1, argv + 1);
}

/* The settings of --config stand before those of the command line. */
static int add_config(struct cli_args *args)
{
    if (!args->config_path || args->help)
        return 0;
    args->config = calloc(1, sizeof *args->config);
    if (!args->config)
        return complain("out of memory"), EX_OSERR;
    const int code = settings_read(args->config, args->config_path, args->rows);
    const size_t n = args->config->n, n_given = (size_t)args->n_given;
    struct option_given *all = code ? NULL : calloc(n + n_given + 1, sizeof *all);
    if (!all)
        return code ? code : EX_OSERR;
    for (size_t i = 0; i < n + n_given; i++)
        all[i] = i < n ? args->config->settings[i] : args->given[i - n];
    free(args->given);
    args->given = all;
    args->n_given += (int)n;
    return 0;
}

static int refuse(const struct cli_args *args, const struct reason *reason)
{
    const char *command = args->command ? args->command->name : "";
    if (reason->text[strlen(reason->text) - 1] == '?')
        complain("%s", reason->text);
    else
        complain("%s; \"outflank help%s%s\" lists all", reason->text, *command ? " " : "",
                 command);
    return EX_USAGE;
}

static int read_all(struct cli_args *args, int argc)
{
    if (is_for_edax(argc, args->argv)) {
        args->command = args_find_command(args, "edax");
        for (int i = 1; i < argc; i++)
            args->words[args->n_words++] = args->argv[i];
        return 0;
    }
    const struct options_taker taker = {.option = keep_option, .word = keep_word,
                                        .may_mean = may_mean, .user = args};
    struct reason reason;
    int rest;
    if (argc > 1 && (*args->argv[1] == '-' || !args_find_command(args, args->argv[1])))
        bring_forward(args, argc, args->argv);
    int code = options_read(args->rows, argc, args->argv, &taker, &rest, &reason);
    if (code == OPTIONS_REFUSED)
        return refuse(args, &reason);
    for (int i = rest; code == 0 && i < argc; i++) { /* behind "--", or the command's own */
        const struct cli_command *command = args->command;
        const bool is_program = command && command->program;
        const int n_taken = is_program ? keep_shared(args, argc - i, args->argv + i) : 0;
        const bool is_own = command && has_own_options(command) && !command->reads_all_words;
        if (n_taken)
            i += n_taken - 1;
        else if (!is_own || !keep_common(args, args->argv[i]))
            code = keep_word(args, args->argv[i]);
        code = code == OPTIONS_STOP ? 0 : code;
    }
    if (code)
        return code;
    if (!args->command)
        args->command = args_find_command(args, "");
    code = check_against_command(args);
    return code ? code : add_config(args);
}

int args_read(struct cli_args *args, const struct cli_command *const *commands, int argc,
              char **argv)
{
    *args = (struct cli_args){.commands = commands};
    if (argc < 1) /* execve() may pass nothing, not even a name */
        return args->command = args_find_command(args, ""), 0;
    const size_t room = (size_t)argc + 1;
    args->rows = make_rows();
    args->words = calloc(room, sizeof *args->words);
    args->given = calloc(room, sizeof *args->given);
    int code = EX_OSERR;
    if (args->rows && args->words && args->given && protect_boards(args, argc, argv)) {
        options_store_defaults(args->rows, args);
        code = read_all(args, argc);
    } else {
        complain("out of memory");
    }
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
    free(args->given);
    *args = (struct cli_args){0};
}

int args_select_cpu(const struct cli_args *args)
{
    const char *level = args->cpu ? args->cpu : getenv("OUTFLANK_CPU");
    const char *origin = args->cpu ? "--cpu" : "OUTFLANK_CPU";
    if (!level || (!*level && !args->cpu) || ofl_cpu_select(level) == OFL_OK)
        return 0;
    struct option_row row;
    cli_option_find("cpu", &row);
    if (options_is_choice(row.choices, level))
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
    const bool is_of_file = args->config && (size_t)i < args->config->n;
    char before[256] = "--";
    if (is_of_file)
        snprintf(before, sizeof before, "--config %s: ", args->config_path);
    return set_option(engine, before, args->given[i].row->name, args->given[i].value);
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
    for (int i = 0; i < args->n_given; i++) {
        if (!args->given[i].row->is_of_engine)
            continue;
        *code = set_setting(engine, args, i);
        if (*code) {
            ofl_engine_destroy(engine);
            return NULL;
        }
        say_shortage(engine, args->given[i].row->name, args->given[i].value);
    }
    return engine;
}

json_t *args_settings(const struct cli_args *args)
{
    json_t *settings = json_object();
    for (int i = 0; i < args->n_given; i++)
        if (args->given[i].row->is_of_engine)
            settings = json_with(settings, args->given[i].row->name,
                                 json_string(args->given[i].value));
    return settings;
}

void args_choose_resources(const struct cli_args *args, ofl_engine *engine)
{
    enum { LEAST_MIB = 128, MOST_MIB = 1024 };
    if (!cli_option_is_given(args, "threads"))
        ofl_set_option(engine, "threads", "auto");
    if (cli_option_is_given(args, "hash"))
        return;
    const long page = sysconf(_SC_PAGESIZE), n_free = sysconf(_SC_AVPHYS_PAGES);
    const int64_t quarter_mib = page > 0 && n_free > 0 ? (int64_t)n_free * page / 4 >> 20 : 0;
    char mib[16];
    snprintf(mib, sizeof mib, "%d", quarter_mib < MOST_MIB ? (int)quarter_mib : MOST_MIB);
    if (quarter_mib > LEAST_MIB)
        ofl_set_option(engine, "hash", mib); /* refused: the usual table stays */
}

int args_run_program(const struct cli_args *args)
{
    static char name[] = "outflank", help[] = "--help";
    char **words = calloc((size_t)args->n_words + 3, sizeof *words);
    int n = 0;
    if (!words) {
        complain("out of memory");
        return EX_OSERR;
    }
    words[n++] = name;
    for (int i = 0; i < args->n_words; i++)
        words[n++] = (char *)args->words[i];
    if (args->help)
        words[n++] = help;
    const int code = program_run((struct program_call){
        .program = args->command->program, .argc = n, .argv = words, .settings = args->given,
        .n_settings = args->config ? args->config->n : 0});
    free(words);
    return code;
}
