/* cli/command.h - the one table of commands and options.
 *
 * Parsing, help, the man page, the completions and the page in Markdown are all made
 * from it; the options of the engine (ofl_option_at) join it by themselves. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/engine.h>
#include "options/program.h"
#include "options/row.h"

/* Options of the program itself; the order is that of the help text. They are the ids of rows; an
 * option of the engine has -1 - its index there. */
enum cli_option_id {
    OPT_HELP,
    OPT_HELP_ALL,
    OPT_VERSION,
    OPT_CPU,
    OPT_QUIET,
    OPT_JSON,
    OPT_UPPER_CASE,
    OPT_IGNORE_KOMI,
    OPT_ALLOW_FILES,
    OPT_ALL_RESULTS,
    OPT_LOG,
    OPT_CONFIG,
    OPT_PRINT_CONFIG,
    OPT_STRICT,
    OPT_TIMEOUT,
    OPT_ALL_MOVES,
    OPT_TIES,
    OPT_WLD,
    OPT_WINDOW,
    OPT_SECONDS,
    OPT_NODES,
    OPT_EXPLAIN,
    OPT_DEPTH,
    OPT_RULE,
    OPT_POSITION,
    OPT_LANGUAGE,
    OPT_CONFLICTS,
    OPT_MAN,
    OPT_COMPLETIONS,
    OPT_MARKDOWN,
    OPT_BEST,
    OPT_EXACT,
    OPT_EXACT_EMPTIES,
    OPT_JOBS,
    OPT_OUT,
    OPT_RESUME,
    OPT_PART,
    OPT_JOB,
    OPT_JOURNAL,
    OPT_HTML,
    OPT_CSV,
    OPT_SVG,
    N_CLI_OPTIONS
};
#define OPTION_BIT(id) (UINT64_C(1) << (id))

struct cli_setting {
    const char *name, *value;
};

struct cli_config;

/* A command line, read and checked against the table. Strings live as long as it. */
struct cli_args {
    const struct cli_command *command;
    bool has[N_CLI_OPTIONS];
    const char *value[N_CLI_OPTIONS]; /* of the last time it was given */
    int n_words;                      /* after the command word */
    const char **words;
    int n_settings; /* options of the engine, in the order given */
    struct cli_setting *settings;
    struct option_row *rows; /* all options, as they are read */
    char **argv; /* what getopt_long sees, and the copies made for it (args.c) */
    struct cli_config *config; /* what --config has read */
    int n_boards;
    char **boards;
};

struct cli_command {
    const char *name;      /* "" when no command word is given */
    const char *arguments; /* for the usage line; NULL if it takes none */
    const char *summary;   /* one line */
    const char *text;      /* paragraphs, parted by an empty line */
    uint64_t options;      /* OPTION_BIT()s besides the common ones */
    bool has_engine;       /* takes the options of the engine */
    bool has_own_options;  /* takes what follows its name as it stands (outflank match) */
    bool (*own_option_at)(size_t index, struct option_row *option); /* then: those, for the help */
    bool reads_all_words;  /* and even --help and --version are its own (outflank edax) */
    const struct program *program; /* its commands, where it has some (outflank book) */
    bool takes_files;      /* for the completions: its arguments are file names */
    int min_words, max_words;
    int (*run)(const struct cli_args *args);
};

/* All commands; NULL past the last. */
const struct cli_command *command_at(size_t index);
/* The command of that name, or of a word that people try for it (hint, play); or NULL. */
const struct cli_command *command_find(const char *name);

/* The options of `command` (NULL: of all together), hidden ones last. False past the last. */
bool command_option_at(const struct cli_command *command, size_t index, struct option_row *option);

/* Does every command take it? (help, version, the CPU level) */
bool command_option_is_common(const struct option_row *option);

/* The command closest in spelling to `word`, or NULL if none is close. */
const char *command_suggest(const char *word);

/* The option a user called, among all of them; false if there is none. */
bool command_option_find(const char *name, struct option_row *option);

/* The commands themselves. */
int auto_run(const struct cli_args *args);
int gtp_run(const struct cli_args *args);
int nboard_run(const struct cli_args *args);
int console_run(const struct cli_args *args);
int edax_run(const struct cli_args *args);
int cassio_run(const struct cli_args *args);
int solve_run(const struct cli_args *args);
int analyze_run(const struct cli_args *args);
int explain_run(const struct cli_args *args);
int review_run(const struct cli_args *args);
int eval_run(const struct cli_args *args);
int bench_run(const struct cli_args *args);
int perft_run(const struct cli_args *args);
int opening_run(const struct cli_args *args);
int doctor_run(const struct cli_args *args);
int match_run(const struct cli_args *args);
int replay_run_command(const struct cli_args *args);
int book_run(const struct cli_args *args);
int convert_run(const struct cli_args *args);
int help_run(const struct cli_args *args);

#endif
