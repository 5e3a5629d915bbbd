/* cli/cmd_solve.c - the command "solve": exact scores of positions, read line by line.
 *
 * Each position is answered by one line, sent before the next is read. Scores that
 * the file gives are checked (cli/verdict.h). A difference is marked WRONG and counted.
 *
 * A search proves one best move. The others of the same score are not known from
 * it: each takes a search of the moves left (--ties), or of all (--all-moves).
 *
 * With --wld, --window or a limit a score may only be bounded. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>
#include <outflank/notation.h>
#include <outflank/think.h>

#include "analysis/forecast.h"
#include "analysis/steady.h"
#include "analysis/ties.h"
#include "base/clock.h"
#include "base/number.h"
#include "text/reader.h"
#include "engine/calls.h"
#include "cli/game_files.h"
#include "cli/headway.h"
#include "cli/json_rows.h"
#include "base/lines.h"
#include "cli/checked_output.h"
#include "cli/analyze_stream.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/proof_file.h"
#include "cli/solve_line.h"
#include "cli/variant_line.h"
#include "cli/verdict.h"
#include "cli/watch.h"
#include "protocol/show.h"
#include "protocol/show_analysis.h"
#include "options/signals.h"
#include "request/provenance.h"
#include "variant/variant_search.h"

/* Those that other games know, too. */
static const char VARIANT_OPTIONS[] =
    "|variant|all-moves|window|seconds|nodes|json|quiet|hash|cpu|";

struct solver {
    ofl_engine *engine;
    struct steady steady; /* engine is the first; n is 0 without --deterministic */
    struct watch watch;
    bool wants_all, wants_ties, wants_json, is_quiet;
    double komi;
    struct ofl_variant variant;
    const char *variant_name;
    struct variant_searcher *searcher; /* of --variant; else NULL */
    struct proof_file proofs; /* their path is NULL: none are wanted */
    json_t *provenance;       /* of all rows */
    struct headway headway;
    struct ofl_limits limits; /* of each position */
    bool has_said_note;
    bool has_input; /* a file was opened: there is something to add up */
    struct totals totals;
    int code; /* of the run so far; the gravest wins */
};

/* Where a position stands. */
struct place {
    const char *file;
    size_t line;
};

static void worsen(struct solver *solver, int code)
{
    if (code > solver->code)
        solver->code = code;
}

/* ---- progress ---- */

/* One line on the terminal that is written over, as long as the search goes on. */
static void show_progress(const struct solver *solver, ofl_board board,
                          const struct ofl_result *now)
{
    const double seconds = (double)now->time_ms / 1000;
    const struct forecast forecast =
        forecast_make(board, seconds > 0 ? (double)now->nodes / seconds : 0);
    struct strbuf text = {0};
    char move[8];
    strbuf_addf(&text, "%" PRIu64, solver->totals.positions + 1);
    if (solver->headway.n_all)
        strbuf_addf(&text, " of %" PRId64, solver->headway.n_all);
    strbuf_add(&text, ": ");
    if (now->n_lines)
        strbuf_addf(&text, "depth %d at %d %%, %s ", now->lines[0].depth,
                    now->lines[0].confidence, ofl_move_to_text(now->lines[0].move, false, move));
    if (now->n_lines)
        show_score(&text, now->lines[0].score);
    strbuf_add(&text, now->n_lines ? ", " : "");
    strbuf_add_decimal(&text, (int64_t)(now->nodes / 100000), 1, false);
    strbuf_add(&text, " M nodes, ");
    strbuf_add_decimal(&text, now->time_ms / 100, 1, false);
    strbuf_add(&text, " s");
    if (!solver->wants_all && forecast.seconds > seconds) {
        strbuf_add(&text, " of ");
        show_duration(&text, forecast.seconds);
    }
    out_progress(text.data ? text.data : "");
    strbuf_free(&text);
}

/* Is all asked for that steady_solve() answers? */
static bool is_whole(const struct ofl_limits *limits)
{
    return limits->goal == OFL_GOAL_EXACT && limits->multi_pv <= 1 && !limits->moves &&
           !limits->has_window;
}

/* As ofl_search(); on a terminal it shows how far it is. */
static int search(const struct solver *solver, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result)
{
    enum { SHOW_EVERY_MS = 250, SHOW_FROM_MS = 500 };
    if (solver->searcher) {
        variant_search(solver->searcher, solver->variant, board, limits, result);
        return OFL_OK;
    }
    if (solver->steady.n && is_whole(limits))
        return steady_solve(&solver->steady, board, result);
    if (!solver->headway.is_shown)
        return ofl_search(solver->engine, board, limits, result);
    int code = ofl_start(solver->engine, board, limits);
    while (code == OFL_OK &&
           (code = ofl_wait(solver->engine, SHOW_EVERY_MS, result)) == OFL_ERR_BUSY) {
        struct ofl_result now;
        ofl_look(solver->engine, &now);
        if (now.time_ms >= SHOW_FROM_MS)
            show_progress(solver, board, &now);
        code = OFL_OK;
    }
    return code;
}

static void print_text(const struct solver *solver, const struct found *found,
                       const struct verdict *verdict)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%4" PRIu64 "  ", solver->totals.positions);
    solve_add_text(&text, found, solver->wants_all);
    verdict_add_text(&text, verdict);
    out_printf("%s\n", text.data ? text.data : "");
    strbuf_free(&text);
}

static int print_json(const struct solver *solver, struct place place, const struct found *found,
                      const struct verdict *verdict)
{
    json_t *value = json_with_all(solve_kind.to_json(found),
                                  json_pack("{s:I, s:s, s:I}", "index",
                                            (json_int_t)solver->totals.positions, "file",
                                            place.file, "line", (json_int_t)place.line));
    if (solver->searcher)
        value = json_with(value, "variant", json_string(solver->variant_name));
    return json_print(verdict_add_json(json_with_all(value, json_incref(solver->provenance)),
                                       verdict));
}

static int search_more(void *user, ofl_board board, const struct ofl_limits *limits,
                       struct ofl_result *result)
{
    return search(user, board, limits, result);
}

static bool must_end(void *user)
{
    struct solver *solver = user;
    return watch_must_end(&solver->watch);
}

static void keep_proof(struct solver *solver, const struct found *found)
{
    struct reason reason;
    if (proof_write(&solver->proofs, found->obf->position,
                    found->analysis.result.lines[0].score / 100, &reason))
        return;
    complain("%s", reason.text);
    worsen(solver, code_of(&reason));
}

/* Solves one position. False if the run must end. */
static bool solve_one(struct solver *solver, struct place place, const struct ofl_obf *obf)
{
    struct found found = {.obf = obf};
    const int64_t start_us = clock_us();
    const struct ties_search how = {search_more, must_end, solver, solver->limits};
    const int error = solve_position(&how, solver->wants_ties, solver->komi, &found);
    if (error) {
        complain("%s:%zu: %s", place.file, place.line, ofl_last_error(solver->engine));
        worsen(solver, error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR);
        return error == OFL_ERR_BOARD;
    }
    if (watch_must_end(&solver->watch))
        return false;
    const struct verdict verdict = verdict_of(obf, &found.analysis.result, found.has_ties);
    struct totals *totals = &solver->totals;
    totals->positions++;
    totals->checked += verdict.is_checked;
    totals->wrong += verdict.is_wrong;
    totals->unsolved += !solve_is_answered(&found);
    totals->nodes += found.analysis.result.nodes;
    totals->time_us += clock_us() - start_us;
    if (verdict.is_wrong)
        worsen(solver, 1);
    if (solver->wants_json)
        worsen(solver, print_json(solver, place, &found, &verdict));
    else
        print_text(solver, &found, &verdict);
    if (solver->proofs.path)
        keep_proof(solver, &found);
    const int code = out_flush();
    headway_tell(&solver->headway, (int64_t)totals->positions, (int64_t)totals->positions);
    return code == 0;
}

/* What had to be assumed of a line is said once, since a file has it in all its lines. */
static void say_note(struct solver *solver, const struct lines *lines,
                     const struct reading *reading)
{
    if (!solver->has_said_note)
        complain("%s:%zu: %s; said once", lines->name, lines->number, reading->note.text);
    solver->has_said_note = true;
}

/* One file, or stdin. False if the run must end. */
static bool solve_lines(struct solver *solver, struct lines *lines)
{
    for (;;) {
        const char *text;
        size_t length;
        enum line_status status = lines_next(lines, &text, &length);
        if (watch_must_end(&solver->watch))
            return false;
        if (status == LINE_END)
            return true;
        if (status == LINE_FAILED) {
            complain("cannot read %s: %s", lines->name, strerror(errno));
            worsen(solver, EX_IOERR);
            return true;
        }
        struct reading reading;
        struct ofl_text_error error = {.line = lines->number, .column = LINE_LIMIT + 1};
        int found = -1;
        if (status == LINE_READ)
            found = !solver->searcher
                        ? reader_read_line(text, length, &reading, &error)
                        : variant_read_line(solver->variant, text, length, &reading, &error);
        if (found < 0) {
            complain("%s:%zu:%zu: %s", lines->name, lines->number, error.column,
                     status == LINE_READ ? error.text : "the line is too long");
            solver->totals.malformed++;
            worsen(solver, EX_DATAERR);
        } else if (found > 0) {
            if (reading.note.text[0])
                say_note(solver, lines, &reading);
            if (!solve_one(solver, (struct place){lines->name, lines->number}, &reading.obf))
                return false;
        }
    }
}

static bool solve_path(struct solver *solver, const char *path)
{
    static struct lines lines; /* 64 KiB: too much for the stack of a small machine */
    if (!lines_open(&lines, path)) {
        complain("%s: %s", path, errno ? strerror(errno) : "neither a file nor a pipe");
        worsen(solver, EX_NOINPUT);
        return true;
    }
    lines.end_fd = signals_fd();
    solver->has_input = true;
    if (!solver->is_quiet)
        out_say_awaited(path, "positions, one a line, are");
    bool goes_on = solve_lines(solver, &lines);
    lines_close(&lines);
    return goes_on;
}

/* Returns the exit code. */
static int print_totals(const struct totals *totals, bool wants_json)
{
    double seconds = (double)totals->time_us / 1e6;
    double per_second = totals->time_us ? (double)totals->nodes / seconds : 0;
    if (wants_json)
        return json_print(json_pack(
                           "{s:i, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f}}",
                           "schema", JSON_SCHEMA, "total",
                           "positions", (json_int_t)totals->positions,
                           "checked", (json_int_t)totals->checked,
                           "wrong", (json_int_t)totals->wrong,
                           "malformed", (json_int_t)totals->malformed,
                           "unsolved", (json_int_t)totals->unsolved,
                           "nodes", (json_int_t)totals->nodes, "seconds", seconds,
                           "nodes_per_second", per_second));
    out_printf("total %" PRIu64 " positions, %" PRIu64 " checked, %" PRIu64 " WRONG, %" PRIu64
                   " malformed, %" PRIu64 " not solved, %" PRIu64 " nodes, %.3f s, "
                   "%.2f M nodes/s\n",
                   totals->positions, totals->checked, totals->wrong, totals->malformed,
                   totals->unsolved, totals->nodes, seconds, per_second / 1e6);
    return 0;
}

/* "LOW:HIGH", whole discs. */
static bool read_window(const char *text, struct ofl_limits *limits)
{
    const char *colon = strchr(text, ':');
    int64_t low, high;
    if (!colon || !number_read_int(text, (size_t)(colon - text), -64, 64, &low, NULL) ||
        !number_read_int(colon + 1, NUMBER_TO_NUL, -64, 64, &high, NULL) || low > high) {
        complain("--window: expected two scores from -64 to 64 as LOW:HIGH, found \"%s\"", text);
        return false;
    }
    limits->has_window = true;
    limits->low = (int)low * 100;
    limits->high = (int)high * 100;
    return true;
}

/* Returns 0, or an exit code after saying why. */
static int read_limits(const struct cli_args *args, struct ofl_limits *limits)
{
    *limits = (struct ofl_limits){.goal = args->wld ? OFL_GOAL_WLD : OFL_GOAL_EXACT,
                                  .multi_pv = args->all_moves ? OFL_MAX_MOVES : 1,
                                  .nodes = (uint64_t)args->nodes, .move_ms = args->move_ms};
    if (args->wld && (args->all_moves || args->ties || args->window)) {
        complain("--wld asks for less than --all-moves, --ties and --window: it stands alone");
        return EX_USAGE;
    }
    if (args->deterministic && (args->move_ms || args->nodes)) {
        complain("--deterministic solves to the end: it goes without --seconds and --nodes");
        return EX_USAGE;
    }
    if (args->proof && (args->wld || args->window || args->move_ms || args->nodes)) {
        complain("--proof proves exact scores: it goes without --wld, --window, --seconds and "
                 "--nodes");
        return EX_USAGE;
    }
    if (cli_option_is_given(args, "komi") && !args->wld) {
        complain("--komi says who wins: it goes with --wld");
        return EX_USAGE;
    }
    return args->window && !read_window(args->window, limits) ? EX_USAGE : 0;
}

/* By several engines, or into a file. */
static int solve_stream(const struct cli_args *args, const struct ofl_limits *limits)
{
    static const char *const standard_input[] = {"-"};
    struct analyze_request request;
    struct totals totals = {0};
    const int64_t start_us = clock_us();
    int code = stream_read_request(args, &solve_kind, &request);
    if (code)
        return code;
    request.solving = *limits;
    request.totals = &totals;
    code = args->n_words ? analyze_stream(&request, args->words, args->n_words)
                         : analyze_stream(&request, standard_input, 1);
    totals.time_us = clock_us() - start_us;
    const int printed = args->out || args->quiet ? 0 : print_totals(&totals, args->json);
    return code ? code : printed;
}

static void stop_all(void *user)
{
    const struct solver *solver = user;
    ofl_stop(solver->engine);
    for (int i = 1; i < solver->steady.n; i++)
        ofl_stop(solver->steady.engines[i]);
}

/* An engine of one thread for each of those that the first has, with its share of the table. */
static bool make_steady(struct solver *solver, const struct cli_args *args)
{
    struct steady *steady = &solver->steady;
    char share[24];
    int64_t n = engine_option_number(solver->engine, "threads");
    n = n < STEADY_MOST ? n : STEADY_MOST;
    const int64_t mib = engine_option_number(solver->engine, "hash") / n;
    snprintf(share, sizeof share, "%" PRId64, mib > 1 ? mib : 1);
    for (steady->n = 0; steady->n < n; steady->n++) {
        ofl_engine *engine = steady->n ? args_create_engine(args, &solver->code) : solver->engine;
        if (!engine)
            return false;
        ofl_set_option(engine, "threads", "1");
        ofl_set_option(engine, "hash", share);
        steady->engines[steady->n] = engine;
    }
    return true;
}

/* One after the other, each by all threads. */
static int solve_all(struct solver *solver, const struct cli_args *args,
                     const struct ofl_obf *first)
{
    struct reason reason;
    args_choose_resources(args, solver->engine);
    if (args->deterministic && !make_steady(solver, args))
        return solver->code;
    solver->provenance = provenance_of(solver->engine, args_settings(args), &reason);
    if (solver->provenance)
        solver->provenance = json_with(solver->provenance, "limits",
                                       solve_limits_to_json(&solver->limits, args));
    if (!solver->provenance) {
        complain("%s", reason.text);
        return code_of(&reason);
    }
    if (solver->steady.n)
        watch_begin_call(&solver->watch, stop_all, solver);
    else
        watch_begin(&solver->watch, solver->engine);
    solver->has_input = first != NULL;
    headway_begin(&solver->headway, "positions", solver->is_quiet, args->n_words > 0);
    for (int i = 0; !first && solver->headway.is_shown && i < args->n_words; i++)
        solver->headway.n_all += game_files_count_in(args->words[i]);
    if (first)
        solve_one(solver, (struct place){"arguments", 1}, first);
    bool goes_on = !first && (args->n_words > 0 || solve_path(solver, "-"));
    for (int i = 0; goes_on && i < args->n_words; i++)
        goes_on = solve_path(solver, args->words[i]);
    headway_end(&solver->headway);
    if (!solver->is_quiet && solver->has_input)
        worsen(solver, print_totals(&solver->totals, solver->wants_json));
    watch_end(&solver->watch);
    json_decref(solver->provenance);
    return solver->code;
}

/* The same, with a file of proofs. */
static int solve_with_proofs(struct solver *solver, const struct cli_args *args,
                             const struct ofl_obf *first)
{
    struct reason reason;
    solver->proofs = (struct proof_file){.path = args->proof, .engine = solver->engine,
                                         .must_end = must_end, .user = solver};
    if (engine_option_number(solver->engine, "score-rule") != OFL_SCORE_TOURNAMENT) {
        complain("--proof counts empty squares for the winner: it goes without --score-rule raw");
        return EX_USAGE;
    }
    if (!proof_begin(&solver->proofs, &reason)) {
        complain("%s", reason.text);
        return EX_CANTCREAT;
    }
    solve_all(solver, args, first);
    if (!proof_end(&solver->proofs, &reason)) {
        complain("%s", reason.text);
        worsen(solver, EX_IOERR);
    }
    return solver->code;
}

/* The same for another game. */
static int solve_variant(struct solver *solver, const struct cli_args *args)
{
    struct reading reading;
    struct ofl_text_error error;
    args_choose_resources(args, solver->engine);
    solver->searcher = variant_searcher_create(engine_option_number(solver->engine, "hash"));
    if (!solver->searcher) {
        complain("not enough memory for a table");
        return EX_OSERR;
    }
    variant_searcher_ask(solver->searcher, must_end, solver);
    /* A word that is no file is a position. */
    const bool is_text = args->n_words == 1 && access(args->words[0], F_OK) != 0 &&
                         strcmp(args->words[0], "-") != 0;
    const char *word = is_text ? args->words[0] : "";
    const int found = variant_read_line(solver->variant, word, strlen(word), &reading, &error);
    if (found < 0)
        complain("solve: column %zu: %s", error.column, error.text);
    const int code = found < 0 ? EX_DATAERR : solve_all(solver, args, found ? &reading.obf : NULL);
    variant_searcher_destroy(solver->searcher);
    return code;
}

static int solve_run(const struct cli_args *args)
{
    struct solver solver = {
        .wants_all = args->all_moves,
        .wants_ties = args->ties,
        .komi = args->komi,
        .wants_json = args->json,
        .is_quiet = args->quiet,
        .variant_name = args->variant,
    };
    struct reading reading;
    const bool is_batch = args->out || args->part || cli_option_is_given(args, "jobs");
    solver.code = read_limits(args, &solver.limits);
    solver.code = solver.code ? solver.code
                              : variant_from_args(args, VARIANT_OPTIONS, &solver.variant);
    if (solver.code)
        return solver.code;
    const int found = args->variant ? 0 : position_read_words(args, &reading);
    if (found < 0)
        return EX_DATAERR;
    if ((args->proof || args->deterministic) && is_batch) {
        complain("--proof and --deterministic take one position after the other: they go without "
                 "--jobs, --out and --part");
        return EX_USAGE;
    }
    if (found > 0 && is_batch) {
        complain("--jobs, --out and --part are for files and standard input");
        return EX_USAGE;
    }
    if (is_batch || args->resume || args->mix)
        return solve_stream(args, &solver.limits);
    solver.engine = args_create_engine(args, &solver.code);
    if (!solver.engine)
        return solver.code;
    const struct ofl_obf *first = found > 0 ? &reading.obf : NULL;
    const int code = args->variant ? solve_variant(&solver, args)
                     : args->proof ? solve_with_proofs(&solver, args, first)
                                   : solve_all(&solver, args, first);
    for (int i = 1; i < solver.steady.n; i++)
        ofl_engine_destroy(solver.steady.engines[i]);
    ofl_engine_destroy(solver.engine);
    return signals_caught() ? 128 + signals_caught() : code;
}

const struct cli_command cmd_solve = {
    .name = "solve",
    .arguments = "[POSITION | MOVES | FILE ...]",
    .summary = "find the exact score of positions",
    .text = "Takes a position or the moves of a game, or reads positions from OBF files or "
            "standard input, and prints one line for each as soon as it is solved: index, score in "
            "discs for the side to move, best move, nodes, seconds and the principal variation. "
            "The last line adds up.\n\n"
            "One best move is found. --ties finds all moves of the best score, in about twice the "
            "nodes; --all-moves solves every move, in about four times the nodes, and prints the "
            "score of each. --wld and --window LOW:HIGH ask for less and cost less; --komi DISCS "
            "are added to White's score before --wld tells who wins. With --seconds "
            "or --nodes a position that is not solved in time is answered by what is proved of its "
            "score (LOW..HIGH) and by the best move so far, with its estimate; the exit status "
            "does not tell of it.\n\n"
            "Where the file gives scores these are checked: the best of them is the score of the "
            "position; the moves that have it in the file really have it; with --all-moves, the "
            "score of each move. Lower scores in the file are not checked without --all-moves. A "
            "difference is marked WRONG and makes the exit status 1. Malformed lines are told on "
            "standard error as FILE:LINE:COLUMN and make it 65; the rest is solved all the same."
            "\n\n"
            "--proof FILE writes a proof of each score, to be checked without this program: "
            "node scripts/check-proof.mjs FILE. --deterministic makes nodes and lines of several "
            "threads repeat exactly; it takes longer.\n\n"
            "--variant GAME solves boards of another game: anti (fewer discs win), 6x6 (a1..f6), "
            "4x4 or holes:c3,f6 (squares out of play), joined by + as 6x6+anti. A line is a board "
            "of so many squares and the side to move, \"start\", moves from there, or GGF. It is "
            "searched on one thread.\n\n"
            "--jobs, --out, --resume, --mix, --part and --job are as in \"outflank analyze\": "
            "positions are then solved side by side, by one thread each.",
    .options = "variant|all-moves|ties|wld|komi|window|proof|deterministic|seconds|nodes|json|"
               "quiet|jobs|out|resume|mix|part|job",
    .has_engine = true,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = solve_run,
};
