/* cli/cli_options.h - commands and options of the command line, as rows.
 *
 * Options are those of the program, which struct cli_args holds, and those of the engine
 * (ofl_option_at), which join by themselves. Parsing, help, the man page, the completions and the
 * page in Markdown are all made from them and from the list of commands, which is passed on with
 * the command line. */
#ifndef CLI_CLI_OPTIONS_H
#define CLI_CLI_OPTIONS_H

#include "options/program.h"

enum { CLI_MOST_JOBS = 256 };

struct cli_args;

struct cli_command {
    const char *name;      /* "" when no command word is given */
    const char *arguments; /* for the usage line; NULL if it takes none */
    const char *summary;   /* one line */
    const char *text;      /* paragraphs, parted by an empty line */
    const char *options;   /* names, "depth|json|book", besides those of every command; or NULL */
    bool has_engine;       /* takes the options of the engine, */
    bool plays;            /* those of play among them */
    /* Two kinds take what follows their name as it stands: those with options of another form, told
     * for the help (outflank match), and programs with rows of their own (outflank book). */
    bool (*own_option_at)(size_t index, struct option_row *option);
    const struct program *program;
    bool reads_all_words;  /* and even --help and --version are its own (outflank edax) */
    bool takes_files;      /* for the completions: its arguments are file names */
    int min_words, max_words;
    int (*run)(const struct cli_args *args);
};

/* A command line, read and checked. Strings live as long as it. The last members are what the
 * rows of options store. */
struct cli_args {
    const struct cli_command *const *commands; /* all, up to NULL */
    const struct cli_command *command;
    int n_words;                 /* after the command word */
    const char **words;
    int n_given;                 /* options, in their order; those of --config first */
    struct option_given *given;
    struct option_row *rows;     /* all options */
    char **argv;                 /* what getopt_long sees, and the copies made for it (args.c) */
    int n_boards;
    char **boards;
    struct cli_config *config;   /* what --config has read */
    struct reason problem;       /* of the first value that is wrong */
    bool help, help_all, version, print_config, man, markdown;
    bool quiet, json, upper_case, ignore_komi, allow_files, all_results, strict, all_moves, ties,
        wld, explain, conflicts, exact, resume, mix, beside, yes,
        deterministic;
    const char *cpu, *log, *config_path, *window, *proof, *rule, *position, *language, *completions,
        *best, *out, *part, *job, *journal, *html, *csv, *svg,
        *on_eof, *moves, *player, *against, *since, *color, *drills, *state, *today,
        *variant, *ply, *empties, *score, *good, *lead, *missed, *grade, *openings;
    double komi;
    int depth, exact_empties, jobs, queue, people, drawn, count;
    int64_t nodes, move_ms, timeout_ms;
};

/* The options of `command` (NULL: of all together), hidden ones last. False past the last. */
bool cli_option_at(const struct cli_command *command, size_t index, struct option_row *option);

/* Is it an option of the engine that means something only where a game is played? */
bool cli_option_is_of_play(const struct option_row *option);

/* Does every command take it? (help, version, the CPU level) */
bool cli_option_is_common(const struct option_row *option);

/* The option a user called, among all of them; false if there is none. */
bool cli_option_find(const char *name, struct option_row *option);

/* Was this option given, on the command line or in its file? */
bool cli_option_is_given(const struct cli_args *args, const char *name);

#endif
