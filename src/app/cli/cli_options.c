/* cli/cli_options.c - implements cli_options.h. */
#include "cli/cli_options.h"

#include <string.h>

#include "engine/options.h"
#include "options/read.h"
#include "serve/service.h"

/* The rows store into it. */
struct args { struct cli_args line; };

#define FLAG(FIELD, NAME, LETTER, HELP) ROW_FLAG(line.FIELD, NAME, LETTER, HELP)
#define TEXT(FIELD, NAME, ARGUMENT, CHOICES, DEFAULT, HELP)                                     \
    {.name = NAME, .argument = ARGUMENT, .choices = CHOICES, .default_value = DEFAULT,          \
     .help = HELP, .type = OPTION_TEXT, PROGRAM_FIELD(line.FIELD, const char *)}
/* The help tells the range of numbers. */
#define COUNT(FIELD, NAME, MIN, MAX, DEFAULT, HELP)                                             \
    {.name = NAME, .argument = "N", .default_value = DEFAULT, .help = HELP, .is_told = true,    \
     .type = OPTION_INT, .min = MIN, .max = MAX, PROGRAM_FIELD(line.FIELD, int)}
#define SECONDS(FIELD, NAME, MIN_MS, DEFAULT, HELP)                                             \
    {.name = NAME, .argument = "X", .default_value = DEFAULT, .help = HELP,                     \
     .type = OPTION_SECONDS, .min = MIN_MS, .max = 1000000000,                                  \
     PROGRAM_FIELD(line.FIELD, int64_t)}

/* In the order of the help. */
static const struct option_row own_options[] = {
    FLAG(help, "help", 'h', "print help, of the command if one is given"),
    FLAG(help_all, "help-all", 0, "print help with the switches that tests use"),
    FLAG(version, "version", 'V', "print version, commit, compiler, CPU level and licence"),
    TEXT(cpu, "cpu", "LEVEL", "generic|baseline|avx2|avx512", NULL,
         "run the code built for this CPU level instead of the best one the machine has"),
    FLAG(quiet, "quiet", 'q', "leave out totals and what is only said about the run"),
    FLAG(json, "json", 0, "print one JSON object per line (docs/json.md)"),
    FLAG(upper_case, "upper-case", 0, "write squares as D3 instead of d3 (GTP)"),
    FLAG(ignore_komi, "ignore-komi", 0, "count no komi, whatever the controller sends (GTP)"),
    FLAG(allow_files, "allow-files", 0,
         "let commands of the protocol read and write files; not for input from strangers"),
    FLAG(all_results, "all-results", 0, "a result line for each iteration, not only the last"),
    TEXT(log, "log", "FILE", NULL, NULL,
         "write each line received and sent into a file; \"outflank replay\" plays it again"),
    TEXT(config_path, "config", "FILE", NULL, NULL,
         "read options of the engine from lines NAME = VALUE; the command line overrides them"),
    FLAG(print_config, "print-config", 0, "print what is given, and defaults, as such a file"),
    FLAG(strict, "strict", 0, "compare times and counts of nodes, too"),
    SECONDS(timeout_ms, "timeout", 100, "60", "wait at most X seconds for a line, 0.1..1000000"),
    FLAG(all_moves, "all-moves", 0, "solve every move, not only the best one"),
    FLAG(ties, "ties", 0, "find all moves of the best score, not only one of them"),
    FLAG(wld, "wld", 0, "find out who wins, not by how much"),
    {.name = "komi", .argument = "DISCS", .type = OPTION_REAL, .least = -64, .most = 64,
     .help = "with --wld: discs added to White's score",
     .offset = offsetof(struct cli_args, komi)},
    TEXT(window, "window", "LOW:HIGH", NULL, NULL,
         "find scores in LOW..HIGH; of others, that they lie below or above"),
    TEXT(variant, "variant", "GAME", NULL, NULL,
         "another game: anti (fewer discs win), 4x4, 6x6, holes:SQUARES; joined by +"),
    TEXT(proof, "proof", "FILE", NULL, NULL,
         "write proofs of the scores, for scripts/check-proof.mjs"),
    FLAG(deterministic, "deterministic", 0,
         "give each of --threads a table of its own: nodes and lines repeat exactly"),
    SECONDS(move_ms, "seconds", 1, NULL, "at most X seconds for a position, 0.001..1000000"),
    {.name = "nodes", .argument = "N", .help = "at most N nodes for a position", .is_told = true,
     .type = OPTION_WIDE, .min = 1, .max = INT64_MAX, PROGRAM_FIELD(line.nodes, int64_t)},
    FLAG(explain, "explain", 0, "print each term of the classical evaluation"),
    COUNT(depth, "depth", 1, 60, NULL, "search so many plies, 1..60"),
    TEXT(rule, "rule", "RULE", "A|B|C|D|E", "A", "how passes and finished games are counted"),
    TEXT(position, "position", "BOARD", NULL, NULL,
         "begin at this board: 64 squares a1 b1 .. h8 and the side to move"),
    TEXT(language, "language", "LANG", "en|fr|ja", NULL,
         "names of this language only; without it, of all"),
    FLAG(conflicts, "conflicts", 0, "list the names that mean different positions"),
    FLAG(man, "man", 0, "print the manual page outflank(6)"),
    TEXT(completions, "completions", "SHELL", "bash|zsh|fish", NULL,
         "print the completions for a shell"),
    FLAG(markdown, "markdown", 0, "print all of it as one page in Markdown"),
    TEXT(best, "best", "N", NULL, "all", "show the N best moves, 1..64, or all"),
    TEXT(moves, "moves", "LIST", NULL, NULL, "consider these moves only, as b5,f4"),
    FLAG(exact, "exact", 0, "find the exact score of every move that is shown"),
    COUNT(exact_empties, "exact-empties", 0, 60, "22",
          "value positions of N empties or fewer exactly, 0..60"),
    COUNT(jobs, "jobs", 1, CLI_MOST_JOBS, "1",
          "work on N of them at a time, each with an engine of its own"),
    COUNT(queue, "queue", 1, SERVICE_MOST_WAITING, "256",
          "read no further while N requests are unanswered, 1..4096"),
    {.name = "on-eof", .argument = "WORD", .choices = "finish|cancel", .default_value = "finish",
     .help = "at the end of input finish what was asked, or cancel it", .type = OPTION_WORD,
     PROGRAM_FIELD(line.on_eof, const char *)},
    TEXT(out, "out", "FILE", NULL, NULL,
         "write results to FILE.part, which becomes FILE when all are there"),
    FLAG(resume, "resume", 0,
         "go on with the results that an earlier run left; needs --out and --json"),
    FLAG(mix, "mix", 0,
         "go on with results of another release, other weights, book or limits, too"),
    TEXT(part, "part", "K/N", NULL, NULL,
         "take the positions K, K + N, K + 2N and so on of the input"),
    TEXT(job, "job", "NAME", NULL, NULL, "tell NAME in every result"),
    TEXT(journal, "journal", "FILE", NULL, NULL, "keep what is done in FILE, and go on from it"),
    TEXT(player, "player", "NAME", NULL, NULL,
         "judge the moves of this player over all games; several times, with * for any text"),
    TEXT(against, "against", "NAME", NULL, NULL, "take his games against NAME"),
    TEXT(since, "since", "DATE", NULL, NULL, "take his games from that day on, as 2024-05-31"),
    {.name = "color", .argument = "WORD", .choices = "black|white",
     .help = "take his games of that colour", .type = OPTION_WORD,
     PROGRAM_FIELD(line.color, const char *)},
    COUNT(drawn, "drawn", 0, 60, NULL,
          "the first N moves of each game were drawn, as 8 are in XOT: judge none of them, 0..60"),
    TEXT(drills, "drills", "FILE", NULL, NULL, "write his mistakes as training positions"),
    TEXT(state, "state", "FILE", NULL, NULL,
         "keep there what was answered, instead of in FILE.state or ~/.outflank_drills"),
    {.name = "openings", .argument = "COLOR", .choices = "black|white",
     .help = "ask your openings with this colour: by --book and --book-lines",
     .type = OPTION_WORD, PROGRAM_FIELD(line.openings, const char *)},
    FLAG(yes, "yes", 0, "delete them"),
    TEXT(today, "today", "DATE", NULL, NULL, "ask what is due on that day, as 2024-05-31"),
    COUNT(count, "count", 1, 100000, "20", "N positions at most, 1..100000"),
    TEXT(ply, "ply", "LOW:HIGH", NULL, NULL, "of these plies, 0..60"),
    TEXT(empties, "empties", "LOW:HIGH", NULL, NULL, "of so many empty squares, 1..60"),
    TEXT(score, "score", "LOW:HIGH", NULL, NULL, "of these scores of the side to move, -64..64"),
    TEXT(good, "good", "LOW:HIGH", NULL, NULL, "with so many good moves"),
    TEXT(lead, "lead", "DISCS", NULL, "1", "the good moves lead by so many discs, or more"),
    TEXT(missed, "missed", "LOW:HIGH", NULL, NULL,
         "missed by so many of 100 people at 1500, 0..100"),
    {.name = "grade", .argument = "WORD", .choices = "easy|middle|hard", .help = "so hard",
     .type = OPTION_WORD, PROGRAM_FIELD(line.grade, const char *)},
    COUNT(people, "people", 1000, 2200, NULL,
          "say how many people of this rating see the better move; with --openings, who answers "
          "(1500), 1000..2200"),
    TEXT(html, "html", "FILE", NULL, NULL, "write a page with board and graph, for any browser"),
    TEXT(csv, "csv", "FILE", NULL, NULL, "write a table, a row for each move"),
    FLAG(beside, "beside", 0, "play both lines to the same ply, and show the boards side by side"),
    TEXT(svg, "svg", "FILE", NULL, NULL, "draw the board with the moves and their values"),
    {0},
};

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
        .is_of_engine = true,
        .min = info->min,
        .max = info->max,
    };
}

/* Option number `index` of a program that is one command. Commands of a program have their own. */
static bool program_option_at(const struct program *program, size_t index,
                              struct option_row *option)
{
    const struct program_command *only = program->commands[0];
    if (*only->name || index + 1 >= options_count(only->options)) /* the last is --help */
        return false;
    *option = only->options[index];
    return true;
}

bool cli_option_is_of_play(const struct option_row *option)
{
    return option->is_of_engine &&
           options_is_choice("move-overhead|resign|resign-moves|ponder|book-style|book-lines|"
                             "variety|contempt|seed|strength|loss|elo|loss-most|style|rating",
                             option->name);
}

bool cli_option_is_common(const struct option_row *option)
{
    return options_is_choice("help|help-all|version|cpu", option->name);
}

static bool is_wanted(const struct cli_command *command, const struct option_row *row)
{
    return !command || cli_option_is_common(row) ||
           options_is_choice(command->options, row->name) ||
           (command->has_engine && options_is_choice("config|print-config", row->name));
}

/* An option of the engine: all of its kind, or this one by name. */
static bool takes(const struct cli_command *command, const struct option_row *option)
{
    return !command || options_is_choice(command->options, option->name) ||
           (command->has_engine && (command->plays || !cli_option_is_of_play(option)));
}

bool cli_option_at(const struct cli_command *command, size_t index, struct option_row *option)
{
    if (command && command->own_option_at)
        return command->own_option_at(index, option);
    size_t n = 0;
    for (const struct option_row *row = own_options; row->name; row++)
        if (is_wanted(command, row) && n++ == index) {
            *option = *row;
            return true;
        }
    if (command && command->program)
        return program_option_at(command->program, index - n, option);
    for (size_t i = 0; i < N_OPTIONS; i++) {
        *option = from_engine(&option_table[i], i);
        if (takes(command, option) && n++ == index)
            return true;
    }
    return false;
}

bool cli_option_find(const char *name, struct option_row *option)
{
    for (size_t i = 0; cli_option_at(NULL, i, option); i++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

bool cli_option_is_given(const struct cli_args *args, const char *name)
{
    for (int i = 0; i < args->n_given; i++)
        if (strcmp(args->given[i].row->name, name) == 0)
            return true;
    return false;
}
