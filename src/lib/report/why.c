/* report/why.c - words for what was wrong with a move. */
#include "report/report.h"

#include <assert.h>

int review_explain(const struct review *review, const struct review_move *move,
                   struct explain_sentence *sentences)
{
    assert(move->ply >= 0 && move->ply + 1 < review->n_points);
    const struct review_point *before = &review->points[move->ply];
    if (move->loss_cd < REVIEW_EXPLAIN_CD || before->best == move->move || before->best >= OFL_PASS)
        return 0;
    const struct explain_question question = {before->position, move->move, before->best};
    const int n = explain_moves(&question, sentences);
    if (!review->people_rating)
        return n;
    sentences[n] = explain_people(&question, review->people_rating, move->played_by,
                                  move->seen_by);
    return n + 1;
}
