/* cli/cmd_explain.c - the command "explain": why a move is worse than the best one, or better than
 * the
 * second. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/replace.h"
#include "base/regular.h"
#include "base/strbuf.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "report/review.h"
#include "cli/watch.h"
#include "options/signals.h"
#include "request/forms.h"
#include "report/beside.h"
#include "report/svg.h"

/* ---- output ---- */

static int print_text(const struct comparison *found, bool wants_beside)
{
    struct strbuf text = {0};
    compare_add_text(&text, found);
    if (wants_beside) {
        const struct beside beside = beside_of(found);
        beside_add_text(&text, &beside);
    }
    return out_text(&text);
}

static void mark_line(struct svg_board *board, const struct ofl_line *line, enum svg_mark mark)
{
    struct strbuf text = {0};
    if (line->move >= OFL_PASS)
        return;
    if (line->bound == OFL_BOUND_EXACT) {
        strbuf_add(&text, "=");
        strbuf_add_decimal(&text, line->score / 100, 0, true);
    } else {
        strbuf_add_decimal(&text, (line->score + (line->score < 0 ? -5 : 5)) / 10, 1, true);
    }
    snprintf(board->squares[line->move].text, sizeof board->squares[line->move].text, "%s",
             text.data ? text.data : "");
    board->squares[line->move].mark = mark;
    strbuf_free(&text);
}

static int print_json(const struct comparison *found, bool wants_beside)
{
    const struct beside beside = beside_of(found);
    json_t *value = form_comparison(found);
    return json_print(wants_beside ? json_with(value, "beside", beside_to_json(&beside))
                                   : value);
}

/* The two moves with their values, and an arrow from each move of the better line to the next. */
static void draw(struct strbuf *text, const struct comparison *found)
{
    struct svg_board board = {.position = found->position, .title = "Two moves and their values"};
    mark_line(&board, &found->second, SVG_PLAYED);
    mark_line(&board, &found->best, SVG_BETTER);
    for (int i = 1; i < found->best.pv_length && board.n_arrows < 3; i++) {
        const int from = found->best.pv[i - 1], to = found->best.pv[i];
        if (from < OFL_PASS && to < OFL_PASS) {
            board.arrows[board.n_arrows].from = from;
            board.arrows[board.n_arrows++].to = to;
        }
    }
    svg_add_board(text, &board);
}

/* Without a second move there is nothing beside the first. */
static int write_svg(const struct comparison *found, bool wants_beside, const char *path)
{
    const struct beside beside = beside_of(found);
    struct strbuf text = {0};
    if (wants_beside && beside.n_plies)
        beside_add_svg(&text, &beside);
    else
        draw(&text, found);
    return out_file(path, &text);
}

/* ---- the command ---- */

/* MOVE and the words of the position behind it. Returns 0, or an exit code after saying why. */
static int read_case(const struct cli_args *args, struct comparison *found)
{
    static const char *const start[] = {"start"};
    const int n_words = args->n_words - 1;
    struct reading reading;
    const int code = position_read_any("explain", n_words ? args->words + 1 : start,
                                       n_words ? n_words : 1, &reading);
    if (code)
        return code == EX_USAGE ? EX_DATAERR : code;
    found->position = reading.game.position;
    found->move = ofl_move_from_text(args->words[0], strlen(args->words[0]));
    const char *reason = compare_refusal(found->position, found->move);
    if (reason) {
        complain("explain: '%s': %s", args->words[0], reason);
        return EX_DATAERR;
    }
    return 0;
}

static int explain_run(const struct cli_args *args)
{
    struct review_settings settings = {
        .depth = args->depth, .exact_empties = args->exact_empties, .move_ms = args->move_ms,
        .nodes = (uint64_t)args->nodes};
    struct comparison found = {.move = OFL_NO_MOVE};
    struct watch watch;
    const char *svg = args->svg;
    const bool is_picture = svg && strcmp(svg, "-") == 0; /* and nothing else is printed */
    if (is_picture && args->json) {
        complain("only one of --json and --svg - can be on standard output");
        return EX_USAGE;
    }
    int code = read_case(args, &found);
    ofl_engine *engine = code ? NULL : args_create_engine(args, &code);
    if (!engine)
        return code;
    settings = review_complete(settings, engine);
    watch_begin(&watch, engine);
    const int error = compare_moves(engine, &settings, &found);
    if (error)
        complain("explain: %s", ofl_last_error(engine));
    code = !error ? 0 : error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR;
    const bool must_end = watch_must_end(&watch);
    watch_end(&watch);
    ofl_engine_destroy(engine);
    if (must_end && signals_caught())
        return 128 + signals_caught();
    if (code)
        return code;
    if (!is_picture)
        code = args->json ? print_json(&found, args->beside) : print_text(&found, args->beside);
    const int flushed = out_flush();
    code = code ? code : flushed;
    if (!code && svg)
        code = write_svg(&found, args->beside, svg);
    return code;
}

const struct cli_command cmd_explain = {
    .name = "explain",
    .arguments = "MOVE [POSITION | MOVES | FILE]",
    .summary = "say in words what a move costs, and why",
    .text = "Values MOVE and the best of the other moves, exactly from 22 empties on, and says "
            "what can be counted of the two: corners, moves of both sides, discs beside empty "
            "squares, stable discs, edges, regions of empty squares. If MOVE is the best it is "
            "compared with the second best; moves that are the same by symmetry are one. The "
            "position is a board, the moves of a game (f5d6c3), or a file of one of them, as for "
            "\"eval\"; without it, the start. --svg FILE draws the board with both moves, their "
            "values and the better line. --beside plays both lines to the same ply and shows "
            "the boards side by side, as text, JSON or picture: squares that differ are marked; "
            "discs, moves, corners, stable discs and regions of empty squares are counted.",
    .options = "depth|exact-empties|nodes|seconds|beside|svg|json",
    .has_engine = true,
    .takes_files = true,
    .min_words = 1,
    .max_words = INT_MAX,
    .run = explain_run,
};
