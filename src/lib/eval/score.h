/* eval/score.h - the unit and the bounds of static evaluations; for hot and cold code.
 *
 * An evaluation is an integer in 1/128 disc for the side to move, strictly
 * inside +-64 discs, so that a proved score is never mistaken for an estimate. */
#ifndef EVAL_SCORE_H
#define EVAL_SCORE_H

enum {
    EVAL_DISC = 128,                 /* one disc */
    EVAL_WIN = 64 * EVAL_DISC,       /* a proved wipe-out */
    EVAL_MAX = EVAL_WIN - 1,         /* no estimate goes beyond */
    EVAL_INFINITY = 65 * EVAL_DISC   /* beyond every score; fits 16 bits */
};

static inline int score_bound(int score)
{
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

/* Whole discs not above the score. */
static inline int score_floor_discs(int score)
{
    return score >= 0 ? score / EVAL_DISC : -((-score + EVAL_DISC - 1) / EVAL_DISC);
}

/* 1/128 disc to 1/100 disc, halves away from zero. */
static inline int score_to_cd(int score)
{
    int half = score < 0 ? -EVAL_DISC / 2 : EVAL_DISC / 2;
    return (score * 100 + half) / EVAL_DISC;
}

static inline int score_from_cd(int score_cd)
{
    int half = score_cd < 0 ? -50 : 50;
    return (score_cd * EVAL_DISC + half) / 100;
}

#endif
