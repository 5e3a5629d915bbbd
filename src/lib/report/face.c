/* report/face.c - implements outflank/review.h, and the picture of outflank/records.h. */
#include <outflank/review.h>

#include <stdlib.h>

#include "text/json_build.h"
#include "engine/limits.h"
#include "engine/calls.h"
#include "report/html.h"
#include "report/report.h"
#include "report/svg.h"

struct ofl_review { struct review review; };

/* A review in work. */
struct work {
    ofl_engine *engine;
    ofl_review_fn tell;
    void *user;
};

/* What a limit cut short is worth something; what ofl_stop() cut is not. */
static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    struct work *work = user;
    const int code = ofl_search(work->engine, board, limits, result);
    *is_stopped = code == OFL_OK && result->stopped && engine_is_stopped(work->engine);
    return code;
}

static bool tell(void *user, const struct review *review, int ply)
{
    struct work *work = user;
    return !work->tell || work->tell(work->user, review->n_points - ply, review->n_points);
}

static int check(ofl_engine *engine, ofl_board board, const struct ofl_review_settings *settings)
{
    const struct ofl_limits limits = {.depth = settings->depth, .move_ms = settings->move_ms};
    struct reason reason;
    if (!limits_is_within("exact_empties", settings->exact_empties, 0, LIMITS_MOST_PLIES, &reason))
        return engine_refuse(engine, OFL_ERR_OPTION, reason.text);
    return engine_check(engine, board, &limits);
}

int ofl_review_game(ofl_engine *engine, const struct ofl_game *game,
                    const struct ofl_review_settings *settings, ofl_review_fn tell_caller,
                    void *user, ofl_review **review)
{
    struct work work = {engine, tell_caller, user};
    const struct review_searcher searcher = {.search = search, .tell = tell, .user = &work};
    const struct review_settings wanted = review_complete(
        (struct review_settings){.depth = settings->depth, .move_ms = settings->move_ms,
                                 .exact_empties = settings->exact_empties,
                                 .nodes = settings->nodes}, engine);
    const int wrong = check(engine, game->start.board, settings);
    if (wrong)
        return wrong;
    ofl_review *made = malloc(sizeof *made);
    if (!made)
        return engine_refuse(engine, OFL_ERR_NOMEM, "out of memory");
    review_begin(&made->review, game, &wanted);
    const int code = review_search(&made->review, &searcher);
    if (code != OFL_OK) {
        free(made);
        return code;
    }
    review_judge(&made->review);
    *review = made;
    return OFL_OK;
}

void ofl_review_free(ofl_review *review) { free(review); }

/* ---- reports ---- */

static void add_json(struct strbuf *text, const struct review *review,
                     const struct review_origin *origin)
{
    char *line = json_to_text(review_to_json(review, origin));
    if (line)
        strbuf_add(text, line);
    else
        text->is_failed = true;
    free(line);
}

static void add_html(struct strbuf *text, const struct review *review,
                     const struct review_origin *origin)
{
    html_add_begin(text);
    html_add_game(text, review, origin, true);
    html_add_end(text);
}

static void add_csv(struct strbuf *text, const struct review *review,
                    const struct review_origin *origin)
{
    review_add_csv_head(text);
    review_add_csv(text, review, origin, REVIEW_BOTH_SIDES);
}

char *ofl_review_write(const ofl_review *review, enum ofl_review_form form)
{
    static void (*const forms[])(struct strbuf *, const struct review *,
                                 const struct review_origin *) = {
        [OFL_REVIEW_JSON] = add_json, [OFL_REVIEW_TEXT] = review_add_text,
        [OFL_REVIEW_CSV] = add_csv, [OFL_REVIEW_HTML] = add_html};
    const struct review_origin origin = {.index = 1, .n_in_file = 1};
    struct strbuf text = {0};
    if ((unsigned)form >= sizeof forms / sizeof *forms)
        return NULL;
    forms[form](&text, &review->review, &origin);
    if (!text.is_failed)
        return text.data;
    strbuf_free(&text);
    return NULL;
}

char *ofl_position_to_svg(ofl_position position, int last_move)
{
    struct svg_board board = {.position = position, .title = "Board"};
    struct strbuf text = {0};
    if (last_move >= 0 && last_move < OFL_PASS)
        board.squares[last_move].mark = SVG_PLAYED;
    svg_add_board(&text, &board);
    if (!text.is_failed)
        return text.data;
    strbuf_free(&text);
    return NULL;
}
