/* cli/analyze.c - the command "analyze": what the moves of positions are worth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "board/games.h"
#include "board/reader.h"
#include "cli/analyze_live.h"
#include "cli/analyze_request.h"
#include "cli/analyze_stream.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/watch.h"
#include "engine/state.h"
#include "opening/names.h"
#include "protocol/show.h"
#include "protocol/show_analysis.h"
#include "protocol/signals.h"

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
                        const struct analysis *analysis)
{
    if (request->wants_json) {
        json_t *value = json_from_analysis(analysis);
        json_t *origin = analyze_provenance(request, engine_network(engine));
        if (value && (!origin || json_object_update(value, origin) != 0)) {
            json_decref(value);
            value = NULL;
        }
        json_decref(origin);
        return json_print(value);
    }
    struct strbuf text = {0};
    (request->is_quiet ? show_analysis_rows : show_analysis)(&text, analysis, 0);
    out_printf("%s", text.data ? text.data : "");
    strbuf_free(&text);
    return 0;
}

/* One position, told at length. Returns the exit code. */
static int analyze_one(const struct analyze_request *request, ofl_position position)
{
    const struct analysis_limits *limits = &request->limits;
    struct analysis analysis;
    struct watch watch;
    int code = 0, error = OFL_OK;
    ofl_engine *engine = args_create_engine(request->args, &code);
    if (!engine)
        return code;
    /* With more threads depth and nodes would not give the same result again. */
    if (!limits->depth && !limits->nodes)
        args_choose_resources(request->args, engine);
    watch_begin(&watch, engine);
    analysis_begin(&analysis, position);
    if (!request->wants_json && !request->is_quiet)
        print_board(&analysis);
    if (request->has_limits || request->wants_json || request->is_quiet ||
        !analyze_live(engine, limits->n_best, &analysis, &error))
        error = analysis_run(engine, limits, NULL, NULL, &analysis);
    if (error) {
        complain("analyze: %s", ofl_last_error(engine));
        code = error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR;
    } else if (!watch_must_end(&watch)) {
        code = print_result(request, engine, &analysis);
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
    const bool is_batch = request->out || args->has[OPT_PART] || args->has[OPT_JOBS];
    const int found = position_read_words(args, reading);
    if (found < 0)
        return EX_USAGE;
    if (found > 0 && is_batch) {
        complain("--jobs, --out and --part are for files and standard input");
        return EX_USAGE;
    }
    if (found > 0 || (!is_batch && args->n_words == 1 && isatty(STDOUT_FILENO) &&
                      read_only_game(args->words[0], reading)))
        return analyze_one(request, reading->game.position);
    if (args->n_words)
        return analyze_stream(request, args->words, args->n_words);
    return analyze_stream(request, standard_input, 1);
}

int analyze_run(const struct cli_args *args)
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
