/* cli/command.c - the one table of commands and options (command.h). */
#include "cli/command.h"

#include <limits.h>
#include <string.h>

#include "cli/book_commands.h"
#include "cli/convert.h"
#include "engine/options.h"
#include "match/config_engine.h"
#include "match/config_options.h"
#include "options/suggest.h"
#include "protocol/edax_options.h"

#define COMMON_OPTIONS                                                                 \
    (OPTION_BIT(OPT_HELP) | OPTION_BIT(OPT_HELP_ALL) | OPTION_BIT(OPT_VERSION) |      \
     OPTION_BIT(OPT_CPU))

/* One line per option: letter, argument, choices, default, help. */
#define FLAG(option_id, option_name, option_letter, option_help) \
    [option_id] = {.id = option_id, .name = option_name, .letter = option_letter,                  \
                   .help = option_help}
#define VALUE(option_id, option_name, value_name, value_choices, value_default, option_help)       \
    [option_id] = {.name = option_name, .argument = value_name, .choices = value_choices,          \
                   .default_value = value_default, .help = option_help, .id = option_id}

static const struct option_row own_options[N_CLI_OPTIONS] = {
    FLAG(OPT_HELP, "help", 'h', "print help, of the command if one is given"),
    FLAG(OPT_HELP_ALL, "help-all", 0, "print help with the switches that tests use"),
    FLAG(OPT_VERSION, "version", 'V', "print version, commit, compiler, CPU level and licence"),
    VALUE(OPT_CPU, "cpu", "LEVEL", "generic|baseline|avx2|avx512", NULL,
          "run the code built for this CPU level instead of the best one the machine has"),
    FLAG(OPT_QUIET, "quiet", 'q', "leave out totals and what is only said about the run"),
    FLAG(OPT_JSON, "json", 0, "print one JSON object per line (docs/json.md)"),
    FLAG(OPT_UPPER_CASE, "upper-case", 0, "write squares as D3 instead of d3 (GTP)"),
    FLAG(OPT_IGNORE_KOMI, "ignore-komi", 0, "count no komi, whatever the controller sends (GTP)"),
    FLAG(OPT_ALLOW_FILES, "allow-files", 0,
         "let commands of the protocol read and write files; not for input from strangers"),
    FLAG(OPT_ALL_RESULTS, "all-results", 0,
         "a result line for each iteration, not only the last"),
    VALUE(OPT_LOG, "log", "FILE", NULL, NULL,
          "write each line received and sent into a file; \"outflank replay\" plays it again"),
    VALUE(OPT_CONFIG, "config", "FILE", NULL, NULL,
          "read options of the engine from lines NAME = VALUE; the command line overrides them"),
    FLAG(OPT_PRINT_CONFIG, "print-config", 0, "print what is given, and defaults, as such a file"),
    FLAG(OPT_STRICT, "strict", 0, "compare times and counts of nodes, too"),
    VALUE(OPT_TIMEOUT, "timeout", "X", NULL, "60",
          "wait at most X seconds for a line, 0.1..1000000"),
    FLAG(OPT_ALL_MOVES, "all-moves", 0, "solve every move, not only the best one"),
    FLAG(OPT_TIES, "ties", 0, "find all moves of the best score, not only one of them"),
    FLAG(OPT_WLD, "wld", 0, "find out who wins, not by how much"),
    VALUE(OPT_WINDOW, "window", "LOW:HIGH", NULL, NULL,
          "find scores in LOW..HIGH; of others, that they lie below or above"),
    VALUE(OPT_SECONDS, "seconds", "X", NULL, NULL,
          "at most X seconds for a position, 0.001..1000000"),
    VALUE(OPT_NODES, "nodes", "N", NULL, NULL, "at most N nodes for a position"),
    FLAG(OPT_EXPLAIN, "explain", 0, "print each term of the classical evaluation"),
    VALUE(OPT_DEPTH, "depth", "N", NULL, NULL, "search so many plies, 1..60"),
    VALUE(OPT_RULE, "rule", "RULE", "A|B|C|D|E", "A", "how passes and finished games are counted"),
    VALUE(OPT_POSITION, "position", "BOARD", NULL, NULL,
          "begin at this board: 64 squares a1 b1 .. h8 and the side to move"),
    VALUE(OPT_LANGUAGE, "language", "LANG", "en|fr|ja", NULL,
          "names of this language only; without it, of all"),
    FLAG(OPT_CONFLICTS, "conflicts", 0, "list the names that mean different positions"),
    FLAG(OPT_MAN, "man", 0, "print the manual page outflank(6)"),
    VALUE(OPT_COMPLETIONS, "completions", "SHELL", "bash|zsh|fish", NULL,
          "print the completions for a shell"),
    VALUE(OPT_BEST, "best", "N", NULL, "all", "show the N best moves, 1..64, or all"),
    FLAG(OPT_EXACT, "exact", 0, "find the exact score of every move that is shown"),
    VALUE(OPT_EXACT_EMPTIES, "exact-empties", "N", NULL, "22",
          "value positions of N empties or fewer exactly, 0..60"),
    VALUE(OPT_JOBS, "jobs", "N", NULL, "1",
          "work on N of them at a time, each with an engine of its own"),
    VALUE(OPT_OUT, "out", "FILE", NULL, NULL,
          "write results to FILE.part, which becomes FILE when all are there"),
    FLAG(OPT_RESUME, "resume", 0,
         "go on with the results that an earlier run left; needs --out and --json"),
    VALUE(OPT_PART, "part", "K/N", NULL, NULL,
          "take the positions K, K + N, K + 2N and so on of the input"),
    VALUE(OPT_JOB, "job", "NAME", NULL, NULL, "tell NAME in every result"),
    VALUE(OPT_JOURNAL, "journal", "FILE", NULL, NULL,
          "keep what is done in FILE, and go on from it"),
    VALUE(OPT_HTML, "html", "FILE", NULL, NULL,
          "write a page with board and graph, for any browser"),
    VALUE(OPT_CSV, "csv", "FILE", NULL, NULL, "write a table, a row for each move"),
    VALUE(OPT_SVG, "svg", "FILE", NULL, NULL, "draw the board with the moves and their values"),
    FLAG(OPT_MARKDOWN, "markdown", 0, "print all of it as one page in Markdown"),
};

/* The options of "outflank match", then the keys that describe an engine. */
static bool match_row_at(size_t index, struct option_row *option)
{
    size_t n_options = 0;
    while (n_options <= index && match_option_at(n_options))
        n_options++;
    const struct match_option *own = match_option_at(index);
    bool is_key = own == NULL;
    if (is_key)
        own = match_engine_key_at(index - n_options);
    if (own)
        *option = (struct option_row){.name = own->name, .argument = own->argument,
                                      .help = own->help, .is_key = is_key, .id = N_CLI_OPTIONS};
    return own != NULL;
}

/* Those of "outflank edax", whose rows are commands. */
static bool edax_row_at(size_t index, struct option_row *option)
{
    const struct command *row = edax_option_at(index);
    const char *letter = row ? row->names[1] : NULL;
    if (row)
        *option = (struct option_row){
            .name = row->names[0],
            .argument = *row->usage ? row->usage : NULL,
            .help = row->help,
            .id = N_CLI_OPTIONS,
            .letter = letter && *letter != '?' && !letter[1] ? *letter : 0,
        };
    return row != NULL;
}

#define PROTOCOL_OPTIONS                                                                \
    (OPTION_BIT(OPT_LOG) | OPTION_BIT(OPT_UPPER_CASE) | OPTION_BIT(OPT_IGNORE_KOMI) |   \
     OPTION_BIT(OPT_ALLOW_FILES))

static const struct cli_command commands[] = {
    {
        .name = "", /* without a command word */
        .summary = "play by the protocol that the first line of input speaks",
        .text = "The first line of standard input decides between GTP, NBoard, Cassio and the "
                "console; on a terminal the console is started.",
        .options = PROTOCOL_OPTIONS,
        .has_engine = true,
        .run = auto_run,
    },
    {
        .name = "gtp",
        .summary = "speak GTP 2, for match runners and GoGui",
        .text = "Reads GTP version 2 commands from standard input, with the gogui-rules "
                "extensions, and answers on standard output (docs/protocol.md).",
        .options = PROTOCOL_OPTIONS,
        .has_engine = true,
        .run = gtp_run,
    },
    {
        .name = "nboard",
        .summary = "speak the NBoard protocol, for NBoard and its kin",
        .text = "Reads NBoard protocol 1 or 2 from standard input and answers on standard output "
                "(docs/protocol.md).",
        .options = OPTION_BIT(OPT_LOG) | OPTION_BIT(OPT_ALLOW_FILES),
        .has_engine = true,
        .run = nboard_run,
    },
    {
        .name = "console",
        .summary = "play and analyse by hand",
        .text = "A board, moves and commands for people; \"help\" there lists them.",
        .options = OPTION_BIT(OPT_LOG) | OPTION_BIT(OPT_ALLOW_FILES),
        .has_engine = true,
        .run = console_run,
    },
    {
        .name = "edax",
        .arguments = "[-q] [-l LEVEL] [-n THREADS] ...",
        .summary = "speak as Edax's console does, for programs that drive it",
        .text = "Takes the options and commands of Edax's console, and answers in its words: "
                "\"Edax plays D3\" (docs/dialects.md). So does \"outflank -q -l 5\", or any other "
                "option that only Edax has, and a program called edax. Options take one dash or "
                "two; those that have no meaning here are ignored.",
        .has_own_options = true,
        .own_option_at = edax_row_at,
        .reads_all_words = true,
        .max_words = INT_MAX,
        .run = edax_run,
    },
    {
        .name = "cassio",
        .arguments = "[PROCESSORS]",
        .summary = "speak the engine protocol of Cassio",
        .text = "Reads lines that begin with ENGINE-PROTOCOL from standard input and answers on "
                "standard output (docs/dialects.md). Cassio starts engines with the number of "
                "processors that they may use.",
        .options = OPTION_BIT(OPT_LOG) | OPTION_BIT(OPT_ALL_RESULTS),
        .has_engine = true,
        .max_words = 1,
        .run = cassio_run,
    },
    {
        .name = "solve",
        .arguments = "[POSITION | MOVES | FILE ...]",
        .summary = "find the exact score of positions",
        .text = "Takes a position or the moves of a game, or reads positions from OBF files or "
                "standard input, and prints one line for each as soon as it is solved: index, "
                "score in discs for the side to move, best move, nodes, seconds and the principal "
                "variation. The last line adds up.\n\n"
                "One best move is found. --ties finds all moves of the best score, in about twice "
                "the nodes; --all-moves solves every move, in about four times the nodes, and "
                "prints the score of each. --wld and --window LOW:HIGH ask for less and cost "
                "less. With --seconds or --nodes a position that is not solved in time is "
                "answered by what is proved of its score (LOW..HIGH) and by the best move so "
                "far, with its estimate; the exit status does not tell of it.\n\n"
                "Where the file gives scores these are checked: the best of them is the score of "
                "the position; the moves that have it in the file really have it; with "
                "--all-moves, the score of each move. Lower scores in the file are not checked "
                "without --all-moves. A difference is marked WRONG and makes the exit status 1. "
                "Malformed lines are told on standard error as FILE:LINE:COLUMN and make it 65; "
                "the rest is solved all the same.",
        .options = OPTION_BIT(OPT_ALL_MOVES) | OPTION_BIT(OPT_TIES) | OPTION_BIT(OPT_WLD) |
                   OPTION_BIT(OPT_WINDOW) | OPTION_BIT(OPT_SECONDS) | OPTION_BIT(OPT_NODES) |
                   OPTION_BIT(OPT_JSON) | OPTION_BIT(OPT_QUIET),
        .has_engine = true,
        .takes_files = true,
        .max_words = INT_MAX,
        .run = solve_run,
    },
    {
        .name = "analyze",
        .arguments = "[POSITION | MOVES | FILE ...]",
        .summary = "tell what the moves of a position are worth",
        .text = "Prints the moves of a position, the best first: what each is worth in discs for "
                "the side to move, how that is known, and the line of play that follows. The "
                "position is a board, the moves of a game (f5d6c3), \"start\", or any other text "
                "that Outflank reads; of a game its last position is taken.\n\n"
                "A score is exact only where it says so: then nothing can change it. All others "
                "are estimates, or bounds (at most, at least). A position takes about two seconds "
                "unless --seconds, --nodes, --depth, --level or --exact says otherwise; on a "
                "terminal the analysis goes on until a key is pressed. Where the end of the game "
                "is in reach it is solved.\n\n"
                "With files, or without arguments from standard input, each position and each "
                "game there has one line of output, sent as soon as it is known. With --jobs N "
                "positions are analysed side by side; the order stays that of the input. With "
                "--out a run that was cut short can be gone on with by --resume; results of "
                "another network or with other limits are refused. With --depth or --nodes "
                "results repeat exactly, whatever --jobs is (docs/lab/analyze.md).\n\n"
                "\"outflank hint\" and \"outflank analyse\" are the same.",
        .options = OPTION_BIT(OPT_BEST) | OPTION_BIT(OPT_EXACT) | OPTION_BIT(OPT_SECONDS) |
                   OPTION_BIT(OPT_NODES) | OPTION_BIT(OPT_DEPTH) | OPTION_BIT(OPT_JSON) |
                   OPTION_BIT(OPT_QUIET) | OPTION_BIT(OPT_JOBS) | OPTION_BIT(OPT_OUT) |
                   OPTION_BIT(OPT_RESUME) | OPTION_BIT(OPT_PART) | OPTION_BIT(OPT_JOB),
        .has_engine = true,
        .takes_files = true,
        .max_words = INT_MAX,
        .run = analyze_run,
    },
    {
        .name = "review",
        .arguments = "[FILE | FOLDER | MOVES ...]",
        .summary = "tell what each move of games was worth",
        .text = "Reads games in any form, from files, folders, bases of WTHOR or standard input, "
                "or takes moves (f5d6c3) or a link, and values every position, from the last to "
                "the first: exactly from 22 empties on (--exact-empties), by searches of 12 plies "
                "before (--depth, or --level, --nodes, --seconds). Printed are, for each move, "
                "the value before and after it for the side that moved, what it lost, the better "
                "move, and the chance that is left; then what each side gave away. The losses add "
                "up to the result. Exact values are marked with '='.\n\n"
                "Mistakes are marked where a move loses discs and chances: ?! from 2 discs and 3 "
                "%, ? from 4 discs and 6 %, ?? from 10 discs and 12 %, and where an exact win or "
                "draw was given away; two sentences say what can be counted of it.\n\n"
                "--html FILE writes one page that any browser opens without a network, --csv FILE "
                "a table; - is standard output. --quiet prints nothing beside them. With "
                "--journal FILE a run that was killed goes on where it was, if it is started "
                "again with the same games; without --seconds its reports are the same. "
                "docs/review.md says more.",
        .options = OPTION_BIT(OPT_DEPTH) | OPTION_BIT(OPT_EXACT_EMPTIES) | OPTION_BIT(OPT_NODES) |
                   OPTION_BIT(OPT_SECONDS) | OPTION_BIT(OPT_JOBS) | OPTION_BIT(OPT_JOURNAL) |
                   OPTION_BIT(OPT_HTML) | OPTION_BIT(OPT_CSV) | OPTION_BIT(OPT_JSON) |
                   OPTION_BIT(OPT_QUIET),
        .has_engine = true,
        .takes_files = true,
        .max_words = INT_MAX,
        .run = review_run,
    },
    {
        .name = "explain",
        .arguments = "MOVE [POSITION | MOVES | FILE]",
        .summary = "say in words what a move costs, and why",
        .text = "Values MOVE and the best of the other moves, exactly from 22 empties on, and says "
                "what can be counted of the two: corners, moves of both sides, discs beside empty "
                "squares, stable discs, edges, regions of empty squares. If MOVE is the best it is "
                "compared with the second best. The position is a board, the moves of a game "
                "(f5d6c3), or a file of one of them, as for \"eval\"; without it, the start. "
                "--svg FILE draws the board with both moves, their values and the better line.",
        .options = OPTION_BIT(OPT_DEPTH) | OPTION_BIT(OPT_EXACT_EMPTIES) | OPTION_BIT(OPT_NODES) |
                   OPTION_BIT(OPT_SECONDS) | OPTION_BIT(OPT_SVG) | OPTION_BIT(OPT_JSON),
        .has_engine = true,
        .takes_files = true,
        .min_words = 1,
        .max_words = INT_MAX,
        .run = explain_run,
    },
    {
        .name = "eval",
        .arguments = "POSITION | MOVES | FILE",
        .summary = "print the static value of a position",
        .text = "POSITION is 64 squares a1 b1 .. h8 and the side to move, or \"start\"; MOVES are "
                "those of a game (f5d6c3); FILE holds one of them. The value is in discs for the "
                "side to move. With --explain each term of the classical evaluation is printed: "
                "the count for the side to move, the count for the other side, and what they "
                "contribute.",
        .options = OPTION_BIT(OPT_EXPLAIN) | OPTION_BIT(OPT_JSON),
        .has_engine = true,
        .takes_files = true,
        .min_words = 1,
        .max_words = INT_MAX,
        .run = eval_run,
    },
    {
        .name = "bench",
        .summary = "search fixed positions: a signature and a speed",
        .text = "Searches 24 fixed positions, the midgame ones to a fixed depth, the endgame ones "
                "to the end, with one thread unless --threads is given. The last line is "
                "\"N nodes M nps\"; N is the same for every CPU level and compiler.",
        .options = OPTION_BIT(OPT_DEPTH) | OPTION_BIT(OPT_JSON) | OPTION_BIT(OPT_QUIET),
        .has_engine = true,
        .run = bench_run,
    },
    {
        .name = "perft",
        .arguments = "DEPTH",
        .summary = "count the leaves of the move tree",
        .text = "Counts the positions DEPTH plies (0..60) after the start, or after --position, "
                "and prints leaves, seconds and leaves per second.\n\n"
                "Rules: A a pass is a ply and a finished game counts as one leaf (the usual one); "
                "B a pass is a ply, games finished earlier count nothing; C a pass is no ply, "
                "games finished earlier count nothing; D a pass is no ply, a finished game is a "
                "leaf; E as A, but the two closing passes are plies and nothing follows.",
        .options = OPTION_BIT(OPT_RULE) | OPTION_BIT(OPT_POSITION) | OPTION_BIT(OPT_JSON),
        .min_words = 1,
        .max_words = 1,
        .run = perft_run,
    },
    {
        .name = "opening",
        .arguments = "[NAME | MOVES | FILE]",
        .summary = "tell the name of an opening, or the moves of a name",
        .text = "NAME is the name of an opening in English, French or Japanese, or a part of it; "
                "case, accents and signs do not matter. Printed are the languages, the names and "
                "the moves of the lines that are called so.\n\n"
                "MOVES is a game, in any form that Outflank reads (f5d6c3), or in a file. Printed "
                "is, for each language, the name of the longest line of the game that has one, and "
                "that line. Names belong to positions: the eight symmetries of a game and "
                "transpositions have the same name.\n\n"
                "Without NAME and MOVES all names are listed. --conflicts lists the names that "
                "mean different positions in one language, with the sources of each.",
        .options = OPTION_BIT(OPT_LANGUAGE) | OPTION_BIT(OPT_CONFLICTS) | OPTION_BIT(OPT_JSON),
        .max_words = INT_MAX,
        .run = opening_run,
    },
    {
        .name = "doctor",
        .summary = "show what this machine offers and test the kernels",
        .text = "Prints CPU, levels, threads, memory and evaluation, then compares the kernels of "
                "every CPU level this machine has with plain C on random boards, and counts the "
                "move tree to depth 6. The exit status is 1 if anything differs.",
        .options = OPTION_BIT(OPT_JSON),
        .has_engine = true,
        .run = doctor_run,
    },
    {
        .name = "match",
        .arguments = "-engine KEY=VALUE... -engine KEY=VALUE...",
        .summary = "play engines against each other and tell who is stronger",
        .text = "Plays games between engines that speak GTP, NBoard, Edax's console or Cassio's "
                "protocol, or between versions of this program, with SPRT, journal and resume; or "
                "checks one engine (--compliance). Its options follow the command and take one "
                "dash or two (docs/match.md).\n\n"
                "Exit status: 0 played, without a fault, and with --sprt H1 accepted; 1 H0 "
                "accepted or nothing decided; 2 games were lost by a crash, a disconnect, a stall, "
                "a protocol error, an illegal move or time.",
        .has_own_options = true,
        .own_option_at = match_row_at,
        .max_words = INT_MAX,
        .run = match_run,
    },
    {
        .name = "replay",
        .arguments = "FILE [COMMAND ...]",
        .summary = "play a recorded session again and tell where answers differ",
        .text = "FILE is what --log wrote. Its lines are sent to this program, started as the "
                "record says, or to the engine that COMMAND starts; each answer is compared with "
                "the recorded one. Numbers that the speed of a machine decides may differ, "
                "unless --strict is given. The exit status is 1 if answers differ.",
        .options = OPTION_BIT(OPT_STRICT) | OPTION_BIT(OPT_TIMEOUT) | OPTION_BIT(OPT_JSON) |
                   OPTION_BIT(OPT_QUIET),
        .takes_files = true,
        .min_words = 1,
        .max_words = INT_MAX,
        .run = replay_run_command,
    },
    {
        .name = "book",
        .arguments = "COMMAND",
        .summary = "make, ask and repair opening books",
        .text = "An opening book keeps what searches say of positions, and what follows from it "
                "(docs/book.md). FILE is a working book, an SQLite file. \"outflank book COMMAND "
                "--help\" tells more of a command. Where several have an option of one name, it "
                "stands below as the first of them has it.",
        .has_own_options = true,
        .program = &book_program,
        .takes_files = true,
        .max_words = INT_MAX,
        .run = book_run,
    },
    {
        .name = "convert",
        .arguments = "[FILE ...]",
        .summary = "games and positions from any format into any other",
        .text = "Reads games and positions in any form (docs/texts.md) from files or standard "
                "input, and writes them in the format that --to or the end of --out names: moves, "
                "ggf, sgf, pgn, json, wthor, obf, board, nboard, egaroucid, fen, fen1, hex, hexmsb "
                "or diagram. Of a game the last position is written where a format holds no "
                "moves.\n\n"
                "What cannot be read is told as FILE:LINE:COLUMN and left out; the exit status is "
                "then 65. A summary on standard error counts what was written, skipped and left "
                "out. With --strict the first of these ends the run, and the file of --out stays "
                "as it was.",
        .has_own_options = true,
        .program = &convert_program,
        .takes_files = true,
        .max_words = INT_MAX,
        .run = convert_run,
    },
    {
        .name = "help",
        .arguments = "[COMMAND [COMMAND]]",
        .summary = "print help for a command, or for all",
        .text = "\"outflank help book show\" tells of a command of \"book\". Help, the manual "
                "page, the shell completions and the page in Markdown are all made from one table "
                "in the program.",
        .options = OPTION_BIT(OPT_MAN) | OPTION_BIT(OPT_COMPLETIONS) | OPTION_BIT(OPT_MARKDOWN),
        .max_words = 2,
        .run = help_run,
    },
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

const struct cli_command *command_at(size_t index)
{
    return index < N_COMMANDS ? &commands[index] : NULL;
}

/* Words that people try for a command. */
static const struct {
    const char *word, *command;
} other_words[] = {
    {"analyse", "analyze"}, {"analysis", "analyze"}, {"hint", "analyze"}, {"hints", "analyze"},
    {"best", "analyze"}, {"bestmove", "analyze"}, {"moves", "analyze"}, {"play", "console"},
    {"game", "console"}, {"evaluate", "eval"}, {"evaluation", "eval"}, {"endgame", "solve"},
    {"solver", "solve"}, {"benchmark", "bench"}, {"openings", "opening"}, {"joseki", "opening"},
    {"annotate", "review"}, {"check", "doctor"}, {"selftest", "doctor"}, {"tournament", "match"},
};

const struct cli_command *command_find(const char *name)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].word, name) == 0)
            name = other_words[i].command;
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static struct option_row from_engine(const struct ofl_option_info *info, size_t index)
{
    static const char *const arguments[] = {
        [OFL_OPTION_INT] = "N", [OFL_OPTION_BOOL] = "BOOL",
        [OFL_OPTION_CHOICE] = "WORD", [OFL_OPTION_FILE] = "FILE",
        [OFL_OPTION_DISCS] = "DISCS"};
    return (struct option_row){
        .name = info->name,
        .argument = arguments[info->type],
        .choices = info->type == OFL_OPTION_CHOICE ? info->choices
                   : info->type == OFL_OPTION_BOOL ? "on|off"
                                                   : NULL,
        .default_value = info->default_value,
        .help = info->help,
        .is_optional = info->type == OFL_OPTION_BOOL,
        .type = info->type == OFL_OPTION_INT ? OPTION_WIDE : OPTION_PLAIN,
        .is_hidden = index >= N_PUBLIC_OPTIONS,
        .min = info->min,
        .max = info->max,
        .id = -1 - (int)index,
    };
}

/* Option number `index` of a program's commands; each name once. */
static bool program_option_at(const struct program *program, size_t index,
                              struct option_row *option)
{
    size_t n = 0;
    for (size_t c = 0; program->commands[c]; c++)
        for (const struct option_row *row = program->commands[c]->options; row->name; row++) {
            bool is_told = strcmp(row->name, "help") == 0;
            for (size_t k = 0; k < c && !is_told; k++)
                for (const struct option_row *r = program->commands[k]->options; r->name; r++)
                    is_told |= strcmp(r->name, row->name) == 0;
            if (is_told || n++ != index)
                continue;
            *option = *row;
            option->id = N_CLI_OPTIONS;
            return true;
        }
    return false;
}

bool command_option_at(const struct cli_command *command, size_t index, struct option_row *option)
{
    if (command && command->own_option_at)
        return command->own_option_at(index, option);
    uint64_t wanted = command ? command->options | COMMON_OPTIONS : UINT64_MAX;
    if (command && command->has_engine)
        wanted |= OPTION_BIT(OPT_CONFIG) | OPTION_BIT(OPT_PRINT_CONFIG);
    size_t n = 0;
    for (int id = 0; id < N_CLI_OPTIONS; id++)
        if (wanted & OPTION_BIT(id) && n++ == index) {
            *option = own_options[id];
            return true;
        }
    if (command && command->program)
        return program_option_at(command->program, index - n, option);
    if ((command && !command->has_engine) || index - n >= N_OPTIONS)
        return false;
    *option = from_engine(&option_table[index - n], index - n);
    return true;
}

bool command_option_is_common(const struct option_row *option)
{
    return option->id >= 0 && (COMMON_OPTIONS & OPTION_BIT(option->id)) != 0;
}

bool command_option_find(const char *name, struct option_row *option)
{
    for (size_t i = 0; command_option_at(NULL, i, option); i++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

const char *command_suggest(const char *word)
{
    struct suggestion meant = {.word = word, .length = strlen(word)};
    for (size_t i = 0; i < N_COMMANDS; i++)
        suggest_offer(&meant, commands[i].name);
    return meant.best;
}
