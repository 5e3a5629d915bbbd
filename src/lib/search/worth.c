/* search/worth.c - see worth.h. */
#include "search/worth.h"

#include <assert.h>

#include "eval/score.h"

int worth_of_draw(int contempt_cd)
{
    const int draw = score_bound(score_from_cd(-contempt_cd));
    return draw % EVAL_DISC != 0 || draw == 0 ? draw : draw > 0 ? draw - 1 : draw + 1;
}

bool worth_is_open(int draw, enum ofl_score_rule rule, int worth_cd)
{
    const int draw_cd = score_to_cd(draw), step_cd = rule == OFL_SCORE_RAW ? 100 : 200;
    const int low = draw_cd < 0 ? draw_cd : 0, high = draw_cd > 0 ? draw_cd : 0;
    return high - low >= step_cd && low <= worth_cd && worth_cd <= high;
}

void worth_tell_bounds(int draw, int *low, int *high)
{
    if (draw == 0)
        return;
    /* Who can have a worth of `low` can have a draw, if that is worth it, or such a score. */
    if (*low <= draw && *low > 0)
        *low = 0;
    if (*high >= draw && *high < 0)
        *high = 0;
    *low = -EVAL_DISC * score_floor_discs(-*low);
    *high = EVAL_DISC * score_floor_discs(*high);
    assert(*low <= *high);
}
