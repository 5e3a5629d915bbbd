/* cli/analyze.c - the command "analyze": what the moves of positions are worth. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sysexits.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "board/reader.h"
#include "cli/args.h"
#include "cli/json.h"
#include "cli/lines.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "opening/names.h"
#include "protocol/show.h"
#include "protocol/show_analysis.h"
#include "protocol/signals.h"

enum { TEXT_LIMIT = 16384, DEFAULT_MS = 2000 };

struct analyzer {
    ofl_engine *engine;
    struct watch watch;
    struct analysis_limits limits;
    bool wants_json;
    bool has_one;          /* a position on the command line: told at length */
    bool has_said_note;
    uint64_t n_positions;
    int code;              /* of the run so far; the gravest wins */
};

static void worsen(struct analyzer *analyzer, int code)
{
    if (code > analyzer->code)
        analyzer->code = code;
}

/* ---- what is asked ---- */

static bool read_count(const struct cli_args *args, int option, const char *name, int64_t max,
                       int64_t *n)
{
    const struct number_range counts = {.min = 1, .max = max};
    return !args->has[option] || args_read_number(name, args->value[option], &counts, n);
}

/* Returns 0, or an exit code after saying why. */
static int read_limits(const struct cli_args *args, struct analysis_limits *limits)
{
    const struct number_range seconds = {.min = 1, .max = INT64_C(1000000000), .decimals = 3,
                                         .unit = "seconds", .cuts_decimals = true};
    int64_t n_best = OFL_MAX_MOVES, nodes = 0, depth = 0, time_ms = 0;
    const char *best = args->value[OPT_BEST];
    const bool wants_all = best && strcmp(best, "all") == 0;
    if ((!wants_all && !read_count(args, OPT_BEST, "--best", OFL_MAX_MOVES, &n_best)) ||
        !read_count(args, OPT_NODES, "--nodes", INT64_MAX, &nodes) ||
        !read_count(args, OPT_DEPTH, "--depth", 60, &depth))
        return EX_USAGE;
    if (args->has[OPT_SECONDS] &&
        !args_read_number("--seconds", args->value[OPT_SECONDS], &seconds, &time_ms))
        return EX_USAGE;
    if (args->has[OPT_EXACT] && depth) {
        complain("--exact and --depth exclude each other: an exact score needs all plies");
        return EX_USAGE;
    }
    *limits = (struct analysis_limits){.time_ms = time_ms, .nodes = (uint64_t)nodes,
                                       .depth = (int)depth, .wants_exact = args->has[OPT_EXACT],
                                       .n_best = (int)n_best};
    if (!time_ms && !nodes && !depth && !limits->wants_exact && !args_has_setting(args, "level"))
        limits->time_ms = DEFAULT_MS;
    return 0;
}

/* ---- what is printed ---- */

static void print_text(const struct analyzer *analyzer, const struct analysis *analysis)
{
    struct strbuf text = {0};
    if (analyzer->has_one) {
        const struct opening *opening = opening_of_board(analysis->position.board, OPENING_EN);
        show_board(&text, analysis->position, '*', opening ? opening->name : NULL);
        strbuf_add(&text, "\n");
        show_analysis(&text, analysis, 0);
    } else {
        strbuf_addf(&text, "%4llu  ", (unsigned long long)analyzer->n_positions);
        show_analysis_line(&text, analysis);
        strbuf_add(&text, "\n");
    }
    out_printf("%s", text.data ? text.data : "");
    strbuf_free(&text);
}

static int print_json(const struct analyzer *analyzer, const char *name, size_t number,
                      const struct analysis *analysis)
{
    json_t *value = json_from_analysis(analysis);
    bool is_made = value != NULL;
    if (is_made && !analyzer->has_one)
        is_made = json_object_set_new(value, "index", json_integer(
                      (json_int_t)analyzer->n_positions)) == 0 &&
                  json_object_set_new(value, "file", json_string(name)) == 0 &&
                  json_object_set_new(value, "line", json_integer((json_int_t)number)) == 0;
    if (!is_made) {
        json_decref(value);
        value = NULL;
    }
    return json_print(value);
}

/* ---- positions ---- */

/* False if the run must end. */
static bool analyze_position(struct analyzer *analyzer, const char *name, size_t number,
                             ofl_position position)
{
    struct analysis analysis;
    ofl_new_game(analyzer->engine);
    analysis_begin(&analysis, position);
    const int error = analysis_run(analyzer->engine, &analyzer->limits, NULL, NULL, &analysis);
    if (watch_must_end(&analyzer->watch))
        return false;
    if (error) {
        complain("%s:%zu: %s", name, number, ofl_last_error(analyzer->engine));
        worsen(analyzer, error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR);
        return error == OFL_ERR_BOARD;
    }
    analyzer->n_positions++;
    if (analyzer->wants_json)
        worsen(analyzer, print_json(analyzer, name, number, &analysis));
    else
        print_text(analyzer, &analysis);
    return out_flush() == 0;
}

/* What had to be assumed of a line is said once, since a file has it in all its lines. */
static void say_note(struct analyzer *analyzer, const struct lines *lines,
                     const struct reading *reading)
{
    if (reading->note.text[0] && !analyzer->has_said_note) {
        complain("%s:%zu: %s; said once", lines->name, lines->number, reading->note.text);
        analyzer->has_said_note = true;
    }
}

/* One file, or stdin. False if the run must end. */
static bool analyze_lines(struct analyzer *analyzer, struct lines *lines)
{
    for (;;) {
        const char *text;
        size_t length;
        const enum line_status status = lines_next(lines, &text, &length);
        if (watch_must_end(&analyzer->watch))
            return false;
        if (status == LINE_END)
            return true;
        if (status == LINE_FAILED) {
            complain("cannot read %s: %s", lines->name, strerror(errno));
            worsen(analyzer, EX_IOERR);
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
            worsen(analyzer, EX_DATAERR);
        } else if (found > 0) {
            say_note(analyzer, lines, &reading);
            if (!analyze_position(analyzer, lines->name, lines->number, reading.game.position))
                return false;
        }
    }
}

static bool analyze_path(struct analyzer *analyzer, const char *path)
{
    static struct lines lines; /* 64 KiB: too much for the stack of a small machine */
    if (!lines_open(&lines, path)) {
        complain("%s: %s", path, errno ? strerror(errno) : "neither a file nor a pipe");
        worsen(analyzer, EX_NOINPUT);
        return true;
    }
    const bool goes_on = analyze_lines(analyzer, &lines);
    lines_close(&lines);
    return goes_on;
}

/* The words as one text; false if they are too long. */
static bool join_words(const struct cli_args *args, char out[TEXT_LIMIT])
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < args->n_words; i++) {
        const int n = snprintf(out + length, TEXT_LIMIT - length, "%s%s", i ? " " : "",
                               args->words[i]);
        if (n < 0 || (size_t)n >= TEXT_LIMIT - length)
            return false;
        length += (size_t)n;
    }
    return true;
}

/* A position or a game as words: 1 read, 0 they are no such text, -1 after saying what is wrong. */
static int read_words(const struct cli_args *args, ofl_position *position)
{
    char text[TEXT_LIMIT];
    struct reading reading;
    struct ofl_text_error error;
    if (args->n_words == 0 || !join_words(args, text) || access(args->words[0], F_OK) == 0 ||
        !reader_format(text, strlen(text)))
        return 0;
    if (!reader_read(text, strlen(text), &reading, &error)) {
        complain("analyze: column %zu: %s", error.column, error.text);
        return -1;
    }
    if (reading.note.text[0])
        complain("analyze: %s", reading.note.text);
    *position = reading.game.position;
    return 1;
}

static void run(struct analyzer *analyzer, const struct cli_args *args)
{
    ofl_position position;
    const int found = read_words(args, &position);
    if (found < 0) {
        worsen(analyzer, EX_USAGE);
    } else if (found > 0) {
        analyzer->has_one = true;
        analyze_position(analyzer, "analyze", 1, position);
    } else {
        bool goes_on = args->n_words > 0 || analyze_path(analyzer, "-");
        for (int i = 0; goes_on && i < args->n_words; i++)
            goes_on = analyze_path(analyzer, args->words[i]);
    }
}

int analyze_run(const struct cli_args *args)
{
    struct analyzer analyzer = {.wants_json = args->has[OPT_JSON]};
    analyzer.code = read_limits(args, &analyzer.limits);
    if (analyzer.code)
        return analyzer.code;
    analyzer.engine = args_create_engine(args, &analyzer.code);
    if (!analyzer.engine)
        return analyzer.code;
    watch_begin(&analyzer.watch, analyzer.engine);
    run(&analyzer, args);
    watch_end(&analyzer.watch);
    ofl_engine_destroy(analyzer.engine);
    return signals_caught() ? 128 + signals_caught() : analyzer.code;
}
