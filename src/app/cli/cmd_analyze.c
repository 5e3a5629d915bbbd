/* cli/cmd_analyze.c - the command "analyze": what the moves of positions are worth. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "analysis/analysis_json.h"
#include "text/games.h"
#include "text/reader.h"
#include "cli/analyze_live.h"
#include "cli/analyze_request.h"
#include "cli/analyze_stream.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/verdict.h"
#include "cli/watch.h"
#include "book/opening_names.h"
#include "protocol/show.h"
#include "protocol/show_analysis.h"
#include "options/signals.h"

/* ---- one position ---- */

static void print_board(const struct analysis *analysis)
{
    const struct opening *opening = opening_of_board(analysis->position.board, OPENING_EN);
    struct strbuf text = {0};
    show_board(&text, analysis->position, '*', opening ? opening->name : NULL);
    out_printf("%s\n", text.data ? text.data : "");
    strbuf_free(&text);
}

static int print_result(const struct analyze_request *request, ofl_engine *engine,
                        const struct analysis *analysis, const struct verdict *verdict)
{
    if (request->wants_json) {
        struct reason reason;
        json_t *provenance = analyze_provenance(request, engine, &reason);
        if (provenance)
            return json_print(verdict_add_json(
                json_with_all(json_from_analysis(analysis), provenance), verdict));
        complain("%s", reason.text);
        return code_of(&reason);
    }
    struct strbuf text = {0};
    (request->is_quiet ? show_analysis_rows : show_analysis)(&text, analysis, 0);
    verdict_add_text(&text, verdict);
    out_printf("%s%s", text.data ? text.data : "", verdict->is_wrong ? "\n" : "");
    strbuf_free(&text);
    return 0;
}

/* One position, told at length. Returns the exit code. */
static int analyze_one(const struct analyze_request *request, const struct reading *reading)
{
    const struct analysis_limits *limits = &request->limits;
    struct analysis analysis;
    struct watch watch;
    struct reason reason;
    int code = 0, error = OFL_OK;
    analysis_begin(&analysis, reading->game.position);
    if (!analysis_want(&analysis, limits->moves, &reason)) {
        complain("--moves: %s", reason.text);
        return EX_DATAERR;
    }
    ofl_engine *engine = args_create_engine(request->args, &code);
    if (!engine)
        return code;
    /* With more threads depth and nodes would not give the same result again. */
    if (!limits->depth && !limits->nodes)
        args_choose_resources(request->args, engine);
    watch_begin(&watch, engine);
    if (!request->wants_json && !request->is_quiet)
        print_board(&analysis);
    if (request->has_limits || request->wants_json || request->is_quiet ||
        !analyze_live(engine, limits->n_best, &analysis, &error))
        error = analysis_run(engine, limits, NULL, NULL, &analysis);
    if (error) {
        complain("analyze: %s", ofl_last_error(engine));
        code = error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR;
    } else if (!watch_must_end(&watch)) {
        const struct verdict verdict = verdict_of_analysis(&reading->obf, &analysis, false);
        code = print_result(request, engine, &analysis, &verdict);
        code = code ? code : verdict.is_wrong;
    }
    watch_end(&watch);
    ofl_engine_destroy(engine);
    return signals_caught() ? 128 + signals_caught() : code;
}

/* ---- what the words are ---- */

/* The one position or game of a file that has no other, and no errors. */
static bool read_only_game(const char *path, struct reading *reading)
{
    struct stat status;
    struct reason reason;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    struct games *games = games_open(path, &reason);
    struct reading *next = malloc(sizeof *next);
    const bool is_only = games && next && games_next(games, reading, NULL) > 0 &&
                         games_next(games, next, NULL) == 0;
    free(next);
    games_close(games);
    return is_only;
}

static int run(const struct analyze_request *request, struct reading *reading)
{
    static const char *const standard_input[] = {"-"};
    const struct cli_args *args = request->args;
    const bool is_batch = request->out || args->part || cli_option_is_given(args, "jobs");
    const int found = position_read_words(args, reading);
    if (found < 0)
        return EX_USAGE;
    if (found > 0 && is_batch) {
        complain("--jobs, --out and --part are for files and standard input");
        return EX_USAGE;
    }
    if (found > 0 || (!is_batch && args->n_words == 1 && isatty(STDOUT_FILENO) &&
                      read_only_game(args->words[0], reading)))
        return analyze_one(request, reading);
    if (args->n_words)
        return analyze_stream(request, args->words, args->n_words);
    return analyze_stream(request, standard_input, 1);
}

static int analyze_run(const struct cli_args *args)
{
    struct analyze_request request;
    struct reading *reading = malloc(sizeof *reading);
    int code = analyze_read_request(args, &request);
    if (!reading) {
        complain("out of memory");
        code = EX_OSERR;
    }
    code = code ? code : run(&request, reading);
    free(reading);
    return code;
}

const struct cli_command cmd_analyze = {
    .name = "analyze",
    .arguments = "[POSITION | MOVES | FILE ...]",
    .summary = "tell what the moves of a position are worth",
    .text = "Prints the moves of a position, the best first: what each is worth in discs for the "
            "side to move, how that is known, and the line of play that follows. The position is a "
            "board, the moves of a game (f5d6c3), \"start\", or any other text that Outflank "
            "reads; of a game its last position is taken.\n\n"
            "A score is exact only where it says so: then nothing can change it. All others are "
            "estimates, or bounds (at most, at least). A position takes about two seconds unless "
            "--seconds, --nodes, --depth, --level or --exact says otherwise; on a terminal the "
            "analysis goes on until a key is pressed. Where the end of the game is in reach it is "
            "solved. Scores that a file gives are checked where exact ones are found: what differs "
            "is marked WRONG, and the exit code is 1.\n\n"
            "With files, or without arguments from standard input, each position and each game "
            "there has one line of output, sent as soon as it is known. With --jobs N positions "
            "are analysed side by side; the order stays that of the input. With --out a run that "
            "was cut short can be gone on with by --resume. Results of another release, other "
            "weights, book, limits or input are refused; --mix takes all but other input. With "
            "--depth or --nodes results repeat exactly, whatever --jobs is "
            "(docs/analyze.md).\n\n"
            "\"outflank hint\" and \"outflank analyse\" are the same.",
    .options = "best|moves|exact|seconds|nodes|depth|json|quiet|jobs|out|resume|mix|part|job",
    .has_engine = true,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = analyze_run,
};
