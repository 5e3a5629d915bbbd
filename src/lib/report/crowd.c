/* report/crowd.c - implements crowd.h. */
#include "report/crowd.h"

#include "base/bits.h"
#include "engine/like_people.h"
#include "report/report.h"
#include "text/alike.h"

int crowd_ask(const struct review *review, const struct review_move *move, ofl_engine *engine,
              int first, int n, struct crowd *crowd)
{
    const struct review_point *before = &review->points[move->ply];
    const ofl_board board = before->position.board;
    const int last = move->ply ? review->game.moves[move->ply - 1].move : OFL_NO_MOVE;
    const uint64_t played = moves_alike(board, move->move), best = moves_alike(board, before->best);
    struct people_moves moves;
    double share[CROWD_RATINGS][PEOPLE_MOVES];
    const int code = like_people_moves(engine, board, &moves);
    if (code == OFL_OK && moves.n)
        like_people_shares_by(engine, board, last, first, CROWD_STEP, n, &moves, share);
    for (int i = 0; i < n && code == OFL_OK; i++) {
        crowd[i] = (struct crowd){0, 0};
        for (int k = 0; k < moves.n; k++) {
            crowd[i].played += played & bit_of(moves.move[k]) ? (float)share[i][k] : 0;
            crowd[i].seen += best & bit_of(moves.move[k]) ? (float)share[i][k] : 0;
        }
    }
    return code;
}

int crowd_tell(struct review *review, ofl_engine *engine, int rating)
{
    int code = OFL_OK;
    review->people_rating = rating;
    for (int i = 0; i < review->n_moves && code == OFL_OK; i++) {
        struct review_move *move = &review->moves[i];
        struct crowd crowd = {0};
        if (move->loss_cd >= REVIEW_EXPLAIN_CD)
            code = crowd_ask(review, move, engine, rating, 1, &crowd);
        move->played_by = crowd.played;
        move->seen_by = crowd.seen;
    }
    return code;
}
