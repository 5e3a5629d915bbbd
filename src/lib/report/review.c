/* report/review.c - values of all positions of a game, last to first (review.h). */
#include "report/review.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "text/alike.h"
#include "engine/calls.h"

void review_begin(struct review *review, const struct ofl_game *game,
                  const struct review_settings *settings)
{
    assert(game->n_played >= 0 && game->n_played <= OFL_MAX_PLIES);
    memset(review, 0, sizeof *review);
    review->game = *game;
    review->settings = *settings;
    review->n_points = game->n_played + 1;
    review->turning = -1;
    struct ofl_game replay;
    ofl_game_init(&replay, game->start);
    for (int ply = 0; ply < review->n_points; ply++) {
        review->points[ply] = (struct review_point){.position = replay.position,
                                                    .best = OFL_NO_MOVE};
        if (ply < game->n_played)
            ofl_game_play(&replay, game->moves[ply].move);
    }
}

/* What was played is what the search would play, or better, or a pass: the value is that of the
 * next position, which was searched one ply deeper. */
static void take_from_next(struct review_point *point, const struct review_point *next, int move)
{
    point->value_cd = -next->value_cd;
    point->is_exact = next->is_exact;
    point->depth = next->depth + 1;
    point->confidence = next->confidence;
    point->best = move;
    point->pv[0] = (uint8_t)move;
    const int length = next->pv_length < OFL_MAX_PV - 1 ? next->pv_length : OFL_MAX_PV - 1;
    memcpy(point->pv + 1, next->pv, (size_t)length);
    point->pv_length = length + 1;
}

void review_put(struct review *review, int ply, const struct review_point *found)
{
    struct review_point *point = &review->points[ply];
    const ofl_position position = point->position;
    *point = *found;
    point->position = position;
    point->is_known = true;
    if (ply + 1 >= review->n_points)
        return;
    const struct review_point *next = &review->points[ply + 1];
    const int move = review->game.moves[ply].move;
    if (move == OFL_PASS || point->value_cd < -next->value_cd ||
        moves_alike(position.board, point->best) & bit_of(move))
        take_from_next(point, next, move);
}

static struct review_point point_of_line(const struct ofl_line *line)
{
    struct review_point point = {
        .value_cd = line->score,
        .is_exact = line->bound == OFL_BOUND_EXACT,
        .depth = line->depth,
        .confidence = line->confidence,
        .best = line->move,
        .pv_length = line->move == OFL_NO_MOVE ? 0 : line->pv_length,
    };
    memcpy(point.pv, line->pv, sizeof point.pv);
    return point;
}

struct review_settings review_complete(struct review_settings wanted, ofl_engine *engine)
{
    if (!wanted.move_ms && !wanted.nodes && !wanted.depth && engine_has_usual_level(engine))
        wanted.depth = REVIEW_DEPTH;
    const bool is_raw = strcmp(ofl_get_option(engine, "score-rule"), "raw") == 0;
    wanted.rule = is_raw ? OFL_SCORE_RAW : OFL_SCORE_TOURNAMENT;
    return wanted;
}

struct ofl_limits review_limits(const struct review_settings *settings, int n_empties)
{
    if (n_empties <= settings->exact_empties)
        return (struct ofl_limits){.goal = OFL_GOAL_EXACT, .has_contempt = true, .afresh = true};
    return (struct ofl_limits){.depth = settings->depth, .move_ms = settings->move_ms,
                               .nodes = settings->nodes, .has_contempt = true, .afresh = true};
}

/* Values the position before `ply`. OFL_OK or the searcher's error. */
static int search_point(struct review *review, const struct review_searcher *searcher, int ply,
                        bool *is_stopped)
{
    const ofl_board board = review->points[ply].position.board;
    const bool is_pass = ply < review->game.n_played && review->game.moves[ply].move == OFL_PASS;
    struct review_point point = {.best = OFL_NO_MOVE, .is_exact = true, .confidence = 100};
    if (ofl_is_over(board)) {
        point.value_cd = 100 * ofl_score(board, review->settings.rule);
    } else if (!is_pass) {
        const struct ofl_limits limits = review_limits(&review->settings, ofl_count_empties(board));
        struct ofl_result result;
        const int code = searcher->search(searcher->user, board, &limits, &result, is_stopped);
        if (code != OFL_OK || *is_stopped)
            return code;
        point = point_of_line(&result.lines[0]);
    }
    review_put(review, ply, &point);
    return OFL_OK;
}

int review_search(struct review *review, const struct review_searcher *searcher)
{
    assert(review->n_points == review->game.n_played + 1 && searcher->search);
    bool is_stopped = false;
    for (int ply = review->n_points - 1; ply >= 0; ply--) {
        if (review->points[ply].is_known)
            continue;
        const int code = search_point(review, searcher, ply, &is_stopped);
        if (code != OFL_OK || is_stopped)
            return code;
        if (searcher->tell && !searcher->tell(searcher->user, review, ply))
            return OFL_OK;
    }
    return OFL_OK;
}
