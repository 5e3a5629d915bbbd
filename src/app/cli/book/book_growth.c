/* cli/book/book_growth.c - see book_growth.h. */
#include "cli/book/book_growth.h"

#include <errno.h>
#include <outflank/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/array.h"
#include "base/number.h"
#include "text/reader.h"
#include "base/lines.h"
#include "cli/checked_output.h"

/* One line of --from. */
static int read_root(const struct program_call *call, const struct lines *lines, const char *text,
                     size_t length, ofl_board **roots, size_t *n_roots)
{
    struct reading *reading = malloc(sizeof *reading);
    struct ofl_text_error error = {0};
    int code = 0;
    const int found = reading ? reader_read_line(text, length, reading, &error) : 0;
    if (!reading || (found > 0 && !array_push(roots, n_roots, &reading->obf.position.board,
                                             sizeof **roots))) {
        complain("out of memory");
        code = EX_OSERR;
    } else if (found < 0) {
        complain("book %s: %s:%zu:%zu: %s", call->command->name, lines->name, lines->number,
                 error.column, error.text);
        code = EX_DATAERR;
    } else if (found > 0 && ofl_count_empties(reading->obf.position.board) > BOOK_MAX_EMPTIES) {
        complain("book %s: %s:%zu: expected a board with at most %d empty squares",
                 call->command->name, lines->name, lines->number, BOOK_MAX_EMPTIES);
        code = EX_DATAERR;
    }
    free(reading);
    return code;
}

static bool has_move(const ofl_board *roots, size_t n_roots)
{
    for (size_t i = 0; i < n_roots; i++)
        if (!ofl_is_over(roots[i]))
            return true;
    return false;
}

static int read_roots(const struct program_call *call, struct lines *lines, ofl_board **roots,
                      size_t *n_roots)
{
    const char *text;
    size_t length;
    enum line_status status;
    int code = 0;
    while (!code && (status = lines_next(lines, &text, &length)) != LINE_END) {
        if (status == LINE_READ) {
            code = read_root(call, lines, text, length, roots, n_roots);
            continue;
        }
        complain("book %s: %s:%zu: %s", call->command->name, lines->name, lines->number,
                 status == LINE_TOO_LONG ? "the line is too long" : strerror(errno));
        code = status == LINE_TOO_LONG ? EX_DATAERR : EX_IOERR;
    }
    if (!code && !has_move(*roots, *n_roots)) {
        complain("book %s: %s: expected a position where a side can move, found %s",
                 call->command->name, lines->name,
                 *n_roots ? "the ends of games; only the last position of a line counts" : "none");
        code = EX_DATAERR;
    }
    return code;
}

/* The positions of the file. */
static int open_roots(const struct program_call *call, const char *path, ofl_board **roots,
                      size_t *n_roots)
{
    struct lines *lines = malloc(sizeof *lines);
    int code = EX_NOINPUT;
    if (!lines) {
        complain("out of memory");
        code = EX_OSERR;
    } else if (!lines_open(lines, path)) {
        complain("book %s: %s: %s", call->command->name, path,
                 errno ? strerror(errno) : "not a file");
    } else {
        code = read_roots(call, lines, roots, n_roots);
        lines_close(lines);
    }
    free(lines);
    return code;
}

int book_growth_request(const struct program_call *call, const struct book_growth *growth,
                        struct plan_request *request)
{
    const bool is_limited = growth->error < BOOK_GROWTH_ERROR_MOST;
    const ofl_position start = ofl_position_start();
    ofl_board *roots = NULL;
    size_t n_roots = 0;
    int64_t selectivity = 0; /* one of the choices */
    int code = 0;
    if (growth->from) {
        code = open_roots(call, growth->from, &roots, &n_roots);
    } else if (!array_push(&roots, &n_roots, &start.board, sizeof start.board)) {
        complain("out of memory");
        code = EX_OSERR;
    }
    number_scan_int(growth->selectivity, NUMBER_TO_NUL, NUMBER_PLAIN, &selectivity);
    *request = (struct plan_request){
        .roots = {roots, n_roots},
        .limits = {.error_cd = is_limited ? (int32_t)(growth->error * 100 + 0.5)
                                          : PLAN_NO_ERROR_LIMIT,
                   .least_empties = growth->least_empties,
                   .omega_cp = (int)(growth->omega * 100 + 0.5)},
        .effort = {.depth = (uint8_t)growth->depth, .selectivity = (uint8_t)selectivity,
                   .exact = (uint8_t)growth->exact},
    };
    if (code)
        book_growth_free(request);
    return code;
}

void book_growth_free(struct plan_request *request)
{
    free((void *)request->roots.boards);
    request->roots = (struct roots){NULL, 0};
}

ofl_engine *book_growth_engine(const struct book_engine *options, struct reason *reason)
{
    ofl_engine *engine = ofl_engine_create();
    char hash[16];
    if (!engine) {
        reason_set(reason, "no memory for an engine");
        return NULL;
    }
    snprintf(hash, sizeof hash, "%d", options->hash_mib);
    if (ofl_set_option(engine, "hash", hash) == OFL_OK &&
        (!options->weights || ofl_set_option(engine, "weights", options->weights) == OFL_OK))
        return engine;
    reason_set(reason, "%s", ofl_last_error(engine));
    ofl_engine_destroy(engine);
    return NULL;
}
