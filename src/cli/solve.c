/* cli/solve.c - the command "solve": exact scores of positions, read line by line.
 *
 * Each position is answered by one line, sent before the next is read. Scores that
 * the file gives are checked as far as they were found: the best score, that the
 * moves the file calls best have it, that no score lies above it, and each move
 * that was solved. A difference is marked WRONG and counted.
 *
 * A search proves one best move. The others of the same score are not known from
 * it: each takes a search of the moves left (--ties), or of all (--all-moves).
 *
 * With --wld, --window or a limit a score may only be bounded; the file is then checked
 * against the bounds, and its moves are not. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>
#include <outflank/notation.h>
#include <outflank/think.h>

#include "analysis/forecast.h"
#include "analysis/ties.h"
#include "base/clock.h"
#include "board/reader.h"
#include "cli/args.h"
#include "cli/json.h"
#include "base/lines.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/solve_limits.h"
#include "cli/watch.h"
#include "protocol/show.h"
#include "protocol/show_analysis.h"
#include "protocol/signals.h"
#include "request/forms.h"

struct totals {
    uint64_t positions, checked, wrong, malformed, unsolved, nodes;
    int64_t time_us;
};

struct solver {
    ofl_engine *engine;
    struct watch watch;
    bool wants_all, wants_ties, wants_json, is_quiet;
    bool shows_progress;
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

/* What the file says against what was found. */
struct verdict {
    bool is_checked, is_wrong;
    int expected; /* best score of the file */
    int n_wrong_moves;
    bool lacks_ties; /* they were asked for, and a limit ended the search for them */
};

static void worsen(struct solver *solver, int code)
{
    if (code > solver->code)
        solver->code = code;
}

static int discs(int score_cd) { return score_cd / 100; }

/* What was found for `move`, or NULL. A file gives the score of a finished game as that of a
 * pass, and its one line has no move. */
static const struct ofl_line *find_line(const struct ofl_result *result, int move)
{
    for (int i = 0; i < result->n_lines; i++) {
        int found = result->lines[i].move;
        if (found == move || (found == OFL_NO_MOVE && move == OFL_PASS))
            return &result->lines[i];
    }
    return NULL;
}

/* Its score is known exactly; else there are bounds (--wld, --window, a limit). */
static bool is_exact(const struct ofl_result *result)
{
    return result->lines[0].solved && result->lines[0].bound == OFL_BOUND_EXACT;
}

static bool is_answered(const struct ofl_result *result)
{
    return result->lines[0].solved;
}

static int best_of_file(const struct ofl_obf *obf)
{
    int best = obf->scores[0].score;
    for (int i = 1; i < obf->n_scores; i++)
        if (obf->scores[i].score > best)
            best = obf->scores[i].score;
    return best;
}

/* Can a line that is found, or bounded, have this score? */
static bool agrees(const struct ofl_line *line, int score_cd)
{
    return line->bound == OFL_BOUND_LOWER   ? score_cd >= line->score
           : line->bound == OFL_BOUND_UPPER ? score_cd <= line->score
                                            : score_cd == line->score;
}

/* With `has_ties` the moves that were not found are known to have less than the best. */
static struct verdict check(const struct ofl_obf *obf, const struct ofl_result *result,
                            bool has_ties)
{
    struct verdict verdict = {.is_checked = obf->n_scores > 0};
    if (!verdict.is_checked)
        return verdict;
    verdict.expected = best_of_file(obf);
    if (!is_exact(result)) {
        verdict.is_checked = result->proved_low > -6400 || result->proved_high < 6400;
        verdict.is_wrong = verdict.expected * 100 < result->proved_low ||
                           verdict.expected * 100 > result->proved_high;
        return verdict;
    }
    int limit_cd = result->lines[0].score - has_ties;
    for (int k = 0; k < obf->n_scores; k++) {
        int score_cd = obf->scores[k].score * 100;
        const struct ofl_line *line = find_line(result, obf->scores[k].move);
        if (line ? !agrees(line, score_cd) : score_cd > limit_cd)
            verdict.n_wrong_moves++;
    }
    verdict.is_wrong = verdict.n_wrong_moves || verdict.expected * 100 != result->lines[0].score;
    return verdict;
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
    fprintf(stderr, "\r\033[K%" PRIu64 ": %s", solver->totals.positions + 1,
            text.data ? text.data : "");
    strbuf_free(&text);
}

/* As ofl_search(); on a terminal it shows how far it is. */
static int search(const struct solver *solver, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result)
{
    enum { SHOW_EVERY_MS = 250, SHOW_FROM_MS = 500 };
    if (!solver->shows_progress)
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

enum { SCORE_TEXT = 32 };

/* Has line i the exact score of the best one? */
static bool is_as_good(const struct ofl_result *result, int i)
{
    return result->lines[i].bound == OFL_BOUND_EXACT &&
           result->lines[i].score == result->lines[0].score && is_exact(result);
}

/* +6, or what is known of it: >=+2, <=-4, +1..+64. */
static void score_to_text(const struct ofl_result *result, char text[SCORE_TEXT])
{
    int low = discs(result->proved_low), high = discs(result->proved_high);
    if (is_exact(result))
        snprintf(text, SCORE_TEXT, "%+d", discs(result->lines[0].score));
    else if (high >= 64 && low > -64)
        snprintf(text, SCORE_TEXT, ">=%+d", low);
    else if (low <= -64 && high < 64)
        snprintf(text, SCORE_TEXT, "<=%+d", high);
    else
        snprintf(text, SCORE_TEXT, "%+d..%+d", low, high);
}

static void print_text(const struct solver *solver, const struct ofl_result *result,
                       const struct verdict *verdict)
{
    static const char *const bound_signs[] = {
        [OFL_BOUND_EXACT] = "", [OFL_BOUND_LOWER] = ">=", [OFL_BOUND_UPPER] = "<="};
    char move[8], score[SCORE_TEXT];
    score_to_text(result, score);
    out_printf("%4" PRIu64 "  %3s  ", solver->totals.positions, score);
    int width = 0;
    for (int i = 0; i < result->n_lines && (i == 0 || is_as_good(result, i)); i++) {
        out_printf("%s%s", i ? "," : "", ofl_move_to_text(result->lines[i].move, false, move));
        width += (int)strlen(move) + (i > 0);
    }
    out_printf("%*s %13" PRIu64 " nodes %9.3f s  pv", width < 8 ? 8 - width : 0, "", result->nodes,
               (double)result->time_ms / 1000);
    for (int i = 0; i < result->lines[0].pv_length; i++)
        out_printf(" %s", ofl_move_to_text(result->lines[0].pv[i], false, move));
    if (solver->wants_all) {
        out_printf("  all");
        for (int i = 0; i < result->n_lines; i++)
            out_printf(" %s:%s%+d", ofl_move_to_text(result->lines[i].move, false, move),
                       bound_signs[result->lines[i].bound], discs(result->lines[i].score));
    }
    if (!is_answered(result))
        out_printf("  NOT SOLVED: about %+.1f, depth %d at %d %%", result->lines[0].score / 100.0,
                   result->lines[0].depth, result->lines[0].confidence);
    if (verdict->lacks_ties)
        out_printf("  TIES NOT ALL SEARCHED");
    if (verdict->is_wrong)
        out_printf("  WRONG: the file says %+d, %d moves differ", verdict->expected,
                   verdict->n_wrong_moves);
    out_printf("\n");
}

static int print_json(const struct solver *solver, struct place place,
                      const struct ofl_obf *obf, const struct ofl_result *result,
                      const struct verdict *verdict)
{
    json_t *value = form_solved(obf->position, result, verdict->lacks_ties);
    bool is_made = value &&
                   json_object_set_new(value, "index", json_integer(
                       (json_int_t)solver->totals.positions)) == 0 &&
                   json_object_set_new(value, "file", json_string(place.file)) == 0 &&
                   json_object_set_new(value, "line", json_integer((json_int_t)place.line)) == 0;
    if (is_made && verdict->is_checked)
        is_made = json_object_set_new(value, "expected", json_integer(verdict->expected)) == 0 &&
                  json_object_set_new(value, "wrong", json_boolean(verdict->is_wrong)) == 0;
    if (!is_made) {
        json_decref(value);
        value = NULL;
    }
    return json_print(value);
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

/* Moves that the file calls best, where the search found another. */
static void solve_claims(const struct ties_search *how, const struct ofl_obf *obf,
                         struct ofl_result *result)
{
    for (int k = 0; k < obf->n_scores; k++) {
        int move = obf->scores[k].move;
        if (obf->scores[k].score * 100 == result->lines[0].score && move < 64 &&
            !find_line(result, move))
            ties_add(how, obf->position.board, UINT64_C(1) << move, result);
    }
}

/* Solves one position. False if the run must end. */
static bool solve_position(struct solver *solver, struct place place, const struct ofl_obf *obf)
{
    struct ofl_result result;
    int64_t start_us = clock_us();
    int error = search(solver, obf->position.board, &solver->limits, &result);
    if (error) {
        complain("%s:%zu: %s", place.file, place.line, ofl_last_error(solver->engine));
        worsen(solver, error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR);
        return error == OFL_ERR_BOARD;
    }
    bool wants_more = is_exact(&result) && !solver->wants_all, has_ties = false;
    const struct ties_search how = {search_more, must_end, solver, solver->limits};
    if (solver->wants_ties && wants_more)
        has_ties = ties_find(&how, obf->position.board, &result);
    if (!solver->wants_ties && wants_more)
        solve_claims(&how, obf, &result);
    if (solver->shows_progress)
        fputs("\r\033[K", stderr);
    if (watch_must_end(&solver->watch))
        return false;
    struct verdict verdict = check(obf, &result, has_ties);
    verdict.lacks_ties = solver->wants_ties && wants_more && !has_ties;
    struct totals *totals = &solver->totals;
    totals->positions++;
    totals->checked += verdict.is_checked;
    totals->wrong += verdict.is_wrong;
    totals->unsolved += !is_answered(&result);
    totals->nodes += result.nodes;
    totals->time_us += clock_us() - start_us;
    if (verdict.is_wrong)
        worsen(solver, 1);
    if (solver->wants_json)
        worsen(solver, print_json(solver, place, obf, &result, &verdict));
    else
        print_text(solver, &result, &verdict);
    return out_flush() == 0;
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
            found = reader_read_line(text, length, &reading, &error);
        if (found < 0) {
            complain("%s:%zu:%zu: %s", lines->name, lines->number, error.column,
                     status == LINE_READ ? error.text : "the line is too long");
            solver->totals.malformed++;
            worsen(solver, EX_DATAERR);
        } else if (found > 0) {
            if (reading.note.text[0])
                say_note(solver, lines, &reading);
            if (!solve_position(solver, (struct place){lines->name, lines->number}, &reading.obf))
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
    solver->has_input = true;
    if (!solver->is_quiet)
        out_say_awaited(path, "positions, one a line,");
    bool goes_on = solve_lines(solver, &lines);
    lines_close(&lines);
    return goes_on;
}

static void print_totals(struct solver *solver)
{
    const struct totals *totals = &solver->totals;
    double seconds = (double)totals->time_us / 1e6;
    double per_second = totals->time_us ? (double)totals->nodes / seconds : 0;
    if (solver->wants_json)
        worsen(solver, json_print(json_pack(
                           "{s:i, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f}}",
                           "schema", JSON_SCHEMA, "total",
                           "positions", (json_int_t)totals->positions,
                           "checked", (json_int_t)totals->checked,
                           "wrong", (json_int_t)totals->wrong,
                           "malformed", (json_int_t)totals->malformed,
                           "unsolved", (json_int_t)totals->unsolved,
                           "nodes", (json_int_t)totals->nodes, "seconds", seconds,
                           "nodes_per_second", per_second)));
    else
        out_printf("total %" PRIu64 " positions, %" PRIu64 " checked, %" PRIu64 " WRONG, %" PRIu64
                   " malformed, %" PRIu64 " not solved, %" PRIu64 " nodes, %.3f s, "
                   "%.2f M nodes/s\n",
                   totals->positions, totals->checked, totals->wrong, totals->malformed,
                   totals->unsolved, totals->nodes, seconds, per_second / 1e6);
}

int solve_run(const struct cli_args *args)
{
    struct solver solver = {
        .wants_all = args->has[OPT_ALL_MOVES],
        .wants_ties = args->has[OPT_TIES],
        .wants_json = args->has[OPT_JSON],
        .is_quiet = args->has[OPT_QUIET],
        .shows_progress = !args->has[OPT_QUIET] && isatty(STDERR_FILENO) &&
                          (args->n_words > 0 || !isatty(STDIN_FILENO)),
    };
    struct reading reading;
    solver.code = solve_read_limits(args, &solver.limits);
    if (solver.code)
        return solver.code;
    const int found = position_read_words(args, &reading);
    if (found < 0)
        return EX_DATAERR;
    solver.engine = args_create_engine(args, &solver.code);
    if (!solver.engine)
        return solver.code;
    args_choose_resources(args, solver.engine);
    watch_begin(&solver.watch, solver.engine);
    solver.has_input = found > 0;
    if (found > 0)
        solve_position(&solver, (struct place){"arguments", 1}, &reading.obf);
    bool goes_on = found == 0 && (args->n_words > 0 || solve_path(&solver, "-"));
    for (int i = 0; goes_on && i < args->n_words; i++)
        goes_on = solve_path(&solver, args->words[i]);
    if (!solver.is_quiet && solver.has_input)
        print_totals(&solver);
    watch_end(&solver.watch);
    ofl_engine_destroy(solver.engine);
    return signals_caught() ? 128 + signals_caught() : solver.code;
}
