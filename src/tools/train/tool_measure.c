/* train/tool_measure.c - outflank-train measure: how far an evaluation is from known scores.
 *
 * Two kinds of text files, told apart by each line:
 *   OBF     BOARD SIDE; MOVE:SCORE; ...        every scored move is played and evaluated
 *   tables  BOARD <tab> SIDE <tab> ... SCORE   the position is evaluated (--column) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <outflank/engine.h>
#include <outflank/notation.h>
#include "base/number.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "train/tool.h"

struct args {
    const char *weights;
    int column, depth;
};

static const struct option_row rows[] = {
    ROW_FILE(weights, "weights", 'w', "a weights file; without it the classical evaluation"),
    ROW_INT(column, "column", 'c', 3, 12, "3", "the score's column in tables"),
    ROW_INT(depth, "depth", 'd', 0, 30, "0",
            "values of searches to depth N instead of static ones"),
    PROGRAM_HELP
};

struct tally {
    size_t n;
    double absolute, squared, x, y, xx, yy, xy; /* x: evaluation, y: score */
    size_t n_positions, n_best;                 /* OBF: positions, best move found */
    double loss;                                /* discs given away by the move chosen */
};

struct evaluation {
    const struct weights *weights;
    ofl_engine *engine; /* NULL: static values */
    int depth;
};

static double search(const struct evaluation *e, ofl_board board)
{
    struct ofl_result result;
    const struct ofl_limits limits = {.depth = e->depth, .strict_depth = true};
    ofl_new_game(e->engine);
    return ofl_search(e->engine, board, &limits, &result) == OFL_OK
           ? result.lines[0].score / 100.0 : NAN;
}

/* Discs for the side to move; a side without a move passes, a finished game is counted. */
static double evaluate(const struct evaluation *e, ofl_board board)
{
    if (ofl_is_over(board))
        return ofl_score(board, OFL_SCORE_TOURNAMENT);
    if (!ofl_legal_moves(board))
        return -evaluate(e, ofl_swap(board));
    if (e->engine)
        return search(e, board);
    int value = e->weights ? kernel()->evaluate_trained(e->weights, board)
                           : kernel()->evaluate(board);
    return value / (double)EVAL_DISC;
}

static void count(struct tally *t, double value, double score)
{
    double off = value - score;
    t->n++;
    t->absolute += fabs(off);
    t->squared += off * off;
    t->x += value;
    t->y += score;
    t->xx += value * value;
    t->yy += score * score;
    t->xy += value * score;
}

static void measure_moves(const struct evaluation *e, const struct ofl_obf *obf, struct tally *t)
{
    double best_value = -INFINITY;
    int chosen = 0, best_score = -64;
    for (int i = 0; i < obf->n_scores; i++) {
        int move = obf->scores[i].move, score = obf->scores[i].score;
        double value = -evaluate(e, ofl_play(obf->position.board, move));
        count(t, value, score);
        if (value > best_value) {
            best_value = value;
            chosen = score;
        }
        best_score = score > best_score ? score : best_score;
    }
    t->n_positions++;
    t->n_best += chosen == best_score;
    t->loss += best_score - chosen;
}

/* Field `column` (from 1) of a line of `length`, fields by tabs; false if it is no number. */
static bool find_score(const char *line, size_t length, int column, double *score)
{
    const char *end = line + length;
    for (int i = 1; i < column; i++) {
        line = memchr(line, '\t', (size_t)(end - line));
        if (!line)
            return false;
        line++;
    }
    const char *tab = memchr(line, '\t', (size_t)(end - line));
    size_t size = (size_t)((tab ? tab : end) - line);
    size -= size > 0 && line[size - 1] == '\r';
    return number_read_real(line, size, -64, 64, score, NULL);
}

static bool measure_line(const struct evaluation *e, const char *line, size_t length, int column,
                         struct tally *t, struct ofl_text_error *error)
{
    struct ofl_obf obf;
    double score;
    const char *tab = memchr(line, '\t', length);
    if (!tab) {
        int found = ofl_obf_from_text(line, length, &obf, error);
        if (found > 0 && obf.n_scores > 0)
            measure_moves(e, &obf, t);
        return found >= 0;
    }
    if (*line == '#' || *line == '%')
        return true;
    const char *second = memchr(tab + 1, '\t', length - (size_t)(tab + 1 - line));
    size_t board_length = second ? (size_t)(second - line) : length;
    int found = ofl_obf_from_text(line, board_length, &obf, error);
    if (found > 0 && !find_score(line, length, column, &score)) {
        snprintf(error->text, sizeof error->text, "expected a score -64..64 in column %d", column);
        return false;
    }
    if (found > 0)
        count(t, evaluate(e, obf.position.board), score);
    return found >= 0;
}

static void print_tally(const char *path, const struct tally *t)
{
    const char *slash = strrchr(path, '/');
    double n = (double)t->n;
    double covariance = t->xy - t->x * t->y / n;
    double spread = sqrt((t->xx - t->x * t->x / n) * (t->yy - t->y * t->y / n));
    printf("| %s | %zu | %.2f | %.2f | %.3f |", slash ? slash + 1 : path, t->n, t->absolute / n,
           sqrt(t->squared / n), spread > 0 ? covariance / spread : 0);
    if (t->n_positions)
        printf(" %.1f %% | %.2f |\n", 100.0 * (double)t->n_best / (double)t->n_positions,
               t->loss / (double)t->n_positions);
    else
        printf(" | |\n");
}

static int measure_file(const struct evaluation *e, const char *path, int column)
{
    size_t size;
    char *bytes = (char *)tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    struct tally tally = {0};
    struct ofl_text_error error = {0};
    int result = 0, number = 0;
    for (size_t at = 0; result == 0 && at < size;) {
        char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (bytes + at)) : size - at;
        number++;
        if (!measure_line(e, bytes + at, length, column, &tally, &error)) {
            tool_say("%s: line %d: %s", path, number, error.text);
            result = EX_DATAERR;
        }
        at += length + 1;
    }
    free(bytes);
    if (result == 0 && tally.n == 0) {
        tool_say("%s: no position with a score", path);
        result = EX_DATAERR;
    }
    if (result == 0)
        print_tally(path, &tally);
    return result;
}

/* False if out of memory. */
static bool make_engine(struct evaluation *e, const char *path)
{
    e->engine = ofl_engine_create();
    return e->engine && ofl_set_option(e->engine, "hash", "4") == OFL_OK &&
           ofl_set_option(e->engine, "selectivity", "100") == OFL_OK &&
           ofl_set_option(e->engine, "steady-scores", "off") == OFL_OK &&
           ofl_set_option(e->engine, path ? "weights" : "evaluation",
                          path ? path : "classical") == OFL_OK;
}

static int measure(const char *path, int depth, int column, char **files, int n_files)
{
    struct reason reason;
    struct weights *weights = path ? weights_from_file(path, &reason) : NULL;
    if (path && !weights) {
        tool_say("%s: %s", path, reason.text);
        return EX_DATAERR;
    }
    struct evaluation evaluation = {.weights = weights, .depth = depth};
    int result = 0;
    if (depth > 0 && !make_engine(&evaluation, path)) {
        tool_say("no memory for the search");
        result = EX_OSERR;
    } else {
        printf("| set | positions | MAE | RMSE | correlation | best move | loss |\n"
               "|---|---|---|---|---|---|---|\n");
    }
    for (int i = 0; result == 0 && i < n_files; i++)
        result = measure_file(&evaluation, files[i], column);
    ofl_engine_destroy(evaluation.engine);
    weights_free(weights);
    return result;
}

static int run_measure(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    const int result = program_read(call, &args, &files);
    return result ? result
                  : measure(args.weights, args.depth, args.column, files.paths, files.n);
}

const struct program_command tool_measure = {
    .name = "measure",
    .arguments = "FILE...",
    .file = "a file of positions with scores",
    .summary = "compare an evaluation with known scores",
    .text = "Compares an evaluation with the scores of OBF files (all scored moves of a position, "
            "looking one move ahead) or of tables (board, side, ..., score), a row of a table "
            "each.",
    .options = rows,
    .run = run_measure,
};
