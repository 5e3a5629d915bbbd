/* protocol/show_analysis.c - implements show_analysis.h. */
#include "protocol/show_analysis.h"

#include <outflank/book.h>

#include "book/opening_names.h"
#include "protocol/show.h"

/* "exact", "estimate", "at most", "at least". */
static const char *show_certainty(const struct ofl_line *line)
{
    static const char *const words[] = {
        [OFL_BOUND_ESTIMATE] = "estimate", [OFL_BOUND_LOWER] = "at least",
        [OFL_BOUND_UPPER] = "at most", [OFL_BOUND_EXACT] = "exact"};
    return words[line->bound];
}

static const char *sign_of(const struct ofl_line *line)
{
    static const char *const signs[] = {[OFL_BOUND_ESTIMATE] = "~", [OFL_BOUND_LOWER] = ">=",
                                        [OFL_BOUND_UPPER] = "<=", [OFL_BOUND_EXACT] = "="};
    return signs[line->bound];
}

/* Proven scores are whole discs. */
static void add_score(struct strbuf *text, const struct ofl_line *line)
{
    if (line->solved)
        strbuf_add_decimal(text, line->score / 100, 0, true);
    else
        show_score(text, line->score);
}

void show_duration(struct strbuf *text, double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{365.25 * 86400, "years"}, {86400, "days"}, {3600, "hours"}, {60, "minutes"},
                 {0, "seconds"}};
    size_t i = 0;
    while (units[i].seconds > 0 && seconds < 2 * units[i].seconds)
        i++;
    const double n = units[i].seconds > 0 ? seconds / units[i].seconds : seconds;
    if (i == 0 && n >= 1000) {
        strbuf_add(text, "more than 1000 years");
        return;
    }
    strbuf_add(text, "about ");
    if (n < 10)
        strbuf_add_decimal(text, (int64_t)(n * 10 + 0.5), 1, false);
    else
        strbuf_addf(text, "%d", (int)(n + 0.5));
    strbuf_addf(text, " %s", units[i].name);
}

/* The English name of the position that a move leads to, or NULL. */
static const char *name_behind(const struct analysis *analysis, int move)
{
    if (move >= OFL_PASS)
        return NULL;
    const struct opening *opening =
        opening_of_board(ofl_play(analysis->position.board, move), OPENING_EN);
    return opening ? opening->name : NULL;
}

/* What is proven of a move that is not solved, if that is more than the rules say. */
static void add_bounds(struct strbuf *text, const struct analysis *analysis, int index)
{
    int low_cd, high_cd;
    analysis_bounds(analysis, index, &low_cd, &high_cd);
    if (low_cd < high_cd && (low_cd > -6400 || high_cd < 6400))
        strbuf_addf(text, "  (proven %+d..%+d)", low_cd / 100, high_cd / 100);
}

static void add_row(struct strbuf *text, const struct analysis *analysis, int index, int width)
{
    const struct ofl_line *line = &analysis->result.lines[index];
    const char *name = name_behind(analysis, line->move);
    struct strbuf score = {0}, depth = {0}, row = {0};
    char move[8];
    add_score(&score, line);
    show_depth(&depth, line, analysis->n_empties);
    strbuf_addf(&row, "%2d  %-4s  %6s  %-8s  %7s  ", index + 1,
                ofl_move_to_text(line->move, false, move), score.data ? score.data : "",
                show_certainty(line), depth.data ? depth.data : "");
    show_pv(&row, line, false, " ");
    add_bounds(&row, analysis, index);
    if (name || line->source)
        strbuf_addf(&row, "  (%s%s%s)", line->source ? ofl_source_text(line->source) : "",
                    name && line->source ? ", " : "", name ? name : "");
    strbuf_add_bytes(text, row.data ? row.data : "",
                     width > 0 && row.length > (size_t)width ? (size_t)width : row.length);
    strbuf_add(text, "\n");
    strbuf_free(&row);
    strbuf_free(&score);
    strbuf_free(&depth);
}

/* Nodes and time; then what a full solve would take. */
static void add_summary(struct strbuf *text, const struct analysis *analysis)
{
    const struct ofl_result *result = &analysis->result;
    strbuf_addf(text, "%llu nodes, ", (unsigned long long)result->nodes);
    strbuf_add_decimal(text, result->time_ms, 3, false);
    strbuf_add(text, " s");
    if (result->n_lines && result->lines[0].bound == OFL_BOUND_EXACT) {
        strbuf_add(text, "\n");
        return;
    }
    if (analysis->forecast.seconds > 0) {
        strbuf_add(text, "; an exact score would take ");
        show_duration(text, analysis->forecast.seconds);
    }
    strbuf_add(text, "\n");
}

/* Of a finished game the one line has the score of the side to move. False if the game goes on. */
static bool add_result(struct strbuf *text, const struct analysis *analysis, const char *before)
{
    const struct ofl_result *result = &analysis->result;
    if (result->n_lines == 0 || !ofl_is_over(analysis->position.board))
        return false;
    const int own = result->lines[0].score / 100;
    strbuf_add(text, before);
    show_result_by(text, analysis->position, analysis->position.turn == OFL_BLACK ? own : -own);
    return true;
}

void show_analysis_rows(struct strbuf *text, const struct analysis *analysis, int width)
{
    if (add_result(text, analysis, "The game is over: "))
        strbuf_add(text, "\n");
    else
        for (int i = 0; i < analysis->result.n_lines; i++)
            add_row(text, analysis, i, width);
}

void show_analysis(struct strbuf *text, const struct analysis *analysis, int width)
{
    const bool is_over = ofl_is_over(analysis->position.board);
    if (!is_over)
        strbuf_add(text, " #  move   score  how known  depth  line of play\n");
    show_analysis_rows(text, analysis, width);
    if (!is_over)
        add_summary(text, analysis);
}

void show_analysis_line(struct strbuf *text, const struct analysis *analysis)
{
    const struct ofl_result *result = &analysis->result;
    char move[8];
    if (add_result(text, analysis, "game over  "))
        return;
    for (int i = 0; i < result->n_lines; i++) {
        const struct ofl_line *line = &result->lines[i];
        strbuf_addf(text, "%s%s%s", i ? " " : "", ofl_move_to_text(line->move, false, move),
                    sign_of(line));
        add_score(text, line);
        if (i)
            continue;
        strbuf_add(text, "  depth ");
        show_depth(text, line, analysis->n_empties);
        strbuf_addf(text, "  %llu nodes  ", (unsigned long long)result->nodes);
        strbuf_add_decimal(text, result->time_ms, 3, false);
        strbuf_add(text, " s  pv ");
        show_pv(text, line, false, " ");
        if (result->n_lines > 1)
            strbuf_add(text, "  others");
    }
}
