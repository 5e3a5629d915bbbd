/* cli/protocols.c - hands over to the protocols (src/app/protocol). */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/rng.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/command_text.h"
#include "engine/calls.h"
#include "protocol/edax/edax_options.h"
#include "protocol/edax/edax_solve.h"
#include "protocol/protocol.h"

enum { LOGGED_COMMAND = 4096, LOGGED_SEED = 52 };

/* A folder opens like a file, and ends at the first read as if nothing had been said. */
static bool is_folder(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
}

/* NBoard takes standard error for output: there the engine says it with its first move. */
static void say_no_book(enum protocol protocol, ofl_engine *engine)
{
    struct reason problem;
    reason_set(&problem, "OUTFLANK_BOOK: %s; play goes on without a book", ofl_last_error(engine));
    if (protocol == PROTOCOL_NBOARD)
        engine_keep_problem(engine, problem.text);
    else
        complain("%s", problem.text);
}

/* Unless a book is given: that of OUTFLANK_BOOK, or the one built in, if there is one. A book of
 * the environment that cannot be opened must not keep anybody from playing. */
static void set_usual_book(const struct cli_args *args, enum protocol protocol, ofl_engine *engine)
{
    const char *name = getenv("OUTFLANK_BOOK");
    if (cli_option_is_given(args, "book"))
        return;
    if (!name || !*name)
        ofl_set_option(engine, "book", "shipped");
    else if (ofl_set_option(engine, "book", name) != OFL_OK)
        say_no_book(protocol, engine);
}

/* Runs the session on stdin and stdout. */
static int run(enum protocol protocol, const struct protocol_config *config)
{
    if (!is_folder(config->input_fd)) {
        ofl_new_game(config->engine); /* the system gives the table's memory before a clock runs */
        return protocol_run(protocol, config);
    }
    complain("standard input: %s", strerror(EISDIR));
    return EX_IOERR;
}

/* How the program was started, for a log: without its name and without the log itself. Words with
 * blanks stand in quotes. An engine gets a seed, which stands there as if it had been given: a
 * replay has the same. Static; NULL if it does not fit. */
static const char *command_text(char *const *argv, ofl_engine *engine)
{
    static char text[LOGGED_COMMAND - LOGGED_SEED];
    char seed[24];
    size_t n = 0;
    text[0] = '\0';
    if (engine) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)rng_fresh_seed());
        ofl_set_option(engine, "seed", seed);
        n = (size_t)snprintf(text, sizeof text, "--seed %s", seed);
    }
    for (int i = 1; argv && argv[0] && argv[i]; i++) {
        const char *name = argv[i] + strspn(argv[i], "-");
        if (*argv[i] == '-' && strncmp(name, "log", 3) == 0) {
            i += name[3] == '\0' && argv[i + 1];
            continue;
        }
        const char *quote = strpbrk(argv[i], " \t") ? "'" : "";
        const int length = snprintf(text + n, sizeof text - n, "%s%s%s%s", n ? " " : "", quote,
                                    argv[i], quote);
        n += (size_t)length;
        if (n >= sizeof text)
            return NULL;
    }
    return text;
}

static int refuse_command(void)
{
    complain("the command line is longer than a log can hold: expected at most %d bytes",
             LOGGED_COMMAND - LOGGED_SEED - 1);
    return EX_USAGE;
}

static int serve(const struct cli_args *args, enum protocol protocol)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return code;
    struct protocol_config config = protocol_config_for(engine);
    set_usual_book(args, protocol, engine);
    config.has_variety = cli_option_is_given(args, "variety");
    config.has_upper_case = args->upper_case;
    config.ignores_komi = args->ignore_komi;
    config.has_threads = cli_option_is_given(args, "threads");
    config.allow_files = args->allow_files;
    config.has_all_results = args->all_results;
    config.log_path = args->log;
    const bool needs_seed = args->log && !cli_option_is_given(args, "seed");
    config.command = command_text(args->argv, needs_seed ? engine : NULL);
    if (config.log_path && !config.command)
        code = refuse_command();
    if (!code && protocol == PROTOCOL_CASSIO && args->n_words)
        code = args_set_option(engine, "threads", args->words[0]);
    config.has_threads |= args->n_words > 0;
    if (!code)
        code = run(protocol, &config);
    ofl_engine_destroy(engine);
    return code;
}

/* ---- the Edax dialect ---- */

static int solve_file(ofl_engine *engine, const struct edax_options *options)
{
    struct output output;
    if (!output_init(&output, STDOUT_FILENO))
        return EX_OSERR;
    const int code = edax_solve(engine, options, options->solve.text, &output, NULL);
    if (code == EX_IOERR)
        complain("the output cannot be written: %s", strerror(output.error));
    output_finish(&output);
    return code;
}

/* The command line for the log, with the seed of its games. */
static void edax_command(struct edax_options *options, const char *command,
                         char line[LOGGED_COMMAND])
{
    int n = snprintf(line, LOGGED_COMMAND, "%s", command);
    if (!options->log_file.length || options->seed)
        return;
    options->seed = 1 + (int)(rng_fresh_seed() % (INT_MAX - 1));
    options->news |= EDAX_NEW_SEED;
    snprintf(line + n, LOGGED_COMMAND - (size_t)n, " -seed %d", options->seed);
}

static int serve_edax(struct edax_options *options, const char *command)
{
    char line[LOGGED_COMMAND];
    ofl_engine *engine = ofl_engine_create();
    if (!engine) {
        complain("out of memory");
        return EX_OSERR;
    }
    struct protocol_config config = protocol_config_for(engine);
    config.edax = options;
    config.has_all_results = options->has_all_results;
    config.log_path = options->log_file.length ? options->log_file.text : NULL;
    edax_command(options, command, line);
    config.command = line;
    config.has_threads = true;
    config.allow_files = options->allow_files;
    edax_options_apply(options, engine);
    if (options->warnings.length)
        fputs(options->warnings.data, stderr);
    strbuf_clear(&options->warnings);
    const int code = options->solve.length ? solve_file(engine, options)
                                           : run(options->protocol, &config);
    ofl_engine_destroy(engine);
    return code;
}

/* The options of the dialect, whose rows are commands. */
static bool edax_row_at(size_t index, struct option_row *option)
{
    const struct command *row = edax_option_at(index);
    const char *letter = row ? row->names[1] : NULL;
    if (row)
        *option = (struct option_row){
            .name = row->names[0],
            .argument = *row->usage ? row->usage : NULL,
            .help = row->help,
            .letter = letter && *letter != '?' && !letter[1] ? *letter : 0,
        };
    return row != NULL;
}

static int edax_run(const struct cli_args *args)
{
    struct edax_options options;
    struct reason reason;
    int code = 0;
    edax_options_init(&options);
    const bool is_read =
        edax_options_read(&options, args->n_words, (char *const *)args->words, &reason);
    if (options.wants_version)
        edax_say_version();
    if (!is_read) {
        complain("%s", reason.text);
        code = EX_USAGE;
    } else if (options.wants_help) {
        text_help(args, args->command);
    } else {
        const char *command = command_text(args->argv, NULL);
        code = options.log_file.length && !command ? refuse_command()
                                                   : serve_edax(&options, command ? command : "");
    }
    edax_options_free(&options);
    return code;
}

static int cassio_run(const struct cli_args *args) { return serve(args, PROTOCOL_CASSIO); }

static int uci_run(const struct cli_args *args) { return serve(args, PROTOCOL_UCI); }

static int auto_run(const struct cli_args *args) { return serve(args, PROTOCOL_AUTO); }
static int gtp_run(const struct cli_args *args) { return serve(args, PROTOCOL_GTP); }
static int nboard_run(const struct cli_args *args) { return serve(args, PROTOCOL_NBOARD); }
static int console_run(const struct cli_args *args) { return serve(args, PROTOCOL_CONSOLE); }

const struct cli_command cmd_auto = {
    .name = "", /* without a command word */
    .summary = "the console on a terminal, else as the first line of input says",
    .text = "The first line of standard input decides between GTP, NBoard, UCI, Cassio and the "
            "console; on a terminal the console is started.",
    .options = "log|upper-case|ignore-komi|allow-files",
    .has_engine = true,
    .plays = true,
    .run = auto_run,
};

const struct cli_command cmd_gtp = {
    .name = "gtp",
    .summary = "speak GTP 2, for match runners and GoGui",
    .text = "Reads GTP version 2 commands from standard input, with the gogui-rules extensions, "
            "and answers on standard output (docs/protocol.md).",
    .options = "log|upper-case|ignore-komi|allow-files",
    .has_engine = true,
    .plays = true,
    .run = gtp_run,
};

const struct cli_command cmd_nboard = {
    .name = "nboard",
    .summary = "speak the NBoard protocol, for NBoard and its kin",
    .text = "Reads NBoard protocol 1 or 2 from standard input and answers on standard output "
            "(docs/protocol.md).",
    .options = "log|allow-files",
    .has_engine = true,
    .plays = true,
    .run = nboard_run,
};

const struct cli_command cmd_console = {
    .name = "console",
    .summary = "play and analyse by hand",
    .text = "A board, moves and commands for people; \"help\" there names the first, \"help all\" "
            "all.",
    .options = "log|allow-files",
    .has_engine = true,
    .plays = true,
    .run = console_run,
};

const struct cli_command cmd_edax = {
    .name = "edax",
    .arguments = "[-q] [-l LEVEL] [-n THREADS] ...",
    .summary = "speak as Edax's console does, for programs that drive it",
    .text = "Takes the options and commands of Edax's console, and answers in its words: \"Edax "
            "plays D3\" (docs/dialects.md). So does \"outflank -q -l 5\", or any other option that "
            "only Edax has, and a program called edax. Options take one dash or two; those that "
            "have no meaning here are ignored.",
    .own_option_at = edax_row_at,
    .reads_all_words = true,
    .max_words = INT_MAX,
    .run = edax_run,
};

const struct cli_command cmd_cassio = {
    .name = "cassio",
    .arguments = "[PROCESSORS]",
    .summary = "speak the engine protocol of Cassio",
    .text = "Reads lines that begin with ENGINE-PROTOCOL from standard input and answers on "
            "standard output (docs/dialects.md). Cassio starts engines with the number of "
            "processors that they may use.",
    .options = "log|all-results",
    .has_engine = true,
    .plays = true,
    .max_words = 1,
    .run = cassio_run,
};

const struct cli_command cmd_uci = {
    .name = "uci",
    .summary = "speak UCI, as Fairy-Stockfish does for flipello",
    .text = "Reads UCI commands from standard input and answers on standard output, for interfaces "
            "and runners made for Fairy-Stockfish's variant flipello (docs/dialects.md).",
    .options = "log|allow-files",
    .has_engine = true,
    .plays = true,
    .run = uci_run,
};
