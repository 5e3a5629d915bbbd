/* cli/explain.c - the command "explain": why a move is worse than the best one, or better than the
 * second. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/replace.h"
#include "base/regular.h"
#include "base/strbuf.h"
#include "cli/args.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/review_settings.h"
#include "cli/watch.h"
#include "protocol/signals.h"
#include "request/forms.h"
#include "review/svg.h"

/* ---- output ---- */

static int print_text(const struct comparison *found)
{
    struct strbuf text = {0};
    compare_add_text(&text, found);
    if (!text.is_failed)
        out_printf("%s", text.data);
    const int code = text.is_failed ? EX_OSERR : 0;
    strbuf_free(&text);
    return code;
}

static void mark_line(struct svg_board *board, const struct ofl_line *line, enum svg_mark mark)
{
    struct strbuf text = {0};
    if (line->move >= OFL_PASS)
        return;
    strbuf_add(&text, compare_is_exact(line) ? "=" : "");
    strbuf_add_decimal(&text, compare_is_exact(line) ? line->score / 100 : line->score / 10,
                       compare_is_exact(line) ? 0 : 1, true);
    snprintf(board->squares[line->move].text, sizeof board->squares[line->move].text, "%s",
             text.data ? text.data : "");
    board->squares[line->move].mark = mark;
    strbuf_free(&text);
}

/* The two moves with their values, and an arrow from each move of the better line to the next. */
static int write_svg(const struct comparison *found, const char *path)
{
    struct svg_board board = {.position = found->position, .title = "Two moves and their values"};
    struct strbuf text = {0};
    struct replace file;
    mark_line(&board, &found->second, SVG_PLAYED);
    mark_line(&board, &found->best, SVG_BETTER);
    for (int i = 1; i < found->best.pv_length && board.n_arrows < 3; i++) {
        const int from = found->best.pv[i - 1], to = found->best.pv[i];
        if (from < OFL_PASS && to < OFL_PASS) {
            board.arrows[board.n_arrows].from = from;
            board.arrows[board.n_arrows++].to = to;
        }
    }
    svg_add_board(&text, &board);
    bool is_good = !text.is_failed && replace_begin_output(&file, path);
    if (is_good && !replace_write(file.fd, text.data, text.length)) {
        const int error = errno;
        replace_abandon(&file);
        errno = error;
        is_good = false;
    } else if (is_good) {
        is_good = replace_commit(&file);
    }
    if (!is_good)
        complain("%s: %s", path, text.is_failed ? "out of memory" : regular_problem(errno));
    strbuf_free(&text);
    return is_good ? 0 : EX_CANTCREAT;
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
    const char *reason = found->move == OFL_NO_MOVE
                             ? "expected a square a1..h8"
                             : ofl_illegal_reason(found->position.board, found->move);
    if (found->move == OFL_PASS && !reason)
        reason = "the pass is forced";
    if (reason) {
        complain("explain: '%s': %s", args->words[0], reason);
        return EX_DATAERR;
    }
    return 0;
}

int explain_run(const struct cli_args *args)
{
    struct review_settings settings;
    struct comparison found = {.move = OFL_NO_MOVE};
    struct watch watch;
    const char *svg = args->value[OPT_SVG];
    const bool is_picture = svg && strcmp(svg, "-") == 0; /* and nothing else is printed */
    if (is_picture && args->has[OPT_JSON]) {
        complain("only one of --json and --svg - can be on standard output");
        return EX_USAGE;
    }
    int code = review_read_settings(args, &settings);
    code = code ? code : read_case(args, &found);
    ofl_engine *engine = code ? NULL : args_create_engine(args, &code);
    if (!engine)
        return code;
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
        code = args->has[OPT_JSON] ? json_print(form_comparison(&found)) : print_text(&found);
    const int flushed = out_flush();
    code = code ? code : flushed;
    if (!code && svg)
        code = write_svg(&found, svg);
    return code;
}
