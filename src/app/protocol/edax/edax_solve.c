/* protocol/edax/edax_solve.c - implements edax_solve.h. */
#include "protocol/edax/edax_solve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/bits.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/visible.h"
#include "protocol/edax/edax_show.h"
#include "protocol/show.h"
#include "text/games.h"

enum { EXIT_NO_FILE = 1, NAME_WIDTH = 30, NUMBER_WIDTH = 4 /* of the column before a row */ };

#define SEPARATOR "------+-----+--------------+-------------+----------+---------------------\n"

struct run {
    ofl_engine *engine;
    const struct edax_options *options;
    struct output *output;
    const struct edax_solver *solver; /* or NULL */
    enum ofl_goal goal;
    struct strbuf text;
    const struct ofl_obf *obf; /* in work */
    struct ofl_line last;      /* of the last row shown of it */
    bool has_row;
    uint64_t nodes;
    int64_t time_ms;
    int n_positions, n_wrong_moves, n_wrong_scores;
    bool is_stopped;
    int64_t move_error, score_error; /* discs */
};

static bool is_verbose(const struct run *run) { return run->options->verbosity >= 2; }

static bool send(struct run *run)
{
    const bool is_ok = !run->text.is_failed && (!run->text.length ||
                       output_write(run->output, run->text.data, run->text.length));
    strbuf_clear(&run->text);
    return is_ok;
}

static void add_row(struct run *run, const struct ofl_line *line, uint64_t nodes, int64_t time_ms)
{
    const struct edax_row row = {line, run->obf->position.turn, nodes, time_ms,
                                 run->options->width - NUMBER_WIDTH};
    edax_add_row(&run->text, &row);
    run->last = *line;
    run->has_row = true;
}

/* The engine's thread calls this. */
static void on_info(void *user, const struct ofl_info *info)
{
    struct run *run = user;
    if (info->line.depth < run->options->noise)
        return;
    add_row(run, &info->line, info->nodes, info->time_ms);
    send(run);
}

static bool is_last_row(const struct run *run, const struct ofl_line *line)
{
    const struct ofl_line *last = &run->last;
    return run->has_row && last->move == line->move && last->score == line->score &&
           last->depth == line->depth && last->confidence == line->confidence;
}

/* ---- one position ---- */

static void add_side(struct strbuf *text, char disc, ofl_board board)
{
    strbuf_addf(text, " %c: discs = %2d    moves = %2d", disc, bit_count(board.player),
                bit_count(ofl_legal_moves(board)));
}

static void add_problem(struct run *run, const struct ofl_obf *obf)
{
    const ofl_position position = obf->position;
    const uint64_t black = show_discs(position, OFL_BLACK), white = show_discs(position, OFL_WHITE);
    const uint64_t legal = ofl_legal_moves(position.board);
    const int n_empties = ofl_count_empties(position.board);
    const char mover = position.turn == OFL_BLACK ? '*' : 'O', other = mover == '*' ? 'O' : '*';
    strbuf_addf(&run->text, "\n*** problem # %d ***\n\n  A B C D E F G H\n", run->n_positions);
    for (int row = 0; row < 8; row++) {
        strbuf_addf(&run->text, "%d", row + 1);
        for (int square = 8 * row; square < 8 * row + 8; square++) {
            const uint64_t bit = bit_of(square);
            strbuf_addf(&run->text, " %c", black & bit ? '*' : white & bit ? 'O' : legal & bit ? '.' : '-');
        }
        strbuf_addf(&run->text, " %d", row + 1);
        if (row == 1)
            strbuf_addf(&run->text, " %c to move", mover);
        if (row == 3)
            add_side(&run->text, mover, position.board);
        if (row == 4)
            add_side(&run->text, other, ofl_swap(position.board));
        if (row == 5)
            strbuf_addf(&run->text, "  empties = %2d      ply = %2d", n_empties, 61 - n_empties);
        strbuf_add(&run->text, "\n");
    }
    strbuf_add(&run->text, "  A B C D E F G H\n\n");
    edax_add_header(&run->text, false);
    strbuf_add(&run->text, SEPARATOR);
}

static int best_of(const struct ofl_obf *obf)
{
    int best = obf->scores[0].score;
    for (int i = 1; i < obf->n_scores; i++)
        best = obf->scores[i].score > best ? obf->scores[i].score : best;
    return best;
}

/* What the file says otherwise. */
static void add_remark(struct run *run, const struct ofl_obf *obf, const struct ofl_line *line)
{
    const int found = line->score / 100, best = best_of(obf);
    for (int i = 0; i < obf->n_scores; i++)
        if (obf->scores[i].move == line->move && obf->scores[i].score < best) {
            strbuf_addf(&run->text, " Erroneous move: %+03d expected", best);
            run->n_wrong_moves++;
            run->move_error += best - obf->scores[i].score;
            return;
        }
    if (line->solved && found != best) {
        strbuf_addf(&run->text, " Erroneous score: %+03d expected", best);
        run->n_wrong_scores++;
        run->score_error += abs(best - found);
    }
}

/* 0, or the exit code that ends the run. */
static int solve(struct run *run, const struct ofl_obf *obf)
{
    const struct ofl_limits limits = {.depth = run->options->depth > 0 ? run->options->depth : 0,
                                      .move_ms = run->options->move_ms,
                                      .goal = run->goal};
    struct ofl_result result;
    run->obf = obf;
    run->has_row = false;
    run->n_positions++;
    if (is_verbose(run)) {
        add_problem(run, obf);
        send(run);
        ofl_on_info(run->engine, on_info, run);
    }
    const struct edax_solver *solver = run->solver;
    const ofl_board board = obf->position.board;
    const int code = solver ? solver->search(solver->user, board, &limits, &result, &run->is_stopped)
                            : ofl_search(run->engine, board, &limits, &result);
    ofl_on_info(run->engine, NULL, NULL);
    if (run->is_stopped)
        return 0;
    if (code != OFL_OK) {
        fprintf(stderr, "outflank: %s\n", ofl_last_error(run->engine));
        return code == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR;
    }
    run->nodes += result.nodes;
    run->time_ms += result.time_ms;
    if (run->options->verbosity == 1)
        strbuf_addf(&run->text, "%3d|", run->n_positions);
    if (run->options->verbosity && !is_last_row(run, &result.lines[0]))
        add_row(run, &result.lines[0], result.nodes, result.time_ms);
    if (obf->n_scores && run->options->verbosity == 1) {
        run->text.length--; /* the remark stands in the row */
        strbuf_add(&run->text, obf->n_scores ? " " : "");
        add_remark(run, obf, &result.lines[0]);
        strbuf_add(&run->text, "\n");
    }
    if (is_verbose(run))
        strbuf_add(&run->text, "\n" SEPARATOR);
    return send(run) ? 0 : EX_IOERR;
}

/* ---- the file ---- */

static void add_summary(struct run *run, const char *name)
{
    const int n = run->n_positions ? run->n_positions : 1;
    /* As in rows: those who read the speed find one however fast it was. */
    const int64_t time_ms = run->time_ms || !run->n_positions ? run->time_ms : 1;
    strbuf_addf(&run->text, "%.*s: %llu nodes in %2d:%02d.%03d", NAME_WIDTH, visible(name).text,
                (unsigned long long)run->nodes, (int)(time_ms / 60000), (int)(time_ms / 1000 % 60),
                (int)(time_ms % 1000));
    if (time_ms)
        strbuf_addf(&run->text, " (%8.0f nodes/s)", 1000.0 * (double)run->nodes / (double)time_ms);
    strbuf_add(&run->text, ".\n");
    /* Clients of the long form take it for a row; they need it only where something is wrong. */
    if (!run->options->verbosity || (is_verbose(run) && !run->n_wrong_moves && !run->n_wrong_scores))
        return;
    strbuf_addf(&run->text, "%d positions; %d erroneous move; %d erroneous score; "
                "mean absolute score error = ", run->n_positions, run->n_wrong_moves,
                run->n_wrong_scores);
    strbuf_add_decimal(&run->text, 1000 * run->score_error / n, 3, false);
    strbuf_add(&run->text, "; mean absolute move error = ");
    strbuf_add_decimal(&run->text, 1000 * run->move_error / n, 3, false);
    strbuf_add(&run->text, "\n");
}

/* All positions; returns an exit code. */
static int solve_lines(struct run *run, struct lines *lines)
{
    const char *text;
    size_t length;
    int code = 0;
    enum line_status status;
    while ((status = lines_next(lines, &text, &length)) == LINE_READ || status == LINE_TOO_LONG) {
        struct ofl_text_error error = {.column = 1, .text = "the line is too long"};
        struct ofl_obf obf;
        const int n = status == LINE_READ ? ofl_obf_from_text(text, length, &obf, &error) : -1;
        if (n < 0) {
            fprintf(stderr, "outflank: %s:%zu:%zu: %s\n", visible(lines->name).text, lines->number,
                    error.column, error.text);
            code = EX_DATAERR;
        } else if (n > 0) {
            const int ended = solve(run, &obf);
            if (ended || run->is_stopped)
                return ended;
        }
    }
    if (status == LINE_FAILED) {
        fprintf(stderr, "outflank: %s: %s\n", visible(lines->name).text, strerror(errno));
        code = EXIT_NO_FILE;
    }
    return code;
}

/* The position of a game that its base tells the score of, as a line of OBF. False: none. */
static bool theory_of(const struct reading *reading, struct ofl_obf *obf)
{
    const char *const texts[] = {tags_find(&reading->tags, 0, "theoretical-discs"),
                                 tags_find(&reading->tags, 0, "theoretical-empties")};
    int64_t discs, empties;
    if (!texts[0] || !number_read_int(texts[0], NUMBER_TO_NUL, 0, 64, &discs, NULL) ||
        !texts[1] || !number_read_int(texts[1], NUMBER_TO_NUL, 0, 60, &empties, NULL))
        return false;
    for (int ply = 0; ply <= reading->game.n_played; ply++) {
        const ofl_position position = ofl_game_position_at(&reading->game, ply);
        if (ofl_count_empties(position.board) != empties || !ofl_legal_moves(position.board))
            continue;
        const int score = 2 * (int)discs - 64;
        *obf = (struct ofl_obf){.position = position, .n_scores = 1};
        obf->scores[0].move = OFL_NO_MOVE;
        obf->scores[0].score = (int8_t)(position.turn == OFL_BLACK ? score : -score);
        return true;
    }
    return false;
}

static int solve_games(struct run *run, struct games *games, const char *path)
{
    struct reading *reading = malloc(sizeof *reading);
    struct ofl_text_error error;
    struct ofl_obf obf;
    int code = reading ? 0 : EX_OSERR;
    for (int found; reading && (found = games_next(games, reading, &error)) != 0;) {
        if (found < 0) {
            fprintf(stderr, "outflank: %s: game %zu: %s\n", visible(path).text, games_number(games),
                    error.text);
            code = EX_DATAERR;
        } else if (theory_of(reading, &obf)) {
            const int ended = solve(run, &obf);
            if (ended || run->is_stopped) {
                code = ended;
                break;
            }
        }
    }
    free(reading);
    return code;
}

static void begin(struct run *run)
{
    if (run->options->verbosity != 1)
        return;
    edax_add_header(&run->text, true);
    edax_add_separator(&run->text, true);
}

static int end(struct run *run, const char *path, int code)
{
    if (run->options->verbosity == 1)
        edax_add_separator(&run->text, true);
    add_summary(run, path);
    send(run);
    strbuf_free(&run->text);
    const int state = atomic_load(&run->output->state);
    return state == OUTPUT_GONE ? 128 + SIGPIPE : state == OUTPUT_FAILED ? EX_IOERR : code;
}

int edax_wtest(ofl_engine *engine, const struct edax_options *options, const char *path,
               struct output *output, const struct edax_solver *solver)
{
    struct run run = {.engine = engine, .options = options, .output = output, .solver = solver,
                      .goal = OFL_GOAL_EXACT};
    struct reason reason;
    struct games *games = games_open(path, &reason);
    if (!games) {
        fprintf(stderr, "outflank: %s\n", reason.text);
        return EXIT_NO_FILE;
    }
    begin(&run);
    const int code = solve_games(&run, games, path);
    games_close(games);
    return end(&run, path, code);
}

int edax_solve(ofl_engine *engine, const struct edax_options *options, const char *path,
               struct output *output, const struct edax_solver *solver)
{
    struct run run = {.engine = engine, .options = options, .output = output, .solver = solver};
    struct lines *lines = malloc(sizeof *lines);
    const bool is_stdin = strcmp(path, "/dev/stdin") == 0;
    if (!lines || !lines_open(lines, is_stdin ? "-" : path)) {
        fprintf(stderr, "outflank: %s: %s\n", visible(path).text,
                !lines ? "out of memory" : errno ? strerror(errno) : "not a file");
        free(lines);
        return EXIT_NO_FILE;
    }
    begin(&run);
    const int code = solve_lines(&run, lines);
    lines_close(lines);
    free(lines);
    return end(&run, path, code);
}
